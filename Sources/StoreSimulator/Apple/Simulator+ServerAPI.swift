import Basics
import Foundation

extension Simulator {
  /// Apple's App Store Server API, below `/inApps`.
  func appStore(_ request: SimulatorRequest, sandbox: Bool) async throws -> SimulatorResponse {
    guard let app = await tokenService.app(of: request.bearer, at: realNow()) else {
      return SimulatorResponse(401, text: "Unauthenticated\n\nRequest ID: SIMULATED")
    }
    let shop = AppleShop(app: app, isSandbox: sandbox)
    return try await answer(request, by: Self.appleRoutes, shop)
      ?? SimulatorResponse(404, text: "Not Found")
  }

  private static let appleRoutes: [SimulatorRoute<AppleShop>] = [
    .init("GET inApps/v2/history/*") { try $0.history(of: $2[0], $1, $3, refundsOnly: false) },
    .init("GET inApps/v1/history/*") { try $0.history(of: $2[0], $1, $3, refundsOnly: false) },
    .init("GET inApps/v2/refund/lookup/*") {
      try $0.history(of: $2[0], $1, $3, refundsOnly: true)
    },
    .init("GET inApps/v1/transactions/appTransactions/*") {
      let family = try $0.family(of: $0.purchase($2[0], $3))
      let signed = try $0.applePayloads.signedAppTransaction(of: family)
      return SimulatorResponse(200, ["signedAppTransactionInfo": .text(signed)])
    },
    .init("GET inApps/v1/transactions/*") {
      let purchase = try $0.purchase($2[0], $3)
      guard let index = purchase.chargeIndex($2[0]) else { throw Refusal.apple(4_040_010) }
      let signed = try $0.applePayloads.signedTransaction(purchase.charges[index], of: purchase)
      return SimulatorResponse(200, ["signedTransactionInfo": .string(signed)])
    },
    .init("GET inApps/v1/subscriptions/*") { try $0.statuses(of: $0.purchase($2[0], $3), $1) },
    .init("GET inApps/v1/lookup/*") { try $0.order($2[0], $3) },
    .init("POST inApps/v1/notifications/test") { try $0.sendTest($3) },
    .init("GET inApps/v1/notifications/test/*") { simulator, _, values, _ in
      try simulator.testNotification(values[0])
    },
    .init("POST inApps/v1/notifications/history") { try $0.notificationHistory($1, $3) },
    .init("PUT inApps/v2/transactions/consumption/*") { try $0.consume($2[0], $1, $3) },
    .init("PUT inApps/v1/transactions/consumption/*") { try $0.consume($2[0], $1, $3) },
    .init("GET inApps/v1/subscriptions/extend/mass/*/*") {
      try $0.status(ofExtension: $2[1], of: $2[0], $3)
    },
    .init("POST inApps/v1/subscriptions/extend/mass") { try $0.massExtension($1, $3) },
    .init("PUT inApps/v1/subscriptions/extend/*") { try $0.extend($2[0], $1, $3) },
    .init("PUT inApps/v1/transactions/*/appAccountToken") { try $0.setAccount($2[0], $1, $3) },
  ]

  /// The purchase of a transaction ID.
  ///
  /// - Throws: `Refusal`: the `invalid` code if the ID is not a number, another if the app has no
  ///   such purchase.
  func purchase(
    _ id: String,
    _ shop: AppleShop,
    invalid: Int64 = 4_000_006
  ) throws(Refusal) -> SimulatedPurchase {
    let isNumber = (1...19).contains(id.utf8.count) && id.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    guard isNumber else { throw Refusal.apple(invalid) }
    guard let purchase = found(id, shop) else { throw Refusal.apple(4_040_010) }
    return purchase
  }

  /// The purchase of a transaction ID or an order number.
  private func found(_ id: String, _ shop: AppleShop) -> SimulatedPurchase? {
    guard let purchase = state.world.purchase(id), purchase.store == .apple,
      purchase.app == shop.app, purchase.isSandbox == shop.isSandbox, !purchase.charges.isEmpty
    else { return nil }
    return purchase
  }

  private func family(of purchase: SimulatedPurchase) -> [SimulatedPurchase] {
    state.world.purchases(
      of: purchase.account,
      in: .apple,
      app: purchase.app,
      sandbox: purchase.isSandbox
    ).filter { !$0.charges.isEmpty }
  }

