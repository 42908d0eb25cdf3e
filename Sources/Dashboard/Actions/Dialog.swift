import Entitlements
import Foundation

/// A dialog in front of the screen, which asks for confirmation before an action.
struct Dialog: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    /// The action's targets are being looked up.
    case looking
    case form(ActionForm)
    /// The progress of the batch with this name.
    case progress(String)
    /// The action's result for each target.
    case done(ActionRequest, [ActionResultItem])
    /// A message about an action that ended at once, and whether it was refused.
    case answer(String, isRefusal: Bool)
  }

  enum Focus: Equatable, Sendable { case input(Int), cancel, decline, verb }

  let action: Action
  var step: Step
  /// Initially the first input, else Cancel, so that no action is confirmed by accident.
  var focus = Focus.cancel
  var pending: Pending?
  var failure: String?
  /// The lines of the dry run, while it is shown.
  var preview: [String]?
  /// The first line that is shown.
  var top = 0
  /// Keys that were typed before the form was there.
  var ahead: [Key] = []
  /// The assistant's proposal that the dialog is about.
  var proposal: Proposal?
  /// Whether the operator has confirmed the proposal.
  var hasConfirmed = false

  init(_ action: Action, _ step: Step) {
    self.action = action
    self.step = step
    if case .form(let form) = step, !form.inputs.isEmpty { focus = .input(0) }
  }

  func shows(_ batch: BatchProgress) -> Bool { step == .progress(batch.name) }

  var form: ActionForm? {
    get { if case .form(let form) = step { form } else { nil } }
    set { if let newValue { step = .form(newValue) } }
  }

  /// The label of the confirming button; `nil` if there is nothing to confirm.
  var verb: SafeText? { form.flatMap { $0.isSearching ? nil : $0.verb } }

  /// The focus order.
  var stops: [Focus] { (form?.inputs ?? []).indices.map(Focus.input) + buttons }

  /// The buttons, from the left.
  var buttons: [Focus] {
    [.cancel] + (canDecline ? [.decline] : []) + (verb == nil ? [] : [.verb])
  }

  private var canDecline: Bool { proposal != nil && !hasConfirmed && step != .looking }

  /// Moves the focus by `distance` stops, wrapping around.
  mutating func step(by distance: Int) {
    let stops = stops
    let index = stops.firstIndex(of: focus) ?? 0
    focus = stops[(index + distance + stops.count) % stops.count]
  }

  /// The keys that press a button, wherever the focus is.
  func keys(pressing stop: Focus) -> [Key] {
    guard let from = stops.firstIndex(of: focus), let to = stops.firstIndex(of: stop) else {
      return [.escape]
    }
    let steps = (to - from + stops.count) % stops.count
    return Array(repeating: .tab, count: steps) + [.enter]
  }

  var input: ActionForm.Input? {
    guard case .input(let index) = focus, let inputs = form?.inputs,
      inputs.indices.contains(index)
    else { return nil }
    return inputs[index]
  }

  /// Whether Enter cancels although an input has the focus: the only one is an empty confirmation.
  var cancelsOnEnter: Bool {
    input?.name == .confirmation && input?.text.isEmpty == true && form?.inputs.count == 1
  }

  /// Edits the focused input; `false` if nothing was edited.
  mutating func edit(_ work: (inout LineEditor) -> Bool) -> Bool {
    guard case .input(let index) = focus, var form, form.inputs.indices.contains(index)
    else { return false }
    guard work(&form.inputs[index].editor) else { return false }
    self.form = form
    failure = nil
    return true
  }

  /// Up and Down: the next choice of an input that has choices, else the next input.
  mutating func choose(by distance: Int) {
    guard case .input(let index) = focus, input?.choices.isEmpty == false else {
      return step(by: distance)
    }
    form?.inputs[index].choose(by: distance)
    failure = nil
  }

  mutating func focus(on name: ActionForm.Input.Name) {
    guard let index = form?.inputs.firstIndex(where: { $0.name == name }) else { return }
    focus = .input(index)
  }
}

