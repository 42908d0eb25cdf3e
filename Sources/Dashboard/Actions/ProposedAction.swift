package import Entitlements
package import Foundation

/// What a proposal is about, from the ledger.
package struct ProposalTargets: Equatable, Sendable {
  /// The rows that an operator would have put the cursor on.
  package var records: [Record]
  package var targets: Targets
  /// What a restore would do.
  package var plan: RestorePlan?

  package init(records: [Record], targets: Targets, plan: RestorePlan? = nil) {
    (self.records, self.targets, self.plan) = (records, targets, plan)
  }
}

/// A field of a dialog that an assistant may fill in. A confirmation, and a customer's consent, are
/// typed by the operator only.
package enum ProposalField: String, CaseIterable, Sendable {
  case key, until, environment, reason, text, user, to, note, purchase
  case endAccess, prorated, sample, used, prefer

  package var help: String {
    switch self {
    case .key: "the entitlement's name"
    case .until: "the end: 30d, 3mo or 2027-01-31; none without it"
    case .environment: "production, sandbox or xcode"
    case .reason: "saved with the action"
    case .text: "the note"
    case .user: "the ID of the new owner"
    case .to: "an operator's name; nobody without it"
    case .note: "for the next operator"
    case .purchase: "any ID of the purchase to restore"
    case .endAccess, .prorated, .sample: "yes or no"
    case .used: "0 to 100 percent"
    case .prefer: "decline, grant-full or grant-prorated; at Google approve, decline or neutral"
    }
  }

  /// The dialog's input; `nil` if the field selects the target.
  fileprivate func input(of action: Action) -> ActionForm.Input.Name? {
    switch self {
    case .key: action == .revoke ? nil : .key
    case .environment: action == .revoke ? nil : .environment
    case .until: .until
    case .reason: .reason
    case .text, .note: .text
    case .user: .user
    case .to: .assignee
    case .purchase: nil
    case .endAccess: .endsAccess
    case .prorated: .prorated
    case .sample: .sample
    case .used: .used
    case .prefer: .preference
    }
  }
}

extension Action {
  /// What a proposal's target names.
  package enum ProposalTarget: String, Sendable { case user, purchase, order, job }

  /// What an assistant may propose. Approving is left to the second operator's own decision.
  package static let proposable: [Action] = [
    .reverify, .restore, .transfer, .grant, .revoke, .note, .assign, .refund,
    .revokeAtStore, .answerApple, .answerGoogle, .deliver, .cancelJob, .retryJob,
  ]

  /// What the action is about in a proposal; `nil` if it may not be proposed.
  package var proposalTarget: ProposalTarget? {
    switch self {
    case .restore, .grant, .revoke, .note, .assign: .user
    case .reverify, .transfer: .purchase
    case .refund, .revokeAtStore, .answerApple, .answerGoogle, .deliver: .order
    case .cancelJob, .retryJob: .job
    default: nil
    }
  }

  package var proposalFields: [ProposalField] {
    switch self {
    case .restore: [.purchase]
    case .transfer: [.user]
    case .grant: [.key, .until, .environment, .reason]
    case .revoke: [.key, .environment, .reason]
    case .note: [.text]
    case .assign: [.to, .note]
    case .refund: [.endAccess, .reason]
    case .revokeAtStore: [.prorated, .reason]
    case .answerApple: [.used, .prefer, .reason]
    case .answerGoogle: [.prefer, .sample, .used, .reason]
    case .deliver: [.reason]
    default: []
    }
  }

  /// The scope in which the ledger finds its targets.
  package var scope: ActionScope? { description.target }
  /// The role that an operator needs for it.
  package var requiredRole: OperatorRole { role }
}

extension Proposal {
  /// `nil` for a name that is no action, or one that may not be proposed.
  package var proposedAction: Action? {
    Action(rawValue: action).flatMap { Action.proposable.contains($0) ? $0 : nil }
  }

  package func value(of field: ProposalField) -> String? { values[field.rawValue] }
}

/// Builds the dialog of a proposal, as an operator's own dialog with values filled in.
package struct ProposalForm {
  private let action: Action
  private let proposal: Proposal
  private let found: ProposalTargets
  private let builder: ActionFormBuilder

  init(
    _ action: Action,
    _ proposal: Proposal,
    on found: ProposalTargets,
    stores: Set<Store>?,
    isDemo: Bool = false,
    me: Operator,
    colleagues: [String]
  ) {
    (self.action, self.proposal, self.found) = (action, proposal, found)
    builder = ActionFormBuilder(
      action: action,
      targets: found.targets,
      stores: stores,
      isDemo: isDemo,
      me: me,
      colleagues: colleagues
    )
  }

  func form() throws(ActionFormBuilder.Refusal) -> ActionForm {
    if let reason = found.records.reason(against: action) {
      throw ActionFormBuilder.Refusal("Cannot \(action.description.hint.string): \(reason).")
    }
    var form = try builder.form()
    if let plan = found.plan { form.take(plan) }
    var labels: [SafeText] = []
    for field in filled {
      guard let index = form.inputs.firstIndex(where: { $0.name == field.input(of: action) }),
        let value = proposal.value(of: field)
      else { continue }
      form.inputs[index].editor = LineEditor()
      form.inputs[index].editor.insert(value)
      labels.append(form.inputs[index].label)
    }
    if !labels.isEmpty {
      form.statements.insert("filled in by the assistant: \(.joined(labels, by: ", "))", at: 0)
    }
    form.statements.append("Cancel leaves the proposal waiting. Decline ends it.")
    return form
  }

  /// The fields that the proposal fills in.
  private var filled: [ProposalField] {
    action.proposalFields.filter { proposal.value(of: $0) != nil }
  }

  /// Why an operator could not confirm the proposal as it is; `nil` if one could, after filling in
  /// what it leaves open.
  package static func fault(
    of proposal: Proposal,
    on found: ProposalTargets,
    stores: Set<Store>?,
    me: Operator,
    colleagues: [String],
    at now: Date
  ) -> String? {
    guard let action = proposal.proposedAction else { return "No such action can be proposed." }
    let proposed = ProposalForm(
      action,
      proposal,
      on: found,
      stores: stores,
      me: me,
      colleagues: colleagues
    )
    do throws(ActionFormBuilder.Refusal) {
      return proposed.fault(in: try proposed.form(), at: now)
    } catch {
      return error.message
    }
  }

  /// The first fault in a field that the proposal fills in. The operator fills in the others, here
  /// with what any field or one that asks for consent takes.
  private func fault(in form: ActionForm, at now: Date) -> String? {
    var form = form
    for _ in 0...form.inputs.count {
      do throws(ActionForm.Fault) {
        _ = try form.actionRequest(at: now)
        return nil
      } catch {
        if error.isQuestion {
          form.acceptedKey = form.text(of: error.name)
          continue
        }
        if let field = filled.first(where: { $0.input(of: action) == error.name }) {
          return "\(field.rawValue): \(error.message)"
        }
        guard let index = form.inputs.firstIndex(where: { $0.name == error.name }) else {
          return error.message
        }
        form.inputs[index].editor = LineEditor("yes")
      }
    }
    return nil
  }
}

extension WriteMode {
  /// Why no operator can execute an action with these stores; `nil` if it is possible.
  package static func refusal(of action: Action, stores: Set<Store>?) -> String? {
    let mode = stores == nil ? WriteMode.noStores : .allowed
    return mode.refusal(queriesStores: action.description.queriesStores)
  }
}