  private func head(_ purchase: SimulatedPurchase) -> JSONValue {
    [
      "bundleId": .text(purchase.app),
      "appAppleId": purchase.isSandbox ? nil : .whole(SimulatedShop.appleID),
      "environment": .text(ApplePayloads.environment(purchase.isSandbox)),
    ]
  }

  private func history(
    of id: String,
    _ request: SimulatorRequest,
    _ shop: AppleShop,
    refundsOnly: Bool
  ) throws -> SimulatorResponse {
    let (purchase, maker) = (try purchase(id, shop), applePayloads)
    guard let query = AppleHistoryQuery(request, refundsOnly: refundsOnly) else {
      throw Refusal.apple(4_000_005)
    }
    let page = query.page(of: family(of: purchase))
    let signed = try page.entries.map {
      JSONValue.string(try maker.signedTransaction($0.charge, of: $0.purchase))
    }
    let body: JSONValue = [
      "revision": .text(page.revision), "hasMore": .flag(page.hasMore),
      "signedTransactions": .array(signed),
    ]
    return SimulatorResponse(200, refundsOnly ? body : body.adding(head(purchase)))
  }

  private func statuses(
    of purchase: SimulatedPurchase,
    _ request: SimulatorRequest
  ) throws -> SimulatorResponse {
    let maker = applePayloads
    let requested = Set(request.values("status").compactMap(Int64.init))
    let chains = family(of: purchase).filter {
      $0.kind == .subscription
        && (requested.isEmpty || requested.contains(ApplePayloads.status(of: $0)))
    }
    let groups = Dictionary(grouping: chains, by: ApplePayloads.group).sorted { $0.key < $1.key }
    let data = try groups.map { group, chains -> JSONValue in
      let last = try chains.compactMap { chain -> JSONValue? in
        guard let charge = chain.charges.last else { return nil }
        return [
          "originalTransactionId": .text(chain.id),
          "status": .whole(ApplePayloads.status(of: chain)),
          "signedTransactionInfo": .text(try maker.signedTransaction(charge, of: chain)),
          "signedRenewalInfo": .text(try maker.signedRenewal(of: chain)),
        ]
      }
      return ["subscriptionGroupIdentifier": .text(group), "lastTransactions": .array(last)]
    }
    return SimulatorResponse(200, head(purchase).adding(["data": .array(data)]))
  }

  private func order(_ order: String, _ shop: AppleShop) throws -> SimulatorResponse {
    let maker = applePayloads
    // Only production looks up orders.
    guard !shop.isSandbox else { throw Refusal.apple(4_040_010) }
    guard let purchase = found(order, shop) else {
      return SimulatorResponse(200, ["status": 1, "signedTransactions": []])
    }
    let signed = try purchase.charges.filter { $0.order == order }.map {
      JSONValue.string(try maker.signedTransaction($0, of: purchase))
    }
    return SimulatorResponse(
      200,
      ["status": signed.isEmpty ? 1 : 0, "signedTransactions": .array(signed)]
    )
  }
}

extension Refusal {
  /// An error of the App Store Server API; the HTTP status is the code's first three digits.
  static func apple(_ code: Int64) -> Refusal {
    Refusal(
      Int(code / 10_000),
      ["errorCode": .whole(code), "errorMessage": .text(messages[code] ?? "An error occurred.")]
    )
  }

  private static let messages: [Int64: String] = [
    4_000_000: "Bad request.",
    4_000_005: "Invalid request revision.",
    4_000_006: "Invalid transaction id.",
    4_000_008: "Invalid original transaction id.",
    4_000_009: "Invalid extend by days value.",
    4_000_014: "Invalid request pagination token.",
    4_000_015: "Invalid request start date.",
    4_000_016: "Invalid request end date.",
    4_000_019: "Multiple filters supplied.",
    4_000_183: "Invalid request. The app account token field must be a valid UUID.",
    4_000_187: "Invalid request. The transaction id is not an original transaction id.",
    4_030_004: "The subscription is not eligible for a renewal-date extension.",
    4_030_007: "Family sharing subscriptions are not eligible for a renewal-date extension.",
    4_040_007: "No App Store Server Notification URL found for provided app.",
    4_040_008:
      "Either the test notification token is expired or the notification and status are not yet available.",
    4_040_010: "Transaction id not found.",
    4_040_009: "Mass extension request not found.",
    4_000_010: "Invalid extend reason code.",
    4_000_011: "Invalid request identifier.",
  ]
}

