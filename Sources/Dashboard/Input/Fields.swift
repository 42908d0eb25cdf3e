import Entitlements
import Foundation

/// The input line at the bottom of the screen.
struct Field: Equatable, Sendable {
  enum Kind: Equatable, Sendable { case filter, command, search, help }

  var kind: Kind
  var editor: LineEditor
  /// The rows loaded when it was opened, whose values are suggested.
  var known: [Record] = []
  /// The previous text, which Esc restores.
  var original: String
  var historyIndex: Int?
  /// The typed prefix that recalled history lines begin with.
  var beginning: String?

  init(_ kind: Kind, _ text: String = "", original: String = "") {
    self.kind = kind
    editor = LineEditor(text)
    self.original = original
  }
}

extension State {
  mutating func openField(_ kind: Field.Kind) {
    chord = []
    let text = kind == .help ? "" : front.text(of: kind)
    // An earlier search text is not offered again.
    var new = Field(kind, kind == .filter ? text : "", original: text)
    new.known = front.known
    field = new
  }

  /// Handles a key while an input line is open.
  mutating func type(_ key: Key) {
    guard var field else { return }
    switch key {
    case .enter: return submit(field)
    case .escape: closeField(keeping: false)
    case .backspace where field.editor.characters.isEmpty: closeField(keeping: false)
    case .tab: complete()
    case .up where field.kind == .command: recall(-1)
    case .down where field.kind == .command: recall(1)
    default:
      let before = field.editor.text
      guard field.editor.handle(key) else { return }
      self.field = field
      if field.editor.text != before { fieldChanged() }
    }
  }

  /// Inserts pasted text into the open input line, else into the one of the screen in front, else
  /// of the home screen. A list asks what to do with it.
  mutating func paste(_ text: String) {
    chord = []
    stopAskingToQuit()
    if field?.kind != .help { helpTop = nil }
    if dialog != nil { return paste(intoDialog: text) }
    if palette != nil {
      palette?.editor.insert(text)
      if palette?.editor.isCut == true { toast(.warning, LineEditor.cutNotice.string) }
      return
    }
    let words = text.prefix(LineEditor.limit).split { $0.isWhitespace }
    guard !words.isEmpty else { return }
    let line = words.joined(separator: " ")
    let isCut = text.dropFirst(LineEditor.limit).contains { !$0.isWhitespace }
    if field == nil {
      let scopes = front.scopes
      if var table = front as? TableScreen, scopes.contains(.filter) {
        if isCut { toast(.warning, LineEditor.cutNotice.string) }
        table.popup = TablePopup(.pasted(PasteChoice(line, at: view.now)))
        front = table
        return
      }
      if !isHome, scopes.contains(.filter) {
        openField(.filter)
      } else if scopes.contains(.search) {
        openField(.search)
      } else {
        if !isHome { goHome() }
        beginText(with: line)
        if isCut { field?.editor.isCut = true }
        return
      }
    }
    field?.editor.insert(line)
    if isCut { field?.editor.isCut = true }
    fieldChanged()
  }

  /// Inserts pasted text without its final line feed; spaces stay, as a path may hold them.
  private mutating func paste(intoDialog text: String) {
    guard dialog?.pending == nil else { return }
    _ = dialog?.edit {
      $0.insert(text.trimmingCharacters(in: .whitespacesAndNewlines))
      return true
    }
    if dialog?.input?.editor.isCut == true { toast(.warning, LineEditor.cutNotice.string) }
  }

  mutating func fieldChanged() {
    guard let field else { return }
    guard field.kind != .help else {
      helpFilter = field.editor.text
      helpTop = 0
      return
    }
    front.take(field.editor.text, for: field.kind)
  }

  mutating func closeField(keeping: Bool) {
    guard let field else { return }
    self.field = nil
    if field.kind == .help {
      if !keeping { helpFilter = "" }
    } else if !keeping {
      front.take(field.original, for: field.kind)
    }
  }

