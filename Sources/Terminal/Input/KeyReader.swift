import CNcurses
import Dashboard

/// One code from curses.
enum KeyCode: Equatable {
  /// A scalar value as the terminal sent it, control codes included.
  case character(UInt32)
  case key(Key)
  case pasteBegin, pasteEnd
  /// The beginning of a mouse report, xterm's `CSI <`.
  case mouseBegin
  /// A code that curses recognised and the program does not use.
  case unnamed
}

extension KeyCode {
  /// Whether it can be part of pasted text.
  fileprivate var isOfText: Bool {
    switch self {
    case .character(let value): value == 10 || value == 13 || value >= 32
    case .key(.enter): true
    default: false
    }
  }
}

/// Converts codes from the terminal to keys and pastes. Skips unrequested reports (focus, mouse,
/// responses to other programs) as a whole: one of their characters could act as a command.
struct KeyReader {
  enum InputEvent: Equatable {
    case key(Key)
    case mouse(Mouse)
    case pasted(String)
  }

  /// The next code within this time; negative waits without limit.
  typealias Source = (_ milliseconds: Int32) -> KeyCode?

  /// More than a person types between two frames, and few enough to keep the screen responsive.
  static let maxStrokes = 1024
  /// The maximum length of a report; the characters after it are keys again.
  static let maxReportLength = 64 * 1024
  /// Ends an unfinished paste, so that it does not block the keyboard, in milliseconds.
  static let pasteTimeout: Int32 = 1000
  /// The wait for the next character of a burst, in milliseconds: a paste that the terminal does
  /// not mark arrives in several pieces.
  static let burstTimeout: Int32 = 10
  /// The length from which characters count as a burst, faster than typing.
  static let minBurstLength = 6

  /// The wait for the rest of a report, in milliseconds.
  var reportTimeout: Int32
  /// Whether the last `read` stopped at its limit, with more to read.
  private(set) var isUnfinished = false
  /// Codes that were read ahead.
  private var held: [KeyCode] = []

  init(reportTimeout: Int32) { self.reportTimeout = reportTimeout }

  mutating func read(_ source: Source) -> [InputEvent] {
    var strokes: [InputEvent] = []
    isUnfinished = false
    var characters = 0
    while let code = next(source, waiting: characters < Self.minBurstLength ? 0 : Self.burstTimeout)
    {
      characters = code.isOfText ? characters + 1 : 0
      switch code {
      case .character(27): readEscape(source, into: &strokes)
      case .character(let value): if let key = Key(typed: value) { strokes.append(.key(key)) }
      case .key(let key): strokes.append(.key(key))
      case .mouseBegin:
        if let mouse = readMouse(source) { strokes.append(.mouse(mouse)) }
      case .pasteBegin: strokes.append(.pasted(readPaste(source)))
      case .pasteEnd, .unnamed: break
      }
      if strokes.count >= Self.maxStrokes {
        isUnfinished = true
        break
      }
    }
    return strokes
  }

  private mutating func next(_ source: Source, waiting milliseconds: Int32) -> KeyCode? {
    held.isEmpty ? source(milliseconds) : held.removeFirst()
  }

  /// Handles an Escape that curses did not recognise: the key itself, or a report (ECMA-48 §5.4,
  /// §8.3).
  private mutating func readEscape(_ source: Source, into strokes: inout [InputEvent]) {
    guard let introducer = next(source, waiting: 0) else {
      strokes.append(.key(.escape))
      return
    }
    let isWhole: Bool
    switch introducer {
    case .character(0x5B): isWhole = readControlSequence(source, into: &strokes)
    case .character(0x4F): isWhole = readShifted(source, into: &strokes)
    case .character(0x50), .character(0x58), .character(0x5D), .character(0x5E), .character(0x5F):
      isWhole = skipString(source)
    default: isWhole = false
    }
    guard !isWhole else { return }
    // Escape, followed quickly by another key.
    strokes.append(.key(.escape))
    switch introducer {
    case .character(let value) where value != 27:
      if let key = Key(typed: value) { strokes.append(.key(key)) }
    case .key(let key): strokes.append(.key(key))
    default: held.insert(introducer, at: 0)
    }
  }

  /// `SS3 F`: keys in application mode. False if nothing follows: then it was a key.
  private mutating func readShifted(_ source: Source, into strokes: inout [InputEvent]) -> Bool {
    guard let code = next(source, waiting: reportTimeout) else { return false }
    if case .character(let final) = code, let key = Key(shifted: final) {
      strokes.append(.key(key))
    }
    return true
  }

  /// `CSI P…P I…I F`: a key that the terminal's description does not contain, or a report, which is
  /// skipped. False if nothing follows the introducer: then it was a key.
  private mutating func readControlSequence(
    _ source: Source,
    into strokes: inout [InputEvent]
  ) -> Bool {
    var length = 0
    var isMouse = false
    var parameters = ""
    while length < Self.maxReportLength, let code = next(source, waiting: reportTimeout) {
      length += 1
      guard case .character(let value) = code, (0x20...0x7E).contains(value) else {
        // Interrupted by another code, which is handled next.
        held.insert(code, at: 0)
        return true
      }
      guard value < 0x40 else {
        // The oldest mouse report, `CSI M`, has three more characters.
        isMouse = length == 1 && value == 0x4D
        if let key = Key(parameters: parameters, final: value) { strokes.append(.key(key)) }
        break
      }
      if length < Self.maxKeyLength, let scalar = Unicode.Scalar(value) {
        parameters.unicodeScalars.append(scalar)
      }
    }
    if isMouse { for _ in 0..<3 { _ = next(source, waiting: reportTimeout) } }
    return length > 0
  }

