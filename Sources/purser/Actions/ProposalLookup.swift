import Dashboard
import Entitlements
import Foundation
import Persistence

/// Finds in the ledger what a proposal names, as an operator would have by the cursor.
struct ProposalLookup: Sendable {
  let ledger: Ledger

  func targets(of proposal: Proposal, at now: Date) async throws -> ProposalTargets {
    guard let action = proposal.proposedAction, let scope = action.scope,
      let kind = action.proposalTarget
    else { throw Fault("No action \(proposal.action) can be proposed.") }
    var found = ProposalTargets(
      records: [try await record(kind, proposal, action, at: now)],
      targets: .empty
    )
    found.targets = try await ActionTargets(ledger: ledger).targets(of: found.records, scope)
    if action == .restore { found.plan = try await plan(of: proposal) }
    return found
  }

  private func record(
    _ kind: Action.ProposalTarget,
    _ proposal: Proposal,
    _ action: Action,
    at now: Date
  ) async throws -> Record {
    let target = proposal.target
    switch kind {
    case .user:
      let details = try await user(target)
      return action == .revoke
        ? .entitlement(try grant(of: details, proposal)) : .user(UserRow(details))
    case .purchase:
      let purchase = try await purchase(target)
      return .subscription(
        SubscriptionRow(
          id: purchase.chain,
          user: purchase.owner,
          productID: purchase.product,
          startedAt: now,
          accessUntil: nil,
          phase: nil
        )
      )
    case .order:
      let id = try await PurchaseArgument.order(target, in: ledger)
      let found = try await ledger.search.records(
        in: .orders,
        matching: Search(.word(Order.transactionID(of: id)), at: now),
        by: RowList.orders.sorts[0],
        at: .first,
        limit: Self.maxOrders
      )
      for case .order(let row) in found.page.rows where row.order.id == id { return .order(row) }
      throw Fault("No order on file has the ID \(target).")
    case .job:
      guard let job = try await ledger.jobs.job(target) else {
        throw Fault("No job has the ID \(target).")
      }
      return .job(job)
    }
  }

  /// The most orders that share an ID.
  private static let maxOrders = 1_000

  func user(_ id: String) async throws -> UserDetails {
    guard let details = try await ledger.users.details(of: ID(id)) else {
      throw Fault("No user has the ID \(id).")
    }
    return details
  }

  private func grant(of details: UserDetails, _ proposal: Proposal) throws -> Entitlement {
    let key = proposal.value(of: .key) ?? ""
    let name = proposal.value(of: .environment) ?? Entitlements.Environment.production.rawValue
    let grant = details.entitlements.first {
      $0.key == key && $0.environment.rawValue == name && $0.source == nil
    }
    guard let grant else {
      throw Fault(
        "\(details.user.id) has no entitlement \(key) in \(name) that was granted by hand. Only those can be revoked here."
      )
    }
    return grant
  }

  private func purchase(_ text: String) async throws -> Purchase {
    let (chain, file) = try await PurchaseArgument.found(text, in: ledger)
    return Purchase(
      chain: chain,
      product: file.chains.first { $0.id == chain }?.sales.last?.productID,
      owner: file.user?.id
    )
  }

  /// Never of a file: the assistant would choose what is read.
  private func plan(of proposal: Proposal) async throws -> RestorePlan {
    guard let text = proposal.value(of: .purchase) else { throw Fault("restore takes purchase.") }
    return RestorePlan(text: text, source: .purchase(try await purchase(text)))
  }
}

extension UserRow {
  fileprivate init(_ details: UserDetails) {
    self.init(
      id: details.user.id,
      name: details.user.name,
      email: details.user.email,
      lastPurchasedAt: details.orders.first?.purchasedAt ?? .distantPast,
      orders: details.orders.count,
      stores: [],
      environments: [],
      leading: nil
    )
  }
}