/// The app and the environment that a request is about.
struct AppleShop: Sendable {
  var app: String
  var isSandbox: Bool
}

/// The filters of a history request, and the requested page.
struct AppleHistoryQuery {
  typealias Entry = (purchase: SimulatedPurchase, charge: SimulatedCharge)
  private static let pageSize = 20

  private let from: Int64?
  private let until: Int64?
  private let products: Set<String>
  private let types: Set<String>
  private let ownership: String?
  private let isRevoked: Bool?
  private let isDescending: Bool
  private let after: Position?
  private let refundsOnly: Bool

  /// A position in the order of last changes; a revision is the text of a page's last position.
  private struct Position: Comparable {
    var changedAt: Int64
    var id: String

    static func < (one: Position, other: Position) -> Bool {
      (one.changedAt, one.id) < (other.changedAt, other.id)
    }

    var text: String { "\(changedAt)_\(id)" }

    init(_ charge: SimulatedCharge) {
      let changed = max(charge.purchasedAt, charge.cancelledAt ?? charge.purchasedAt)
      changedAt = Int64((changed.timeIntervalSince1970 * 1_000).rounded())
      id = charge.id
    }

    init?(_ text: String) {
      let parts = text.split(separator: "_", maxSplits: 1)
      guard parts.count == 2, let changedAt = Int64(parts[0]) else { return nil }
      self.changedAt = changedAt
      id = String(parts[1])
    }
  }

  /// `nil` for an invalid revision.
  init?(_ request: SimulatorRequest, refundsOnly: Bool) {
    from = request.value("startDate").flatMap { Int64($0) }
    until = request.value("endDate").flatMap { Int64($0) }
    products = Set(request.values("productId"))
    types = Set(request.values("productType"))
    ownership = request.value("inAppOwnershipType")
    isRevoked = request.value("revoked").map { $0 == "true" }
    isDescending = request.value("sort") == "DESCENDING"
    self.refundsOnly = refundsOnly
    guard let revision = request.value("revision"), !revision.isEmpty else {
      after = nil
      return
    }
    guard let position = Position(revision) else { return nil }
    after = position
  }

  func page(
    of purchases: [SimulatedPurchase]
  ) -> (entries: [Entry], revision: String, hasMore: Bool) {
    let all: [Entry] = purchases.flatMap { purchase in purchase.charges.map { (purchase, $0) } }
    let sorted = all.filter(matches).sorted { isBefore($0.charge, $1.charge) }
    let rest = sorted.filter { entry in after.map { isAfter(Position(entry.charge), $0) } ?? true }
    let entries = Array(rest.prefix(Self.pageSize))
    let revision = (entries.last.map { Position($0.charge) } ?? after)?.text ?? "0_"
    return (entries, revision, rest.count > entries.count)
  }

  private func isBefore(_ one: SimulatedCharge, _ other: SimulatedCharge) -> Bool {
    isDescending ? Position(other) < Position(one) : Position(one) < Position(other)
  }

  private func isAfter(_ position: Position, _ last: Position) -> Bool {
    isDescending ? position < last : last < position
  }

  private func matches(_ entry: Entry) -> Bool {
    let (purchase, charge) = entry
    if refundsOnly { return charge.refundedAt != nil }
    let bought = Int64((charge.purchasedAt.timeIntervalSince1970 * 1_000).rounded())
    let isShared = purchase.sharedFrom != nil
    return (from.map { bought >= $0 } ?? true) && (until.map { bought < $0 } ?? true)
      && (products.isEmpty || products.contains(charge.product))
      && (types.isEmpty || types.contains(Self.type(purchase.kind)))
      && (ownership.map { ($0 == "FAMILY_SHARED") == isShared } ?? true)
      && (isRevoked.map { ((charge.refundedAt ?? charge.revokedAt) != nil) == $0 } ?? true)
  }

  private static func type(_ kind: SimulatedProduct.Kind) -> String {
    switch kind {
    case .consumable: "CONSUMABLE"
    case .nonConsumable: "NON_CONSUMABLE"
    case .nonRenewing, .prepaid: "NON_RENEWABLE"
    case .subscription: "AUTO_RENEWABLE"
    }
  }
}