  private mutating func submit(_ field: Field) {
    closeField(keeping: true)
    // Without the rest, the answer may say that there is no identifier.
    if field.editor.isCut { toast(.warning, LineEditor.cutNotice.string) }
    if field.kind == .help { return runFoundInHelp() }
    guard field.kind == .command else {
      inFront { $0.submit(field.kind, &$1) }
      return
    }
    let line = field.editor.text
    guard !line.isEmpty else { return }
    if history.last != line {
      history.append(line)
      if history.count > 200 { history.removeFirst() }
    }
    run(line)
    effects.append(.saveSession(memory))
  }

  /// Recalls the previous or next history line that begins with the typed text.
  private mutating func recall(_ direction: Int) {
    guard var field else { return }
    let beginning = field.beginning ?? field.editor.text
    var index = (field.historyIndex ?? history.count) + direction
    while history.indices.contains(index), !history[index].hasPrefix(beginning) {
      index += direction
    }
    guard index >= 0 else { return }
    let isPast = index >= history.count
    field.beginning = isPast ? nil : beginning
    field.historyIndex = isPast ? nil : index
    field.editor = LineEditor(isPast ? beginning : history[index])
    self.field = field
  }

  /// The completions of the input line.
  var candidates: [String] {
    guard let field else { return [] }
    let text = field.editor.textBeforeCursor
    switch field.kind {
    case .command: return Command.completions(of: text, in: self)
    case .filter: return QueryCompletion(field.known).completions(of: text)
    case .search, .help: return []
    }
  }

  private mutating func complete() {
    guard var field else { return }
    let candidates = candidates
    guard let first = candidates.first else { return }
    // Completes the common prefix; a single candidate is complete.
    let common = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let takesMore = field.kind == .command && Command.takesArgument(common)
    let text = candidates.count == 1 ? common + (takesMore ? " " : "") : common
    guard text.count > field.editor.textBeforeCursor.count else { return }
    field.editor = LineEditor(text)
    self.field = field
    fieldChanged()
  }
}

/// An editor for one line of text.
struct LineEditor: Equatable, Sendable {
  /// The maximum number of characters: a long message; more is a mistaken paste.
  static let limit = 8192

  /// What is said of text over the limit.
  static let cutNotice: SafeText = "only the first \(SafeText.grouped(limit)) characters were taken"

  private(set) var characters: [Character] {
    didSet { if characters.isEmpty { isCut = false } }
  }
  private(set) var cursor: Int
  /// Whether text over the limit was left out.
  var isCut = false

  init(_ text: String = "") {
    characters = Array(text.prefix(Self.limit))
    cursor = characters.count
    isCut = !text.dropFirst(Self.limit).isEmpty
  }

  var text: String { String(characters) }
  var textBeforeCursor: String { String(characters.prefix(cursor)) }

  /// Inserts text at the cursor; line breaks and tabs become spaces.
  mutating func insert(_ text: String) {
    let room = Self.limit - characters.count
    let new = text.prefix(max(0, room)).map { $0.isWhitespace ? " " : $0 }
    characters.insert(contentsOf: new, at: cursor)
    cursor += new.count
    if !text.dropFirst(new.count).isEmpty { isCut = true }
  }

  /// Handles an editing key; `false` for other keys.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .backspace:
      guard cursor > 0 else { return true }
      cursor -= 1
      characters.remove(at: cursor)
    case .delete: if cursor < characters.count { characters.remove(at: cursor) }
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = characters.count
    case .control("u"):
      characters.removeFirst(cursor)
      cursor = 0
    case .control("w"):
      while cursor > 0, characters[cursor - 1] == " " { dropLast() }
      while cursor > 0, characters[cursor - 1] != " " { dropLast() }
    default: return false
    }
    return true
  }

  private mutating func dropLast() {
    cursor -= 1
    characters.remove(at: cursor)
  }
}
