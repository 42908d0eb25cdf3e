import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence

/// Puts actions before the operator, and reports the operator's decisions. Executes nothing.
struct MCPProposals: Sendable {
  let file: ProposalFile
  /// Where the dashboards of the ledger state that they run.
  let ledgerPath: String
  /// The stores that can be queried; `nil` if there are none.
  let stores: Set<Store>?
  /// The operator whose assistant proposes.
  let person: Operator
  let session: StoreSession

  private var ledger: Ledger { session.ledger }

  /// Checks a proposal as far as the ledger allows, and files it.
  func propose(_ arguments: MCPArguments) async throws -> JSONValue {
    try person.expect(.note)
    let now = Date()
    let proposal = try await checked(arguments, at: now)
    try file.add(proposal, at: now)
    try await ProposalExecutor.audit("proposal-made", proposal, in: session)
    let isOpen = PresenceFile.hasOwnDashboard(ledger: ledgerPath)
    let role = proposal.proposedAction?.requiredRole ?? .money
    return [
      "id": .string(proposal.id), "state": .word(proposal.state(at: now)),
      "expiresAt": .time(now + Proposal.timeout), "dashboardOpen": .bool(isOpen),
      "next": .string(
        isOpen
          ? "An operator decides. The dashboard shows a notice; g p or F3 opens the dialog."
          : "An operator decides. No dashboard of this account is open on the ledger: ask them to open purser."
      ),
      "warning": person.role < role
        ? .string("\(person.name) has the role \(person.role.rawValue); confirming needs \(role).")
        : nil,
    ]
  }

  private func checked(_ arguments: MCPArguments, at now: Date) async throws -> Proposal {
    let name = arguments["action"] ?? ""
    let values = arguments.texts("values")
    let proposal = Proposal(
      id: String(UUID().uuidString.prefix(8)).lowercased(),
      name,
      on: arguments["target"] ?? "",
      values: values,
      because: Proposal.line(arguments["reason"] ?? ""),
      by: session.actor,
      at: now
    )
    if let fault = proposal.fault { throw MCPRefusal(fault) }
    guard let action = proposal.proposedAction else {
      throw MCPRefusal("No action \(name) can be proposed.")
    }
    let fields = action.proposalFields.map(\.rawValue)
    for field in values.keys.sorted() where !fields.contains(field) {
      let names = fields.isEmpty ? "no values" : fields.joined(separator: ", ")
      throw MCPRefusal("\(name) takes \(names); not \(field).")
    }
    if let refusal = WriteMode.refusal(of: action, stores: stores) { throw MCPRefusal(refusal) }
    let lookup = ProposalLookup(ledger: ledger)
    let found = try await lookup.targets(of: proposal, at: now)
    if action == .transfer, let owner = proposal.value(of: .user) {
      _ = try await lookup.user(owner)
    }
    if action == .assign { try session.team.expect(proposal.value(of: .to)) }
    let fault = ProposalForm.fault(
      of: proposal,
      on: found,
      stores: stores,
      me: person,
      colleagues: session.team.operators.map(\.name),
      at: now
    )
    if let fault { throw MCPRefusal(fault) }
    return proposal
  }

  /// What the operator decided on a proposal.
  func proposal(_ arguments: MCPArguments) async throws -> JSONValue {
    let now = Date()
    let id = arguments["id"] ?? ""
    guard let proposal = file.all(at: now).first(where: { $0.id == id }) else {
      throw MCPRefusal("No proposal has the ID \(id). Proposals are kept for a day.")
    }
    let answer = proposal.answer
    var jobs: [JobRow] = []
    if let batch = answer?.batch { jobs = try await ledger.jobs.list(batch: batch, limit: 100) }
    return [
      "id": .string(id), "state": .word(proposal.state(at: now)),
      "action": .string(proposal.action), "target": .string(proposal.target),
      "proposedAt": .time(proposal.at), "expiresAt": .time(proposal.at + Proposal.timeout),
      "decidedAt": .time(answer?.at), "decidedBy": .text(answer?.by),
      "executed": answer.map { .texts($0.executed) } ?? .null, "result": .text(answer?.result),
      "jobs": .array(
        jobs.map {
          [
            "id": .string($0.id), "state": .word($0.state), "outcome": .text($0.outcome),
            "detail": .text($0.detail),
          ]
        }
      ),
    ]
  }
}
