import Entitlements
import Foundation

extension State {
  mutating func openField(_ kind: Field.Kind) {
    chord = []
    switch kind {
    case .filter:
      field = Field(kind: kind, editor: LineEditor(home.filter), original: home.filter)
    case .command: field = Field(kind: kind, editor: LineEditor(), original: "")
    case .search:
      guard case .receipt(let screen) = above.last, let tree = screen.tree else { return }
      field = Field(
        kind: kind,
        editor: LineEditor(),
        original: tree.search,
        start: tree.current ?? 0
      )
    }
  }

  /// A key while a line is typed.
  mutating func type(_ key: Key) -> [Effect] {
    guard var field else { return [] }
    switch key {
    case .enter: return submit(field)
    case .escape: closeField(keeping: false)
    case .backspace where field.editor.characters.isEmpty: closeField(keeping: false)
    case .tab where field.kind == .command:
      complete()
    case .up where field.kind == .command: recall(-1)
    case .down where field.kind == .command: recall(1)
    default:
      let before = field.editor.text
      guard field.editor.handle(key) else { return [] }
      self.field = field
      if field.editor.text != before { fieldChanged() }
    }
    return []
  }

  /// Pasted text is text: it goes to the line that is typed, or becomes the filter.
  mutating func paste(_ text: String) {
    chord = []
    isAskingToQuit = false
    helpTop = nil
    if dialog != nil { return paste(intoDialog: text) }
    let words = text.prefix(LineEditor.limit).split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return }
    if field == nil {
      if case .receipt(let screen) = above.last, screen.tree != nil {
        openField(.search)
      } else {
        // From wherever it is pasted, an identifier is looked for among the users.
        if !above.isEmpty { go(to: []) }
        field = Field(kind: .filter, editor: LineEditor(), original: home.filter)
      }
    }
    field?.editor.insert(words.joined(separator: " "))
    fieldChanged()
  }

  /// A path may hold spaces; a line that is pasted whole ends with a line feed.
  private mutating func paste(intoDialog text: String) {
    guard case .name(var editor) = dialog?.step, dialog?.pending == nil else { return }
    editor.insert(text.trimmingCharacters(in: .whitespacesAndNewlines))
    dialog?.step = .name(editor)
    dialog?.failure = nil
  }

  mutating func setFilter(_ text: String) {
    guard home.filter != text else { return }
    home.filter = text
    home.listing.restart()
  }

  private mutating func fieldChanged() {
    guard let field else { return }
    switch field.kind {
    case .filter: setFilter(field.editor.text)
    case .command: break
    case .search: find(field.editor.text, from: field.start)
    }
  }

  private mutating func find(_ text: String, from start: Int) {
    guard case .receipt(var screen) = above.last else { return }
    screen.tree?.find(text, from: start)
    above[above.count - 1] = .receipt(screen)
  }

  mutating func closeField(keeping: Bool) {
    guard let field else { return }
    self.field = nil
    guard !keeping else { return }
    switch field.kind {
    case .filter: setFilter(field.original)
    case .command: break
    case .search: find(field.original, from: field.start)
    }
  }

  private mutating func submit(_ field: Field) -> [Effect] {
    closeField(keeping: true)
    guard field.kind == .command else { return [] }
    let line = field.editor.text
    if !line.isEmpty, history.last != line {
      history.append(line)
      if history.count > 200 { history.removeFirst() }
    }
    return run(line)
  }

  private mutating func recall(_ direction: Int) {
    guard var field, !history.isEmpty else { return }
    let index = (field.historyIndex ?? history.count) + direction
    guard index >= 0 else { return }
    let isPast = index >= history.count
    field.historyIndex = isPast ? nil : index
    field.editor = LineEditor(isPast ? "" : history[index])
    self.field = field
  }

  private mutating func complete() {
    guard var field else { return }
    let candidates = Command.completions(of: field.editor.textBeforeCursor, in: self)
    guard let first = candidates.first else { return }
    // As far as all of them agree; a single one is a whole word.
    let common = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let text = candidates.count == 1 ? common + (Command.takesArgument(common) ? " " : "") : common
    guard text.count > field.editor.textBeforeCursor.count else { return }
    field.editor = LineEditor(text)
    self.field = field
  }
}
