import Entitlements
import Foundation

extension State {
  /// Handles a key while a dialog is open.
  mutating func answer(_ key: Key) {
    guard var dialog else { return }
    let isEnd = key == .escape || key == .control("c")
    if dialog.step == .looking, dialog.pending != nil, !isEnd, dialog.ahead.count < 64 {
      self.dialog?.ahead.append(key)
      return
    }
    switch key {
    case .escape, .control("c"):
      if dialog.preview != nil {
        self.dialog?.preview = nil
        self.dialog?.top = 0
      } else {
        self.dialog = nil
      }
      return
    case .enter: return press(dialog)
    case .tab: dialog.step(by: 1)
    case .backTab: dialog.step(by: -1)
    case .up where dialog.input != nil: dialog.choose(by: -1)
    case .down where dialog.input != nil: dialog.choose(by: 1)
    default:
      if dialog.takesText(key) {
        guard dialog.pending == nil else { return }
        // Digits of the confirmation go into its input wherever the focus is.
        if dialog.input == nil { dialog.focus(on: .confirmation) }
        dialog.preview = nil
        guard dialog.edit({ $0.handle(key) }) else { return }
      } else if key == .character("d"), dialog.verb != nil {
        return preview(dialog)
      } else if dialog.proposal != nil, key == .character("n") || key == .character("N") {
        return showProposal(key == .character("n") ? 1 : -1)
      } else {
        move(&dialog, by: key)
      }
    }
    self.dialog = dialog
  }

  private func move(_ dialog: inout Dialog, by key: Key) {
    switch key {
    case .left, .character("h"): dialog.focusButton(by: -1)
    case .right, .character("l"): dialog.focusButton(by: 1)
    default:
      guard case .action(let action) = keymap.match([key], among: actions),
        let motion = Motion(action, height: layout.body.rows)
      else { return }
      let content = DialogContent(dialog, self)
      let maxTop = content.lines.count - content.height
      dialog.top = motion.goal(from: dialog.top, last: maxTop)
    }
  }

  /// Enter: moves on from an input, or presses the focused button.
  private mutating func press(_ dialog: Dialog) {
    guard dialog.pending == nil else { return }
    if dialog.focus == .decline { return decline() }
    guard let form = dialog.form else { return self.dialog = nil }
    switch dialog.focus {
    case .cancel, .decline: self.dialog = nil
    case .verb: execute(form)
    case .input:
      if dialog.cancelsOnEnter { return self.dialog = nil }
      if form.isSearching {
        let text = form.text(of: .named)
        guard !text.isEmpty else { return }
        return query(.restore(named: text))
      }
      if dialog.input?.name == .confirmation {
        self.dialog?.focus = form.isConfirmed ? .verb : dialog.focus
        if !form.isConfirmed { self.dialog?.failure = Self.unconfirmed(form) }
      } else {
        self.dialog?.step(by: 1)
      }
    }
  }

  private mutating func execute(_ form: ActionForm) {
    do throws(ActionForm.Fault) {
      let actionRequest = try form.actionRequest(at: view.now)
      guard form.isConfirmed else { throw ActionForm.Fault(.confirmation, Self.unconfirmed(form)) }
      if let proposal = dialog?.proposal {
        dialog?.hasConfirmed = true
        request { .confirm(proposal, actionRequest, request: $0) }
      } else {
        request { .execute(actionRequest, request: $0) }
      }
    } catch {
      dialog?.failure = error.message
      dialog?.preview = nil
      if error.isQuestion { dialog?.form?.acceptedKey = form.text(of: error.name) }
      dialog?.focus(on: error.name)
    }
  }

  private static func unconfirmed(_ form: ActionForm) -> String {
    "Type \(form.confirmation ?? "") to confirm."
  }

  /// Shows or hides the dry run.
  private mutating func preview(_ dialog: Dialog) {
    guard dialog.preview == nil, let form = dialog.form, dialog.pending == nil else {
      self.dialog?.preview = nil
      self.dialog?.top = 0
      return
    }
    do throws(ActionForm.Fault) {
      query(.preview(try form.actionRequest(at: view.now)))
    } catch {
      self.dialog?.failure = error.message
      self.dialog?.focus(on: error.name)
    }
  }
}

extension Dialog {
  /// Focuses the button `distance` further on, wrapping around.
  fileprivate mutating func focusButton(by distance: Int) {
    let buttons = buttons
    guard let index = buttons.firstIndex(of: focus) else { return focus = .cancel }
    focus = buttons[(index + distance + buttons.count) % buttons.count]
  }

