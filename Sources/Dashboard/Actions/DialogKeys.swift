import Entitlements
import Foundation

extension State {
  /// Handles a key while a dialog is open.
  mutating func answer(_ key: Key) -> [Effect] {
    guard var dialog else { return [] }
    let isEnd = key == .escape || key == .control("c")
    if dialog.step == .looking, dialog.pending != nil, !isEnd, dialog.ahead.count < 64 {
      self.dialog?.ahead.append(key)
      return []
    }
    switch key {
    case .escape, .control("c"):
      if dialog.preview != nil {
        self.dialog?.preview = nil
        self.dialog?.top = 0
      } else {
        self.dialog = nil
      }
      return []
    case .enter: return press(dialog)
    case .tab: dialog.step(by: 1)
    case .backTab: dialog.step(by: -1)
    case .up where dialog.input != nil: dialog.choose(by: -1)
    case .down where dialog.input != nil: dialog.choose(by: 1)
    default:
      if dialog.takesText(key) {
        guard dialog.pending == nil else { return [] }
        // Digits of the confirmation go into its input wherever the focus is.
        if dialog.input == nil { dialog.focus(on: .confirmation) }
        dialog.preview = nil
        guard dialog.edit({ $0.handle(key) }) else { return [] }
      } else if key == .character("d"), dialog.verb != nil {
        return preview(dialog)
      } else {
        move(&dialog, by: key)
      }
    }
    self.dialog = dialog
    return []
  }

  private func move(_ dialog: inout Dialog, by key: Key) {
    switch key {
    case .left, .right, .character("h"), .character("l"):
      dialog.focus = dialog.verb != nil && dialog.focus == .cancel ? .verb : .cancel
    default:
      guard case .action(let action) = keymap.match([key], among: actions),
        let distance = Scroll.distance(action, height: layout.body.rows)
      else { return }
      let content = DialogContent(dialog, self)
      let maxTop = max(0, content.lines.count - content.height)
      let goal = dialog.top.addingReportingOverflow(distance)
      dialog.top = min(max(0, goal.overflow ? maxTop : goal.partialValue), maxTop)
    }
  }

  /// Enter: moves on from an input, or presses the focused button.
  private mutating func press(_ dialog: Dialog) -> [Effect] {
    guard dialog.pending == nil else { return [] }
    guard let form = dialog.form else {
      self.dialog = nil
      return []
    }
    switch dialog.focus {
    case .cancel: self.dialog = nil
    case .verb: return act(on: form)
    case .input:
      if dialog.cancelsOnEnter {
        self.dialog = nil
        return []
      }
      if form.isSearching {
        let text = form.text(of: .named)
        guard !text.isEmpty else { return [] }
        return [wait { .ask(.restore(named: text), request: $0, instead: nil) }]
      }
      if dialog.input?.name == .confirmation {
        self.dialog?.focus = form.isConfirmed ? .verb : dialog.focus
        if !form.isConfirmed { self.dialog?.failure = Self.unconfirmed(form) }
      } else {
        self.dialog?.step(by: 1)
      }
    }
    return []
  }

  private mutating func act(on form: ActionForm) -> [Effect] {
    do throws(ActionForm.Fault) {
      let actionRequest = try form.actionRequest(at: view.now)
      guard form.isConfirmed else {
        throw ActionForm.Fault(.confirmation, Self.unconfirmed(form))
      }
      return [wait { .act(actionRequest, request: $0) }]
    } catch {
      dialog?.failure = error.words
      dialog?.preview = nil
      dialog?.focus(on: error.name)
      return []
    }
  }

  private static func unconfirmed(_ form: ActionForm) -> String {
    "Type \(form.confirmation ?? "") to confirm."
  }

  /// Shows or hides the dry run.
  private mutating func preview(_ dialog: Dialog) -> [Effect] {
    guard dialog.preview == nil, let form = dialog.form, dialog.pending == nil else {
      self.dialog?.preview = nil
      self.dialog?.top = 0
      return []
    }
    do throws(ActionForm.Fault) {
      let actionRequest = try form.actionRequest(at: view.now)
      return [wait { .ask(.preview(actionRequest), request: $0, instead: nil) }]
    } catch {
      self.dialog?.failure = error.words
      self.dialog?.focus(on: error.name)
      return []
    }
  }
}

extension Dialog {
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
