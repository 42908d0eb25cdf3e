import Foundation

extension Simulator {
  /// Apple's App Store Server API, below `/inApps`.
  func appStore(_ request: SimulatorRequest, sandbox: Bool) async throws -> SimulatorResponse {
    guard await tokenService.isApple(request.bearer, app: nil, at: realNow()),
      let app = await tokenService.app(of: request.bearer)
    else { return SimulatorResponse(401, text: "Unauthenticated\n\nRequest ID: SIMULATED") }
    let shop = AppleShop(app: app, isSandbox: sandbox)
    if let found = try lookUp(request, shop) ?? notify(request, shop) ?? change(request, shop) {
      return found
    }
    return SimulatorResponse(404, text: "Not Found")
  }

  private func lookUp(_ request: SimulatorRequest, _ shop: AppleShop) throws -> SimulatorResponse? {
    let maker = applePayloads(at: state.world.now)
    if let id =
      (request.matches("GET", "inApps/v2/history/*")
      ?? request.matches("GET", "inApps/v1/history/*"))?.first
    {
      guard let purchase = purchase(id, shop) else { return Self.fault(4_040_010) }
      return try history(of: purchase, request, maker, refundsOnly: false)
    }
    if let id = request.matches("GET", "inApps/v2/refund/lookup/*")?.first {
      guard let purchase = purchase(id, shop) else { return Self.fault(4_040_010) }
      return try history(of: purchase, request, maker, refundsOnly: true)
    }
    if let id = request.matches("GET", "inApps/v1/transactions/appTransactions/*")?.first {
      guard let purchase = purchase(id, shop) else { return Self.fault(4_040_010) }
      let signed = try maker.signedAppTransaction(of: family(of: purchase))
      return SimulatorResponse(200, ["signedAppTransactionInfo": .of(signed)])
    }
    if let id = request.matches("GET", "inApps/v1/transactions/*")?.first {
      guard let purchase = purchase(id, shop), let index = purchase.chargeIndex(id) else {
        return Self.fault(4_040_010)
      }
      let signed = try maker.signedTransaction(purchase.charges[index], of: purchase)
      return SimulatorResponse(200, ["signedTransactionInfo": .text(signed)])
    }
    if let id = request.matches("GET", "inApps/v1/subscriptions/*")?.first {
      guard let purchase = purchase(id, shop) else { return Self.fault(4_040_010) }
      return try statuses(of: purchase, request, maker)
    }
    if let order = request.matches("GET", "inApps/v1/lookup/*")?.first {
      return try self.order(order, shop, maker)
    }
    return nil
  }

  func purchase(_ id: String, _ shop: AppleShop) -> SimulatedPurchase? {
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

  private func head(_ purchase: SimulatedPurchase) -> JSON {
    [
      "bundleId": .text(purchase.app),
      "appAppleId": purchase.isSandbox ? nil : .number(SimulatedShop.appleID),
      "environment": .text(ApplePayloads.environment(purchase.isSandbox)),
    ]
  }

  private func history(
    of purchase: SimulatedPurchase,
    _ request: SimulatorRequest,
    _ maker: ApplePayloads,
    refundsOnly: Bool
  ) throws -> SimulatorResponse {
    guard let query = AppleHistoryQuery(request, refundsOnly: refundsOnly) else {
      return Self.fault(4_000_005)
    }
    let page = query.page(of: family(of: purchase))
    let signed = try page.entries.map {
      JSON.text(try maker.signedTransaction($0.charge, of: $0.purchase))
    }
    let body: JSON = [
      "revision": .text(page.revision), "hasMore": .flag(page.hasMore),
      "signedTransactions": .list(signed),
    ]
    return SimulatorResponse(200, refundsOnly ? body : body.with(head(purchase)))
  }

  private func statuses(
    of purchase: SimulatedPurchase,
    _ request: SimulatorRequest,
    _ maker: ApplePayloads
  ) throws -> SimulatorResponse {
    let requested = Set(request.values("status").compactMap(Int64.init))
    let chains = family(of: purchase).filter {
      $0.kind == .subscription
        && (requested.isEmpty || requested.contains(ApplePayloads.status(of: $0)))
    }
    let groups = Dictionary(grouping: chains, by: ApplePayloads.group).sorted { $0.key < $1.key }
    let data = try groups.map { group, chains in
      let last = try chains.compactMap { chain -> JSON? in
        guard let charge = chain.charges.last else { return nil }
        return [
          "originalTransactionId": .text(chain.id),
          "status": .number(ApplePayloads.status(of: chain)),
          "signedTransactionInfo": .text(try maker.signedTransaction(charge, of: chain)),
          "signedRenewalInfo": .of(try maker.signedRenewal(of: chain)),
        ]
      }
      return JSON.object([
        ("subscriptionGroupIdentifier", .text(group)), ("lastTransactions", .list(last)),
      ])
    }
    return SimulatorResponse(200, head(purchase).with(["data": .list(data)]))
  }

  private func order(
    _ order: String,
    _ shop: AppleShop,
    _ maker: ApplePayloads
  ) throws -> SimulatorResponse {
    // Only production looks up orders.
    guard !shop.isSandbox else { return Self.fault(4_040_010) }
    guard let purchase = purchase(order, shop) else {
      return SimulatorResponse(200, ["status": 1, "signedTransactions": []])
    }
    let signed = try purchase.charges.filter { $0.order == order }.map {
      JSON.text(try maker.signedTransaction($0, of: purchase))
    }
    return SimulatorResponse(
      200,
      ["status": signed.isEmpty ? 1 : 0, "signedTransactions": .list(signed)]
    )
  }

  /// Apple's error body; its HTTP status is the code's first three digits.
  static func fault(_ code: Int64) -> SimulatorResponse {
    SimulatorResponse(
      Int(code / 10_000),
      ["errorCode": .number(code), "errorMessage": .text(messages[code] ?? "An error occurred.")]
    )
  }

  private static let messages: [Int64: String] = [
    4_000_000: "Bad request.",
    4_000_005: "Invalid request revision.",
    4_000_006: "Invalid transaction id.",
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
