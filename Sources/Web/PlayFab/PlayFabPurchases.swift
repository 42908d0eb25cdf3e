import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// A submission checked by the title's rules, before anything is filed for the player.
struct PlayFabSubmission {
  var user: ID<User>
  var submitted: Submission
  var catalog: CatalogIndex
  /// The stated sales of items in the catalog.
  var sales: [(sale: Order, item: Catalog.Item)]
}

/// Apple's receipts (seed-endpoints.md §2.3 and §2.4).
extension PlayFabHandler {
  /// Assigns all permanent purchases without another owner to the player.
  func restore(_ call: PlayFabCall) async throws(PlayFabError) -> JSONValue {
    let user = try await player(call)
    let receipt = try call.expectText("ReceiptData")
    let submission = try await submission(of: receipt, as: [.appReceipt], for: user, call)
    let submissionResult = try await decided(submission.submitted, for: submission.user, call)
    let lasting = submission.sales.filter {
      $0.sale.kind != .consumable && $0.item.kind != .consumable
    }
    let chains = Set(lasting.map(\.sale.chain))
    var found: [(chain: ID<Subscription>, sale: ID<Order>, catalogGrants: [CatalogGrant])] = []
    for purchase in submissionResult.purchases where chains.contains(purchase.id) {
      let catalogGrants = EntitlementRules.catalogGrants(
        of: purchase,
        catalog: submission.catalog,
        at: submissionResult.at
      )
      guard let first = catalogGrants.first(where: { $0.granted == nil }) else { continue }
      found.append((purchase.id, first.sale, catalogGrants))
    }
    let items = found.map { (chain: $0.chain, sale: $0.sale) }
    let outcomes = try await wrapping(
      try await core.service.playFab.redeem(
        items,
        for: user,
        of: submissionResult,
        isOnce: false,
        at: .playfab
      )
    )
    if outcomes.values.contains(.taken), outcomes.values.allSatisfy({ $0 == .taken }) {
      throw .receiptUsed
    }
    let price = PlayFabPrice(currency: settings.currency)
    let granted = found.filter { outcomes[$0.sale] == .given }
    return fulfillments(granted.map { ($0.catalogGrants, 1) }, price, submission.catalog)
  }

  /// Assigns one purchase to the player, once.
  func validateApple(_ call: PlayFabCall) async throws(PlayFabError) -> JSONValue {
    let user = try await player(call)
    let price = try PlayFabPrice(call, otherwise: settings.currency)
    let submission: PlayFabSubmission
    if let payload = try call.text("JwsReceiptData"), !payload.isEmpty {
      submission = try await self.submission(of: payload, as: [.signedTransaction], for: user, call)
    } else {
      let receipt = try call.expectText("ReceiptData")
      submission = try await self.submission(of: receipt, as: [.appReceipt], for: user, call)
    }
    let valid = submission.newest.filter { $0.cancelledAt == nil }
    guard !valid.isEmpty else { throw .invalidReceipt }
    let redeemed = try await wrapping(
      try await core.service.playFab.redeemed(among: valid.map(\.id))
    )
    let open = valid.filter { !redeemed.contains($0.id) }
    guard !open.isEmpty else { throw .receiptUsed }
    guard open.count == 1 || settings.takesSeveralItems else { throw .severalItems }
    let submissionResult = try await decided(submission.submitted, for: submission.user, call)
    return try await fulfil(open, of: submissionResult, submission, price, over: .invalidReceipt)
  }

