import Entitlements
import Foundation

// Proposals never open by themselves: a dialog that appears while keys are typed would take them.
extension State {
  /// The proposals that wait for a decision, the oldest first.
  var waitingProposals: [Proposal] { proposals.filter { $0.isWaiting(at: view.now) } }

  /// `1 proposal: gp`, for the status line.
  var proposalNotice: SafeText? {
    let count = waitingProposals.count
    guard count > 0 else { return nil }
    let key = keysInForce.binding(of: .proposals)?.label(view.glyphs)
    let notice = SafeText.plural(count, "proposal")
    return key.map { "\(notice): \($0)" } ?? notice
  }

  /// Takes the proposals that wait now, and announces new ones.
  mutating func take(_ new: [Proposal]) {
    let new = new.filter { $0.proposedAction != nil && $0.fault == nil }
    let known = Set(proposals.map(\.id))
    proposals = new
    // An error stays until Esc.
    let isFree = toast.map { $0.life != nil } ?? true
    if isFree, let proposal = waitingProposals.last(where: { !known.contains($0.id) }),
      let action = proposal.proposedAction
    {
      let key = keysInForce.binding(of: .proposals)?.label(view.glyphs).string
      let hint = key.map { " (\($0) shows it)" } ?? ""
      toast(.info, "\(proposal.by) proposes: \(action.description.hint.string)\(hint)")
    }
    guard let shown = dialog?.proposal, dialog?.hasConfirmed == false,
      !new.contains(where: { $0.id == shown.id })
    else { return }
    dialog = nil
    toast(.info, "That proposal was decided on in another dashboard, or has expired.")
  }

  /// Opens the oldest proposal.
  mutating func openProposal() {
    guard let proposal = waitingProposals.first else {
      return toast(.info, "No assistant proposes anything now.")
    }
    open(proposal)
  }

  private mutating func open(_ proposal: Proposal) {
    guard let action = proposal.proposedAction else { return }
    var new = Dialog(action, .looking)
    new.proposal = proposal
    dialog = new
    query(.proposal(proposal))
  }

  /// Shows the proposal `distance` after the one that is shown, wrapping around.
  mutating func showProposal(_ distance: Int) {
    let waiting = waitingProposals
    guard dialog?.pending == nil, dialog?.hasConfirmed == false, !waiting.isEmpty,
      let index = waiting.firstIndex(where: { $0.id == dialog?.proposal?.id })
    else { return }
    let next = waiting[(index + distance + waiting.count) % waiting.count]
    if next.id != waiting[index].id { open(next) }
  }

  /// Shows the dialog of the proposal, or why it cannot be confirmed here.
  mutating func acceptProposal(on found: ProposalTargets) {
    guard let proposal = dialog?.proposal, let action = dialog?.action else { return }
    let refusal =
      roleRefusal(of: action) ?? writeMode.refusal(queriesStores: action.description.queriesStores)
    if let refusal { return show(refusal, isRefusal: true) }
    do throws(ActionFormBuilder.Refusal) {
      let proposed = ProposalForm(
        action,
        proposal,
        on: found,
        stores: stores,
        isDemo: isDemo,
        me: me,
        colleagues: colleagues
      )
      var new = Dialog(action, .form(try proposed.form()))
      new.proposal = proposal
      new.focus = .cancel
      dialog = new
    } catch {
      show(error.message, isRefusal: true)
    }
  }

  /// Declines the proposal of the dialog.
  mutating func decline() {
    guard let proposal = dialog?.proposal else { return }
    dialog = nil
    proposals.removeAll { $0.id == proposal.id }
    effects.append(.decline(proposal))
    toast(.info, "declined; the assistant can see that")
  }
}

extension Dialog {
  /// The hint for the keys that show the other proposals.
  func nextProposalHints(_ state: State) -> [Hint] {
    guard let proposal, !hasConfirmed else { return [] }
    let others = state.waitingProposals.filter { $0.id != proposal.id }
    return others.isEmpty
      ? [] : [Hint(key: "n", word: "next proposal", keys: [.character("n")])]
  }
}