extension State {
  /// Opens the dialog of an action, or explains why not.
  mutating func openDialog(_ action: Action) {
    if let refusal = refusal(of: action) { return toast(.warning, refusal) }
    if action == .lookUp { return openLookup() }
    let records = front.records(for: action)
    guard !records.isEmpty, let target = action.description.target else { return }
    dialog = Dialog(action, .looking)
    query(.targets(records, target))
  }

  /// Shows the newest batch again.
  mutating func showJobs() {
    guard let batch = batches.last else {
      return toast(.info, "No job was requested since the dashboard was opened; g J shows all.")
    }
    dialog = Dialog(.showJobs, .progress(batch.name))
  }

  /// Requests an effect whose answer the dialog waits for.
  mutating func request(_ effect: (Int) -> Effect) {
    let number = newRequest()
    dialog?.pending = Pending(number: number, since: view.now)
    dialog?.failure = nil
    effects.append(effect(number))
  }

  mutating func query(_ query: LedgerQuery) { request { .query(query, request: $0, instead: nil) } }

  /// Accepts the answer to the dialog's query.
  mutating func acceptInDialog(_ outcome: Outcome<LedgerAnswer>) {
    dialog?.pending = nil
    switch outcome {
    case .value(.targets(let targets)):
      guard let action = dialog?.action, let ahead = dialog?.ahead else { return }
      do throws(ActionFormBuilder.Refusal) {
        let builder = ActionFormBuilder(
          action: action,
          targets: targets,
          stores: stores,
          isDemo: isDemo,
          inquirer: front.inquirer,
          me: me,
          colleagues: colleagues
        )
        dialog = Dialog(action, .form(try builder.form()))
        for key in ahead { answer(key) }
      } catch {
        dialog = nil
        toast(.warning, error.message)
      }
    case .value(.proposal(let found)): acceptProposal(on: found)
    case .value(.restore(let plan)):
      dialog?.form?.take(plan)
      dialog?.focus = .cancel
    case .value(.preview(let lines)):
      dialog?.preview = lines
      dialog?.top = 0
    case .failure(let reason) where dialog?.step == .looking && dialog?.proposal != nil:
      show(reason, isRefusal: true)
    case .failure(let reason): dialog?.failure = reason
    case .value: break
    }
  }

  /// Accepts the result of an action. If the dialog was closed meanwhile, a toast reports it.
  mutating func accept(_ number: Int, _ request: ActionRequest, _ done: Outcome<ActionResult>) {
    let isWaitedFor = dialog?.pending?.number == number
    // Rows that are not refreshed while a sample is filed still show actions taken here.
    if sample != nil { markStale() }
    if isWaitedFor { dialog?.pending = nil }
    switch done {
    case .value(.batch(let name, let count, let alreadyOpen)):
      batches.append(BatchProgress(request, name: name, count: count, alreadyOpen: alreadyOpen))
      if isWaitedFor, let action = dialog?.action { dialog = Dialog(action, .progress(name)) }
    case .value(.each(let items)) where isWaitedFor:
      guard let action = dialog?.action else { return }
      dialog = Dialog(action, .done(request, items))
    case .value(.nothing(let words)) where isWaitedFor: show(words, isRefusal: false)
    case .value(.rejected(let words)) where isWaitedFor: show(words, isRefusal: true)
    case .failure(let reason) where isWaitedFor: dialog?.failure = reason
    case .value(.each(let items)): reportLater(request, items)
    case .value(.nothing(let words)): toast(.info, words)
    case .value(.rejected(let words)), .failure(let words):
      toast(.error, "\(request.word.string) of \(request.subject.string): \(words)")
    }
  }

  mutating func show(_ message: String, isRefusal: Bool) {
    dialog?.step = .answer(message, isRefusal: isRefusal)
    dialog?.focus = .cancel
  }

  private mutating func reportLater(_ actionRequest: ActionRequest, _ items: [ActionResultItem]) {
    let failed = items.compactMap(\.failure)
    let words = "\(actionRequest.word.string) of \(actionRequest.subject.string)"
    guard let reason = failed.first else { return toast(.info, "\(words): done") }
    toast(.error, "\(words): \(failed.count) of \(items.count) not done: \(reason)")
  }
}
