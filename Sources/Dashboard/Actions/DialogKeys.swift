import Entitlements
import Foundation

extension State {
  /// A key while a dialog is open.
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
        // A number that is to be typed goes into its line from wherever the focus is.
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
      let most = max(0, content.lines.count - content.height)
      let goal = dialog.top.addingReportingOverflow(distance)
      dialog.top = min(max(0, goal.overflow ? most : goal.partialValue), most)
    }
  }

  /// Enter: in a line it goes on, on a button it presses that.
  private mutating func press(_ dialog: Dialog) -> [Effect] {
    guard dialog.pending == nil else { return [] }
    guard let proposal = dialog.proposal else {
      self.dialog = nil
      return []
    }
    switch dialog.focus {
    case .cancel: self.dialog = nil
    case .verb: return act(on: proposal)
    case .input:
      if dialog.cancelsOnEnter {
        self.dialog = nil
        return []
      }
      if proposal.isSearching {
        let text = proposal.text(of: .named)
        guard !text.isEmpty else { return [] }
        return [wait { .ask(.restore(named: text), request: $0, instead: nil) }]
      }
      if dialog.input?.name == .confirmation {
        self.dialog?.focus = proposal.isConfirmed ? .verb : dialog.focus
        if !proposal.isConfirmed { self.dialog?.failure = Self.unconfirmed(proposal) }
      } else {
        self.dialog?.step(by: 1)
      }
    }
    return []
  }

  private mutating func act(on proposal: Proposal) -> [Effect] {
    do throws(Proposal.Fault) {
      let deed = try proposal.deed(at: view.now)
      guard proposal.isConfirmed else {
        throw Proposal.Fault(.confirmation, Self.unconfirmed(proposal))
      }
      return [wait { .act(deed, request: $0) }]
    } catch {
      dialog?.failure = error.words
      dialog?.preview = nil
      dialog?.focus(on: error.name)
      return []
    }
  }

  private static func unconfirmed(_ proposal: Proposal) -> String {
    "Type \(proposal.confirmation ?? "") to confirm."
  }

  /// Shows what would be done, or hides it again.
  private mutating func preview(_ dialog: Dialog) -> [Effect] {
    guard dialog.preview == nil, let proposal = dialog.proposal, dialog.pending == nil else {
      self.dialog?.preview = nil
      self.dialog?.top = 0
      return []
    }
    do throws(Proposal.Fault) {
      let deed = try proposal.deed(at: view.now)
      return [wait { .ask(.preview(deed), request: $0, instead: nil) }]
    } catch {
      self.dialog?.failure = error.words
      self.dialog?.focus(on: error.name)
      return []
    }
  }
}

extension Dialog {
  /// Whether a key belongs to a line. A confirmation is a number: letters mean there what they mean
  /// on a button, and a digit on a button belongs to the confirmation.
  fileprivate func takesText(_ key: Key) -> Bool {
    let isDigit = if case .character(let character) = key { character.isASCIIDigit } else { false }
    guard let input else { return isDigit && proposal?.confirmation != nil }
    guard input.name == .confirmation, case .character = key else { return true }
    return isDigit
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}
