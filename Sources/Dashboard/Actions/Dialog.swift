import Entitlements
import Foundation

/// What stands in front of the screen and wants an answer before anything is done.
struct Dialog: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    /// What the rows come to is being looked up.
    case looking
    case proposal(Proposal)
    /// The batch of this name.
    case progress(String)
    /// What was done, to each.
    case done(Deed, [DoneItem])
    /// What was asked for ended at once, in words, and whether they are a refusal.
    case answer(String, isRefusal: Bool)
  }

  enum Focus: Equatable, Sendable { case input(Int), cancel, verb }

  let action: Action
  var step: Step
  /// A line that has to be typed has the focus at first, else Cancel: a second look is part of every
  /// deed.
  var focus = Focus.cancel
  var pending: Pending?
  var failure: String?
  /// What the deed would do, one line each, while that is shown.
  var preview: [String]?
  /// The first line that is shown.
  var top = 0
  /// Keys that came before there was anything to answer.
  var ahead: [Key] = []

  init(_ action: Action, _ step: Step) {
    self.action = action
    self.step = step
    if case .proposal(let proposal) = step, !proposal.inputs.isEmpty { focus = .input(0) }
  }

  func shows(_ batch: JobBatch) -> Bool { step == .progress(batch.name) }

  var proposal: Proposal? {
    get { if case .proposal(let proposal) = step { proposal } else { nil } }
    set { if let newValue { step = .proposal(newValue) } }
  }

  /// What the button that acts is called; `nil` where there is nothing to be done.
  var verb: SafeText? { proposal.flatMap { $0.isSearching ? nil : $0.verb } }

  /// What has the focus one after the other.
  var stops: [Focus] {
    let inputs = (proposal?.inputs ?? []).indices.map(Focus.input)
    return inputs + [.cancel] + (verb == nil ? [] : [.verb])
  }

  /// Goes so many stops on, and around.
  mutating func step(by distance: Int) {
    let stops = stops
    let place = stops.firstIndex(of: focus) ?? 0
    focus = stops[(place + distance + stops.count) % stops.count]
  }

  /// What presses a button, wherever the focus is.
  func keys(pressing stop: Focus) -> [Key] {
    guard let from = stops.firstIndex(of: focus), let to = stops.firstIndex(of: stop) else {
      return [.escape]
    }
    let steps = (to - from + stops.count) % stops.count
    return Array(repeating: .tab, count: steps) + [.enter]
  }

  /// The line that is typed in.
  var input: Proposal.Input? {
    guard case .input(let place) = focus, let inputs = proposal?.inputs,
      inputs.indices.contains(place)
    else { return nil }
    return inputs[place]
  }

  /// Whether Enter is Cancel though the focus is on a line: nothing else is to be typed than the
  /// confirmation, and none of it is.
  var cancelsOnEnter: Bool {
    input?.name == .confirmation && input?.text.isEmpty == true && proposal?.inputs.count == 1
  }

  /// Whether the line took it.
  mutating func edit(_ work: (inout LineEditor) -> Bool) -> Bool {
    guard case .input(let place) = focus, var proposal, proposal.inputs.indices.contains(place)
    else { return false }
    guard work(&proposal.inputs[place].editor) else { return false }
    self.proposal = proposal
    failure = nil
    return true
  }

  /// Up and down: in a line with choices the next of these, else the next line.
  mutating func choose(by distance: Int) {
    guard case .input(let place) = focus, input?.choices.isEmpty == false else {
      return step(by: distance)
    }
    proposal?.inputs[place].choose(by: distance)
    failure = nil
  }

  mutating func focus(on name: Proposal.Input.Name) {
    guard let place = proposal?.inputs.firstIndex(where: { $0.name == name }) else { return }
    focus = .input(place)
  }
}

extension State {
  /// Opens the dialog of an act, or says why not.
  mutating func openDialog(_ action: Action) -> [Effect] {
    if let refusal = refusal(of: action) {
      toast(.warning, refusal)
      return []
    }
    if action == .lookUp { return openLookup() }
    let records = front.records(for: action)
    guard !records.isEmpty else { return [] }
    dialog = Dialog(action, .looking)
    return [wait { .ask(.targets(records, action.reach), request: $0, instead: nil) }]
  }

