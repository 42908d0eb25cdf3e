import Entitlements
import Foundation

/// What stands in front of the screen and wants an answer before anything is done.
struct Dialog: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    case reverify([ID<Subscription>], left: Int)
    /// The name of what is to be restored is being typed.
    case name(LineEditor)
    case restore(RestorePlan)
    /// The batch of this name.
    case progress(String)
    /// What was asked for ended at once, in words, and whether they are a refusal.
    case answer(String, isRefusal: Bool)
  }

  let user: ID<User>
  var step: Step
  /// Cancel has the focus at first: a second look is part of every deed.
  var isVerbFocused = false
  var pending: Pending?
  var failure: String?
  /// The first line that is shown.
  var top = 0

  init(_ user: ID<User>, _ step: Step) {
    self.user = user
    self.step = step
  }

  var deed: Deed {
    if case .reverify = step { .reverify } else { .restore }
  }

  func shows(_ batch: JobBatch) -> Bool { step == .progress(batch.name) }

  /// What the button that acts is called; `nil` where there is nothing to be done.
  var verb: SafeText? {
    switch step {
    case .reverify(let chains, _): "Re-verify \(SafeText.grouped(chains.count))"
    case .restore: "Restore"
    case .name, .progress, .answer: nil
    }
  }
}

extension State {
  /// Opens the dialog of an act, or says why not.
  mutating func openDialog(_ action: Action) {
    if let refusal = acting.refusal { return toast(.warning, refusal) }
    guard let screen = front as? UserScreen, let dossier = screen.dossier else { return }
    guard action != .restore else {
      dialog = Dialog(screen.id, .name(LineEditor()))
      return
    }
    let all = dossier.orders.map(\.chain).uniqued()
    let current = screen.records.compactMap(\.chain)
    let chains = action == .reverify && !current.isEmpty ? current : all
    let asked = chains.filter { Subscription.Name($0)?.environment != .xcode }
    guard !asked.isEmpty else {
      let words = chains.isEmpty ? "nothing was bought" : "Xcode's purchases have no store to ask"
      return toast(.warning, "Nothing to re-verify: \(words).")
    }
    dialog = Dialog(screen.id, .reverify(asked, left: chains.count - asked.count))
  }

  /// Shows the newest batch again.
  mutating func showJobs() {
    guard let batch = batches.last else {
      return toast(.info, "No job was asked for since the dashboard was opened.")
    }
    dialog = Dialog(batch.user, .progress(batch.name))
  }

  /// A key while a dialog is open.
  mutating func answer(_ key: Key) -> [Effect] {
    guard var dialog else { return [] }
    switch key {
    case .escape, .control("c"):
      self.dialog = nil
      return []
    case .enter: return press(dialog)
    case .tab, .backTab:
      dialog.isVerbFocused = dialog.verb != nil && !dialog.isVerbFocused
    default:
      if case .name(var editor) = dialog.step {
        guard dialog.pending == nil, editor.handle(key) else { return [] }
        dialog.step = .name(editor)
        dialog.failure = nil
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
      dialog.isVerbFocused = dialog.verb != nil && !dialog.isVerbFocused
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

  /// Enter: in the line it goes on, on a button it presses that.
  private mutating func press(_ dialog: Dialog) -> [Effect] {
    guard dialog.pending == nil else { return [] }
    switch dialog.step {
    case .name(let editor):
      let text = editor.text.trimmingCharacters(in: .whitespaces)
      guard !text.isEmpty else { return [] }
      return [wait { .ask(.restore(named: text), request: $0, instead: nil) }]
    case .reverify(let chains, _) where dialog.isVerbFocused:
      return [wait { .reverify(chains, of: dialog.user, request: $0) }]
    case .restore(let plan) where dialog.isVerbFocused:
      return [wait { .restore(plan, to: dialog.user, request: $0) }]
    case .reverify, .restore, .progress, .answer:
      self.dialog = nil
      return []
    }
  }

  private mutating func wait(for effect: (Int) -> Effect) -> Effect {
    let number = newRequest()
    dialog?.pending = Pending(number: number, since: view.now)
    dialog?.failure = nil
    return effect(number)
  }

  /// What was looked up for the dialog.
  mutating func acceptInDialog(_ outcome: Outcome<Answer>) {
    dialog?.pending = nil
    switch outcome {
    case .value(.restore(let plan)): dialog?.step = .restore(plan)
    case .failure(let reason): dialog?.failure = reason
    case .value: break
    }
  }

  /// What was asked for is in the queue, or needs no job. Whoever has closed the dialog hears of it
  /// all the same.
  mutating func accept(
    _ request: Int,
    _ deed: Deed,
    of user: ID<User>,
    _ queued: Outcome<Queued>
  ) {
    let isWaitedFor = dialog?.pending?.number == request
    if isWaitedFor { dialog?.pending = nil }
    switch queued {
    case .value(.batch(let name, let count, let alreadyOpen)):
      batches.append(
        JobBatch(deed: deed, user: user, name: name, count: count, alreadyOpen: alreadyOpen)
      )
      if isWaitedFor { dialog = Dialog(user, .progress(name)) }
    case .value(.nothing(let words)) where isWaitedFor:
      dialog?.step = .answer(words, isRefusal: false)
    case .value(.rejected(let words)) where isWaitedFor:
      dialog?.step = .answer(words, isRefusal: true)
    case .failure(let reason) where isWaitedFor: dialog?.failure = reason
    case .value(.nothing(let words)): toast(.info, words)
    case .value(.rejected(let words)), .failure(let words):
      toast(.error, "\(deed.word.string) of \(user.raw): \(words)")
    }
  }
}

extension Sequence where Element: Hashable {
  /// Each once, in the order of first appearance.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