  /// Whether a key is text for an input. A confirmation takes only digits, also those typed while a
  /// button has the focus; other characters mean what they mean on a button.
  fileprivate func takesText(_ key: Key) -> Bool {
    let isDigit = if case .character(let character) = key { character.isASCIIDigit } else { false }
    guard let input else { return isDigit && form?.confirmation != nil }
    guard input.name == .confirmation, case .character = key else { return true }
    return isDigit
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}

/// Draws a dialog over the screen behind it.
struct DialogView {
  let state: State
  let dialog: Dialog

  private var glyphs: GlyphSet { state.view.glyphs }

  func draw(in body: Rect, on frame: inout Frame) {
    frame.recolor(body, .muted)
    let content = DialogContent(dialog, state)
    let box = content.box(in: body)
    frame.draw(box: box, title: content.title, glyphs)
    var inner = box.inset(columns: 2)
    let footer = inner.takeBottom(1)
    let top = content.top(dialog)
    frame.draw(content.lines, from: top, in: inner)
    drawRest(content.lines.count - top - inner.rows, in: box, on: &frame)
    drawFooter(in: footer, on: &frame)
    if dialog.preview == nil { drawEditor(content, in: inner, on: &frame) }
  }

  /// Draws the number of lines below the visible ones.
  private func drawRest(_ rest: Int, in box: Rect, on frame: inout Frame) {
    guard rest > 0 else { return }
    let text: SafeText = " \(glyphs.below) \(SafeText.plural(rest, "more line")) "
    frame.write(text, .secondary, at: box.column + 2, box.endRow - 1, until: box.endColumn - 1)
  }

  private func drawFooter(in rect: Rect, on frame: inout Frame) {
    guard dialog.form?.isSearching != true else { return drawHints(in: rect, on: &frame) }
    let isOpen = dialog.form != nil || dialog.step == .looking
    let buttons = dialog.buttons.map { stop -> (text: SafeText, stop: Dialog.Focus) in
      switch stop {
      case .input, .cancel: (isOpen ? "[Cancel]" : "[Close]", .cancel)
      case .decline: ("[Decline]", .decline)
      case .verb: ("[\(dialog.verb ?? "")]", .verb)
      }
    }
    let width = buttons.reduce(0) { $0 + $1.text.width } + buttons.count - 1
    var column = max(rect.column, rect.endColumn - width)
    for (text, stop) in buttons {
      let isFocused = dialog.focus == stop
      let isDefault = isFocused || stop == .cancel && dialog.cancelsOnEnter
      let end = frame.write(text, isDefault ? .title : .text, at: column, rect.row)
      if isFocused { frame.select(row: rect.row, from: column, to: end) }
      frame.press(dialog.keys(pressing: stop), from: column, to: end, rect.row)
      column = end + 1
    }
  }

  private func drawHints(in rect: Rect, on frame: inout Frame) {
    var column = rect.column
    for hint in dialog.hints(state) {
      column = frame.write(hint.key, .hintKey, at: column, rect.row, until: rect.endColumn)
      column = frame.write(hint.word, .hint, at: column + 1, rect.row, until: rect.endColumn) + 2
    }
  }

  /// Draws the focused input.
  private func drawEditor(_ content: DialogContent, in rect: Rect, on frame: inout Frame) {
    guard case .input(let index) = dialog.focus, let editor = dialog.input?.editor,
      content.inputs.indices.contains(index)
    else { return }
    let (row, start) = content.inputs[index]
    let line = rect.row + row - content.top(dialog)
    guard line >= rect.row, line < rect.endRow else { return }
    frame.draw(editor, at: rect.column + start, line, until: rect.endColumn, state.view.glyphs)
    frame.showsCursor = dialog.pending == nil
  }
}

extension Dialog {
  func hints(_ state: State) -> [Hint] {
    switch step {
    case .looking: return [.escape("cancel")]
    case .form(let form):
      if preview != nil {
        return [Hint(key: "d", word: "back", keys: [.character("d")]), .escape("back")]
      }
      let dryRun = Hint(key: "d", word: "dry run", keys: [.character("d")])
      guard let input else {
        return [.tab, .enter("press"), dryRun] + nextProposalHints(state) + [.escape("cancel")]
      }
      if form.isSearching { return [.enter("look up"), .escape("cancel")] }
      guard input.name == .confirmation else { return [.enter("next"), .tab, .escape("cancel")] }
      return cancelsOnEnter
        ? [.enter("cancel"), .tab, dryRun] : [.enter("next"), .tab, dryRun, .escape("cancel")]
    case .progress(let name) where state.batches.contains { $0.name == name && !$0.isOver }:
      return [.escape("close; the jobs go on")]
    case .answer where buttons.count > 1:
      return [.tab, .enter("press")] + nextProposalHints(state) + [.escape("close")]
    case .progress, .done, .answer: return [.escape("close")]
    }
  }
}