  /// Shows the newest batch again.
  mutating func showJobs() {
    guard let batch = batches.last else {
      return toast(.info, "No job was asked for since the dashboard was opened; g J shows all.")
    }
    dialog = Dialog(.showJobs, .progress(batch.name))
  }

  mutating func wait(for effect: (Int) -> Effect) -> Effect {
    let number = newRequest()
    dialog?.pending = Pending(number: number, since: view.now)
    dialog?.failure = nil
    return effect(number)
  }

  /// What was looked up for the dialog.
  mutating func acceptInDialog(_ outcome: Outcome<Answer>) -> [Effect] {
    dialog?.pending = nil
    switch outcome {
    case .value(.targets(let targets)):
      guard let action = dialog?.action, let ahead = dialog?.ahead else { return [] }
      do throws(ProposalMaker.Refusal) {
        var maker = ProposalMaker(action: action, targets: targets, stores: stores, isDemo: isDemo)
        maker.asker = front.asker
        let proposal = try maker.proposal()
        dialog = Dialog(action, .proposal(proposal))
        return ahead.flatMap { answer($0) }
      } catch {
        dialog = nil
        toast(.warning, error.words)
      }
    case .value(.restore(let plan)):
      dialog?.proposal?.take(plan)
      dialog?.focus = .cancel
    case .value(.preview(let lines)):
      dialog?.preview = lines
      dialog?.top = 0
    case .failure(let reason): dialog?.failure = reason
    case .value: break
    }
    return []
  }

  /// What was asked for is in the queue, or done. Whoever has closed the dialog hears of it all the
  /// same.
  mutating func accept(_ request: Int, _ deed: Deed, _ done: Outcome<Done>) {
    let isWaitedFor = dialog?.pending?.number == request
    // Rows that stand still for a sample's sake show what was done here all the same.
    if sample != nil { markStale() }
    if isWaitedFor { dialog?.pending = nil }
    switch done {
    case .value(.batch(let name, let count, let alreadyOpen)):
      batches.append(JobBatch(deed: deed, name: name, count: count, alreadyOpen: alreadyOpen))
      if isWaitedFor, let action = dialog?.action { dialog = Dialog(action, .progress(name)) }
    case .value(.each(let items)) where isWaitedFor:
      guard let action = dialog?.action else { return }
      dialog = Dialog(action, .done(deed, items))
    case .value(.nothing(let words)) where isWaitedFor:
      dialog?.step = .answer(words, isRefusal: false)
      dialog?.focus = .cancel
    case .value(.rejected(let words)) where isWaitedFor:
      dialog?.step = .answer(words, isRefusal: true)
      dialog?.focus = .cancel
    case .failure(let reason) where isWaitedFor: dialog?.failure = reason
    case .value(.each(let items)): tellLater(deed, items)
    case .value(.nothing(let words)): toast(.info, words)
    case .value(.rejected(let words)), .failure(let words):
      toast(.error, "\(deed.word.string) of \(deed.subject.string): \(words)")
    }
  }

  private mutating func tellLater(_ deed: Deed, _ items: [DoneItem]) {
    let failed = items.compactMap(\.failure)
    let words = "\(deed.word.string) of \(deed.subject.string)"
    guard let reason = failed.first else { return toast(.info, "\(words): done") }
    toast(.error, "\(words): \(failed.count) of \(items.count) not done: \(reason)")
  }
}

extension Action {
  /// How far beyond the rows themselves an act goes.
  fileprivate var reach: Reach {
    switch self {
    case .reverifyAll: .everything
    case .revoke, .grant: .rights
    case .restore, .note: .people
    case .cancelJob, .retryJob: .jobs
    case .refund, .answerApple, .deliver: .orders
    default: .purchases
    }
  }
}

/// What of the rows an act is done to.
package enum Reach: Equatable, Sendable {
  /// The purchases that they are of; of a user's row, all the user's.
  case purchases
  /// All purchases of the users that they are of.
  case everything
  case people
  /// The users, and what was granted to them by hand.
  case rights
  /// The sales themselves.
  case orders
  case jobs
}