  /// Grants the valid sales among these, each once.
  func fulfil(
    _ sales: [Order],
    of submissionResult: SubmissionResult,
    _ submission: PlayFabSubmission,
    _ price: PlayFabPrice,
    over fault: PlayFabError
  ) async throws(PlayFabError) -> JSONValue {
    var found: [(sale: Order, catalogGrants: [CatalogGrant])] = []
    for sale in sales {
      guard let purchase = submissionResult.purchases.first(where: { $0.id == sale.chain }) else {
        continue
      }
      let catalogGrants = EntitlementRules.catalogGrants(
        of: purchase,
        catalog: submission.catalog,
        at: submissionResult.at
      )
      .filter { $0.sale == sale.id || $0.isOfChain && $0.granted == nil }
      if !catalogGrants.isEmpty { found.append((sale, catalogGrants)) }
    }
    guard !found.isEmpty else { throw fault }
    let items = found.map { (chain: $0.sale.chain, sale: $0.sale.id) }
    let user = submission.user
    let outcomes = try await wrapping(
      try await core.service.playFab.redeem(
        items,
        for: user,
        of: submissionResult,
        isOnce: true,
        at: .playfab
      )
    )
    let granted = found.filter { outcomes[$0.sale.id] == .given }
    if granted.isEmpty {
      let isTaken = found.contains {
        outcomes[$0.sale.id] == .taken && $0.sale.kind == .autoRenewable
      }
      throw isTaken ? .subscriptionTaken : .receiptUsed
    }
    return fulfillments(
      granted.map { ($0.catalogGrants, $0.sale.quantity) },
      price,
      submission.catalog
    )
  }

  /// Files the submission without a claim and queries its store. The resulting records then decide
  /// whether it becomes the player's.
  func decided(
    _ submitted: Submission,
    for user: ID<User>,
    _ call: PlayFabCall
  ) async throws(PlayFabError) -> SubmissionResult {
    try await wrapping(
      try await core.submit(
        submitted,
        for: user,
        of: call.client,
        claims: false,
        alwaysQueries: true
      )
    )
  }

  /// Rejects documents that are not receipts of the title or contain nothing in its catalog.
  private func submission(
    of text: String,
    as kinds: Set<ReceiptKind>,
    for user: ID<User>,
    _ call: PlayFabCall
  ) async throws(PlayFabError) -> PlayFabSubmission {
    let catalog = try await catalog(call)
    let examined = core.service.submissions.examine(Array(text.utf8))
    try await expectGenuine(examined, call)
    guard kinds.contains(examined.submission.kind) else { throw .invalidReceipt }
    let document = examined.filing.document
    guard isOurs(app: document.app ?? "", at: .apple) else { throw .wrongBundle }
    let environments = settings.accepted.environments(for: user)
    guard document.environment.map(environments.contains) ?? false else {
      throw .wrongEnvironment
    }
    guard document.purchases > 0 else { throw .noItems }
    let sales = examined.filing.facts.orders
    let submission = PlayFabSubmission(user, .document(examined), sales, catalog)
    try submission.expectItems()
    return submission
  }

  /// Stores a rejected document outside the ledger, for the operator.
  func expectGenuine(_ document: Validation, _ call: PlayFabCall) async throws(PlayFabError) {
    guard let rejection = document.rejectionCode else { return }
    await core.storeRejected(document, rejection, from: call.client)
    throw rejection == "wrong-app" ? .wrongBundle : .invalidReceipt
  }
}

extension PlayFabSubmission {
  init(_ user: ID<User>, _ submitted: Submission, _ sales: [Order], _ catalog: CatalogIndex) {
    self.init(
      user: user,
      submitted: submitted,
      catalog: catalog,
      sales: sales.compactMap { sale in
        catalog.item(soldAs: Catalog.Product(sale.store, sale.productID)).map { (sale, $0) }
      }
    )
  }

  /// The newest sale of each permanent or renewing chain, and all other sales.
  var newest: [Order] {
    var newest: [ID<Subscription>: Order] = [:]
    var others: [Order] = []
    for (sale, item) in sales {
      switch sale.kind {
      case .consumable, .nonRenewing: others.append(sale)
      case .unknown where item.kind == .consumable || item.kind == .nonRenewing: others.append(sale)
      case .autoRenewable, .nonConsumable, .unknown:
        let known = newest[sale.chain]
        newest[sale.chain] = known.map { $0.precedes(sale) ? sale : $0 } ?? sale
      }
    }
    return (others + newest.values).sorted { $0.precedes($1) }
  }

  /// Rejects sales without an item, and items whose bundle contains unknown currencies.
  func expectItems() throws(PlayFabError) {
    guard !sales.isEmpty else { throw .noMatch }
    let known = Set(catalog.catalog.currencies.map(\.code))
    var isUnknown = false
    for (_, item) in sales {
      catalog.forEachPart(of: item) { part, _ in
        if part.balances.contains(where: { !known.contains($0.currency) }) { isUnknown = true }
      }
    }
    if isUnknown { throw .unknownVirtualCurrency }
  }
}
