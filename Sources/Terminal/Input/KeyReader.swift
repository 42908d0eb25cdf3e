import CNcurses
import Dashboard

/// What one code from curses is.
enum KeyCode: Equatable {
  /// A scalar value as the terminal sent it, control codes included.
  case character(UInt32)
  case key(Key)
  case pasteBegin, pasteEnd
  /// What begins a report of the mouse, xterm's `CSI <`.
  case mouseBegin
  /// Something curses recognised and the program has no name for.
  case unnamed
}

extension KeyCode {
  /// Whether a text that is pasted may hold it.
  fileprivate var isOfText: Bool {
    switch self {
    case .character(let value): value == 10 || value == 13 || value >= 32
    case .key(.enter): true
    default: false
    }
  }
}

/// Makes keys and pastes of what the terminal sends. Reports that were not asked for (focus, mouse,
/// answers to someone else's question) are swallowed whole: a letter of theirs taken for a key
/// would be a command.
struct KeyReader {
  enum Stroke: Equatable {
    case key(Key)
    case mouse(Mouse)
    case pasted(String)
  }

  /// The next code, waited for at most so many milliseconds.
  typealias Source = (_ milliseconds: Int32) -> KeyCode?

  /// More than a person types between two frames, and few enough not to starve the screen.
  static let mostStrokes = 1024
  /// A longer report is no report, and what follows is taken for keys again.
  static let longestReport = 64 * 1024
  /// A terminal that begins a paste and breaks off must not hold the keyboard for ever.
  static let pasteTimeout: Int32 = 1000
  /// How long the next letter of a burst may take, in milliseconds: a paste that the terminal does
  /// not mark comes in several pieces.
  static let burstTimeout: Int32 = 10
  /// As many letters as nobody types at once.
  static let shortestBurst = 6

  /// How long the rest of a report may take, in milliseconds.
  var reportTimeout: Int32
  /// Whether the last `read` stopped at its limit, with more to read.
  private(set) var isUnfinished = false
  /// Read one too many of.
  private var held: [KeyCode] = []

  init(reportTimeout: Int32) {
    self.reportTimeout = reportTimeout
  }

  /// Reads all that is there.
  mutating func read(_ source: Source) -> [Stroke] {
    var strokes: [Stroke] = []
    isUnfinished = false
    var letters = 0
    while let code = next(source, waiting: letters < Self.shortestBurst ? 0 : Self.burstTimeout) {
      letters = code.isOfText ? letters + 1 : 0
      switch code {
      case .character(27): readEscape(source, into: &strokes)
      case .character(let value): if let key = Key(typed: value) { strokes.append(.key(key)) }
      case .key(let key): strokes.append(.key(key))
      case .mouseBegin:
        if let mouse = readMouse(source) { strokes.append(.mouse(mouse)) }
      case .pasteBegin: strokes.append(.pasted(readPaste(source)))
      case .pasteEnd, .unnamed: break
      }
      if strokes.count >= Self.mostStrokes {
        isUnfinished = true
        break
      }
    }
    return strokes
  }

  private mutating func next(_ source: Source, waiting milliseconds: Int32) -> KeyCode? {
    held.isEmpty ? source(milliseconds) : held.removeFirst()
  }

  /// Curses has not recognised what the Escape begins: the key itself, or a report (ECMA-48 §5.4,
  /// §8.3).
  private mutating func readEscape(_ source: Source, into strokes: inout [Stroke]) {
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
    // Escape, and then a key that was hit fast enough to arrive with it.
    strokes.append(.key(.escape))
    switch introducer {
    case .character(let value) where value != 27:
      if let key = Key(typed: value) { strokes.append(.key(key)) }
    case .key(let key): strokes.append(.key(key))
    default: held.insert(introducer, at: 0)
    }
  }

  /// `SS3 F`: keys in their application form. False if nothing follows, and it was a key then.
  private mutating func readShifted(_ source: Source, into strokes: inout [Stroke]) -> Bool {
    guard let code = next(source, waiting: reportTimeout) else { return false }
    if case .character(let final) = code, let key = Key(shifted: final) {
      strokes.append(.key(key))
    }
    return true
  }

  /// `CSI P…P I…I F`: a key whose form the terminal's description does not name, or a report that
  /// is swallowed. False if nothing follows the introducer, which was a key then.
  private mutating func readControlSequence(
    _ source: Source,
    into strokes: inout [Stroke]
  ) -> Bool {
    var length = 0
    var isMouse = false
    var parameters = ""
    while length < Self.longestReport, let code = next(source, waiting: reportTimeout) {
      length += 1
      guard case .character(let value) = code, (0x20...0x7E).contains(value) else {
        // Broken off by something else, which counts.
        held.insert(code, at: 0)
        return true
      }
      guard value < 0x40 else {
        // The oldest report of the mouse, `CSI M`, has three characters more.
        isMouse = length == 1 && value == 0x4D
        if let key = Key(parameters: parameters, final: value) { strokes.append(.key(key)) }
        break
      }
      if length < Self.longestKey, let scalar = Unicode.Scalar(value) {
        parameters.unicodeScalars.append(scalar)
      }
    }
    if isMouse { for _ in 0..<3 { _ = next(source, waiting: reportTimeout) } }
    return length > 0
  }

  /// `OSC … BEL` or `OSC … ESC \`, and the other control strings. False if nothing follows.
  private mutating func skipString(_ source: Source) -> Bool {
    var length = 0
    while length < Self.longestReport, let code = next(source, waiting: reportTimeout) {
      length += 1
      if code == .character(7) { return true }
      guard code == .character(27) else { continue }
      guard let end = next(source, waiting: reportTimeout) else { return true }
      if end != .character(0x5C) { held.append(contentsOf: [code, end]) }
      return true
    }
    return length > 0
  }

  /// The rest of `CSI < b ; column ; row M` (or `m` for a release); nil for what is none.
  private mutating func readMouse(_ source: Source) -> Mouse? {
    var text = ""
    while text.count < Self.longestMouse, let code = next(source, waiting: reportTimeout) {
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

  /// In characters; screens have four digits at most.
  private static let longestMouse = 20
  /// In characters behind the introducer; longer sequences are no keys.
  private static let longestKey = 8

  /// While a paste lasts, everything is text.
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
  /// What xterm's SGR report says behind `CSI <`, its last letter included.
  init?(report: String) {
    let parts = report.dropLast().split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 3, let button = Int(parts[0]), let column = Int(parts[1]),
      let row = Int(parts[2]), (1...10_000).contains(column), (1...10_000).contains(row),
      button >= 0
    else { return nil }
    // Bits 2 to 4 tell of Shift, Meta and Ctrl, bit 5 of moving.
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
  /// The key that sends this character; nil where none does.
  init?(typed value: UInt32) {
    switch value {
    case 0: self = .control(" ")
    case 8, 127: self = .backspace
    case 9: self = .tab
    case 10, 13: self = .enter
    case 27: self = .escape
    case 1...26, 28...31:
      // Ctrl takes the upper three bits off: `A` is 0x41 and `\` is 0x5C.
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