  /// `OSC … BEL` or `OSC … ESC \`, and the other control strings. False if nothing follows.
  private mutating func skipString(_ source: Source) -> Bool {
    var length = 0
    while length < Self.maxReportLength, let code = next(source, waiting: reportTimeout) {
      length += 1
      if code == .character(7) { return true }
      guard code == .character(27) else { continue }
      guard let end = next(source, waiting: reportTimeout) else { return true }
      if end != .character(0x5C) { held.append(contentsOf: [code, end]) }
      return true
    }
    return length > 0
  }

  /// The rest of `CSI < b ; column ; row M` (or `m` for a release); nil if it is malformed.
  private mutating func readMouse(_ source: Source) -> Mouse? {
    var text = ""
    while text.count < Self.maxMouseLength, let code = next(source, waiting: reportTimeout) {
      guard case .character(let value) = code, let scalar = Unicode.Scalar(value),
        scalar.isASCII, value >= 0x20
      else {
        held.insert(code, at: 0)
        return nil
      }
      text.unicodeScalars.append(scalar)
      if value >= 0x40 { return Mouse(report: text) }
    }
    return nil
  }

  /// In characters; coordinates have at most four digits.
  private static let maxMouseLength = 20
  /// In characters after the introducer; longer sequences are not keys.
  private static let maxKeyLength = 8

  /// Reads everything up to the end of the paste as text.
  private mutating func readPaste(_ source: Source) -> String {
    var paste = PastedText()
    while let code = next(source, waiting: Self.pasteTimeout), code != .pasteEnd {
      switch code {
      case .character(let value): paste.append(value)
      case .key(.enter): paste.append(13)
      case .key(.tab): paste.append(9)
      default: break
      }
    }
    return paste.text
  }
}

extension Mouse {
  /// Parses xterm's SGR report after `CSI <`, including its final character.
  init?(report: String) {
    let parts = report.dropLast().split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 3, let button = Int(parts[0]), let column = Int(parts[1]),
      let row = Int(parts[2]), (1...10_000).contains(column), (1...10_000).contains(row),
      button >= 0
    else { return nil }
    // Bits 2 to 4 are Shift, Meta and Ctrl, bit 5 is motion.
    let kind: Kind
    switch (button & ~0x1C, report.last) {
    case (_, "m"): kind = .release
    case (0, "M"): kind = .press
    case (32...34, "M"): kind = .drag
    case (64, "M"): kind = .wheelUp
    case (65, "M"): kind = .wheelDown
    default: return nil
    }
    self.init(kind, column: column - 1, row: row - 1)
  }
}

extension Key {
  /// The key that sends this character; nil if none does.
  init?(typed value: UInt32) {
    switch value {
    case 0: self = .control(" ")
    case 8, 127: self = .backspace
    case 9: self = .tab
    case 10, 13: self = .enter
    case 27: self = .escape
    case 1...26, 28...31:
      // Ctrl clears the upper three bits: `A` is 0x41 and `\` is 0x5C.
      guard let letter = Unicode.Scalar(value + 0x40) else { return nil }
      self = .control(Character(Character(letter).lowercased()))
    case 0x80..<0xA0: return nil
    default:
      guard let scalar = Unicode.Scalar(value) else { return nil }
      self = .character(Character(scalar))
    }
  }

  init?(named code: UInt32) {
    switch code {
    case PURSER_KEY_UP.rawValue: self = .up
    case PURSER_KEY_DOWN.rawValue: self = .down
    case PURSER_KEY_LEFT.rawValue: self = .left
    case PURSER_KEY_RIGHT.rawValue: self = .right
    case PURSER_KEY_HOME.rawValue: self = .home
    case PURSER_KEY_END.rawValue: self = .end
    case PURSER_KEY_PAGE_UP.rawValue: self = .pageUp
    case PURSER_KEY_PAGE_DOWN.rawValue: self = .pageDown
    case PURSER_KEY_INSERT.rawValue: self = .insert
    case PURSER_KEY_DELETE.rawValue: self = .delete
    case PURSER_KEY_BACKSPACE.rawValue: self = .backspace
    case PURSER_KEY_ENTER.rawValue: self = .enter
    case PURSER_KEY_BACK_TAB.rawValue: self = .backTab
    case PURSER_KEY_FUNCTION.rawValue + 1...PURSER_KEY_FUNCTION.rawValue + 63:
      self = .function(Int(code - PURSER_KEY_FUNCTION.rawValue))
    default: return nil
    }
  }
}

extension KeyCode {
  /// The next code of the open screen.
  static func fromCurses(_ milliseconds: Int32) -> KeyCode? {
    let code = purser_next_code(milliseconds)
    switch code.kind {
    case PURSER_NOTHING: return nil
    case PURSER_CHARACTER: return .character(code.value)
    case PURSER_KEY where code.value == PURSER_KEY_PASTE_BEGIN.rawValue: return .pasteBegin
    case PURSER_KEY where code.value == PURSER_KEY_PASTE_END.rawValue: return .pasteEnd
    case PURSER_KEY where code.value == PURSER_KEY_MOUSE_BEGIN.rawValue: return .mouseBegin
    case PURSER_KEY: return Key(named: code.value).map(KeyCode.key) ?? .unnamed
    default: return .unnamed
    }
  }
}
