import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// What a client hands in, judged by the title's rules, before anything is filed for the player.
struct PlayFabSubmission {
  var user: ID<User>
  var handed: HandedIn
  var catalog: CatalogIndex
  /// What it states of items that the catalog knows.
  var sales: [(sale: Order, item: Catalog.Item)]
}

/// Apple's receipts (seed-endpoints.md §2.3 and §2.4).
extension PlayFabDesk {
  /// Every purchase that lasts and is nobody else's becomes the player's.
  func restore(_ call: PlayFabCall) async throws(PlayFabFault) -> JSONValue {
    let user = try await player(call)
    let receipt = try call.expectText("ReceiptData")
    let submission = try await submission(of: receipt, as: [.appReceipt], for: user, call)
    let settlement = try await settled(submission.handed, for: submission.user, call)
    let lasting = submission.sales.filter {
      $0.sale.kind != .consumable && $0.item.kind != .consumable
    }
    let chains = Set(lasting.map(\.sale.chain))
    var found: [(wanted: WantedSale, holdings: [Holding])] = []
    for purchase in settlement.purchases where chains.contains(purchase.id) {
      let holdings = EntitlementRules.holdings(
        of: purchase,
        catalog: submission.catalog,
        at: settlement.at
      )
      guard let first = holdings.first(where: { $0.granted == nil }) else { continue }
      found.append((WantedSale(chain: purchase.id, sale: first.sale), holdings))
    }
    let wanted = found.map(\.wanted)
    let outcomes = try await asking { () throws(ServiceError) in
      try await core.service.redeem(
        wanted,
        for: user,
        of: settlement,
        isOnce: false,
        at: .playfab
      )
    }
    if outcomes.values.contains(.taken), outcomes.values.allSatisfy({ $0 == .taken }) {
      throw .receiptUsed
    }
    let price = PlayFabPrice(currency: settings.currency)
    let given = found.filter { outcomes[$0.wanted.sale] == .given }
    return fulfillments(given.map { ($0.holdings, 1) }, price, submission.catalog)
  }

  /// One purchase becomes the player's, once.
  func validateApple(_ call: PlayFabCall) async throws(PlayFabFault) -> JSONValue {
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
    let redeemed = try await asking { () throws(ServiceError) in
      try await core.service.redeemed(among: valid.map(\.id))
    }
    let open = valid.filter { !redeemed.contains($0.id) }
    guard !open.isEmpty else { throw .receiptUsed }
    guard open.count == 1 || settings.takesSeveralItems else { throw .severalItems }
    let settlement = try await settled(submission.handed, for: submission.user, call)
    return try await fulfil(open, of: settlement, submission, price, over: .invalidReceipt)
  }

  /// Gives the player what of these sales still holds, each once.
  func fulfil(
    _ sales: [Order],
    of settlement: Settlement,
    _ submission: PlayFabSubmission,
    _ price: PlayFabPrice,
    over fault: PlayFabFault
  ) async throws(PlayFabFault) -> JSONValue {
    var found: [(sale: Order, holdings: [Holding])] = []
    for sale in sales {
      guard let purchase = settlement.purchases.first(where: { $0.id == sale.chain }) else {
        continue
      }
      let holdings = EntitlementRules.holdings(
        of: purchase,
        catalog: submission.catalog,
        at: settlement.at
      )
      .filter { $0.sale == sale.id || $0.isOfChain && $0.granted == nil }
      if !holdings.isEmpty { found.append((sale, holdings)) }
    }
    guard !found.isEmpty else { throw fault }
    let wanted = found.map { WantedSale(chain: $0.sale.chain, sale: $0.sale.id) }
    let user = submission.user
    let outcomes = try await asking { () throws(ServiceError) in
      try await core.service.redeem(
        wanted,
        for: user,
        of: settlement,
        isOnce: true,
        at: .playfab
      )
    }
    let given = found.filter { outcomes[$0.sale.id] == .given }
    if given.isEmpty {
      let isTaken = found.contains {
        outcomes[$0.sale.id] == .taken && $0.sale.kind == .autoRenewable
      }
      throw isTaken ? .subscriptionTaken : .receiptUsed
    }
    return fulfillments(given.map { ($0.holdings, $0.sale.quantity) }, price, submission.catalog)
  }

  /// Files what was handed in as whoever's it is, and has its store asked: whether it becomes the
  /// player's is decided afterwards, by what is on file then.
  func settled(
    _ handed: HandedIn,
    for user: ID<User>,
    _ call: PlayFabCall
  ) async throws(PlayFabFault) -> Settlement {
    try await asking { () throws(ServiceError) in
      try await core.settle(
        handed,
        for: user,
        of: call.client,
        claims: false,
        asksAlways: true
      )
    }
  }

  /// Refuses what is no receipt of the title's, or holds nothing of its catalog.
  private func submission(
    of text: String,
    as kinds: Set<ReceiptKind>,
    for user: ID<User>,
    _ call: PlayFabCall
  ) async throws(PlayFabFault) -> PlayFabSubmission {
    let catalog = try await catalog(call)
    let bytes = Array(text.utf8)
    let worth = core.service.worth(of: bytes)
    try await expectBelieved(worth, bytes, call)
    guard kinds.contains(worth.kind) else { throw .invalidReceipt }
    guard isOurs(app: worth.app ?? "", at: .apple) else { throw .wrongBundle }
    let environments = settings.accepted.environments(for: user)
    guard worth.environment.map(environments.contains) ?? false else {
      throw .wrongEnvironment
    }
    guard worth.purchases > 0 else { throw .noItems }
    let submission = PlayFabSubmission(user, .document(bytes), worth.sales, catalog)
    try submission.expectItems()
    return submission
  }

  /// What is not believed is kept outside the ledger, so that somebody can look at it.
  func expectBelieved(
    _ worth: DocumentWorth,
    _ bytes: [UInt8],
    _ call: PlayFabCall
  ) async throws(PlayFabFault) {
    guard let rejection = worth.rejection else { return }
    await core.keepRejected(
      bytes,
      rejection,
      at: call.client.endpoint.rawValue,
      from: call.client.peer
    )
    throw rejection == "wrong-app" ? .wrongBundle : .invalidReceipt
  }
}

extension PlayFabSubmission {
  init(_ user: ID<User>, _ handed: HandedIn, _ sales: [Order], _ catalog: CatalogIndex) {
    self.init(
      user: user,
      handed: handed,
      catalog: catalog,
      sales: sales.compactMap { sale in
        catalog.item(soldAs: Catalog.Product(sale.store, sale.productID)).map { (sale, $0) }
      }
    )
  }

  /// Of what lasts as long as its chain the newest sale, of everything else all.
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

  /// Refuses what no item stands for, and items whose bundle holds what there is not.
  func expectItems() throws(PlayFabFault) {
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
