import Foundation
import Mint

extension Simulator {
  /// Google's token endpoint: exchanges a service account's signed assertion for a bearer token.
  func googleToken(_ request: SimulatorRequest) async -> SimulatorResponse {
    let form = request.form
    guard request.method == "POST", let assertion = form["assertion"] else {
      return SimulatorResponse(400, ["error": "invalid_request"])
    }
    if let fault = await tokenService.faultOfGoogle(assertion, at: realNow()) {
      return SimulatorResponse(400, ["error": "invalid_grant", "error_description": .text(fault)])
    }
    return SimulatorResponse(
      200,
      ["access_token": .text(token("ya29.")), "expires_in": 3_599, "token_type": "Bearer"]
    )
  }

  /// The keys that sign Pub/Sub's push tokens, as a key set (RFC 7517).
  func googleCertificates() -> SimulatorResponse {
    guard let numbers = keys.pushKey.publicNumbers else { return SimulatorResponse(500) }
    return SimulatorResponse(
      200,
      [
        "keys": [
          [
            "kty": "RSA", "alg": "RS256", "use": "sig", "kid": .text(keys.pushKeyID),
            "n": .text(PayloadMint.base64URL(numbers.modulus)),
            "e": .text(PayloadMint.base64URL(numbers.exponent)),
          ]
        ]
      ]
    )
  }

  /// androidpublisher v3, below `applications/PACKAGE`.
  func androidPublisher(_ request: SimulatorRequest) throws -> SimulatorResponse {
    guard isGood(request.bearer) else {
      return Self.fault(401, "authError", "Request had invalid authentication credentials.")
    }
    guard request.path.count > 4, request.path[2] == "applications" else {
      return Self.fault(404, "notFound", "Not found.")
    }
    let app = request.path[3]
    guard state.world.products.contains(where: { $0.app == app && $0.store == .google }) else {
      return Self.fault(
        404,
        "applicationNotFound",
        "No application was found for the given package name."
      )
    }
    let below = request.below(4)
    return try read(below, app) ?? orders(below, app) ?? action(below, app)
      ?? Self.fault(404, "notFound", "Not found.")
  }

  static func fault(_ status: Int, _ reason: String, _ message: String) -> SimulatorResponse {
    let error: JSON = [
      "code": .number(Int64(status)), "message": .text(message),
      "errors": [
        [
          "domain": "androidpublisher", "reason": .text(reason), "message": .text(message),
        ]
      ],
    ]
    return SimulatorResponse(status, ["error": error])
  }

  private static let unknownToken = fault(
    404,
    "purchaseTokenNotFound",
    "The purchase token was not found."
  )
  private static let otherKind = fault(
    400,
    "invalid",
    "The purchase token does not match the product type."
  )

  private func purchase(_ token: String, _ app: String) -> SimulatedPurchase? {
    guard let purchase = state.world.purchase(token), purchase.store == .google,
      purchase.app == app, purchase.token == token
    else { return nil }
    return purchase
  }

  private func read(_ request: SimulatorRequest, _ app: String) -> SimulatorResponse? {
    let bodies = GoogleBodies(products: state.world.products)
    if let token = request.matches("GET", "purchases/subscriptionsv2/tokens/*")?.first {
      guard let purchase = purchase(token, app) else { return Self.unknownToken }
      guard purchase.isSubscription else { return Self.otherKind }
      if let expiresAt = purchase.expiresAt, !purchase.isRunning,
        state.world.now.timeIntervalSince(expiresAt) > 60 * 86_400
      {
        return Self.fault(
          410,
          "subscriptionPurchaseNoLongerAvailable",
          "The subscription purchase is no longer available for query because it has been expired for too long."
        )
      }
      let linked = purchase.replaces.flatMap { state.world.purchase($0)?.token }
      return SimulatorResponse(200, bodies.subscription(purchase, linked: linked))
    }
    if let token = request.matches("GET", "purchases/productsv2/tokens/*")?.first {
      guard let purchase = purchase(token, app) else { return Self.unknownToken }
      guard !purchase.isSubscription else { return Self.otherKind }
      return SimulatorResponse(200, bodies.product(purchase))
    }
    if let found = request.matches("GET", "purchases/products/*/tokens/*") {
      guard let purchase = purchase(found[1], app) else { return Self.unknownToken }
      guard purchase.product == found[0], !purchase.isSubscription else { return Self.otherKind }
      return SimulatorResponse(200, bodies.oldProduct(purchase))
    }
    return nil
  }

  private func orders(_ request: SimulatorRequest, _ app: String) -> SimulatorResponse? {
    let bodies = GoogleBodies(products: state.world.products)
    func order(_ id: String) -> JSON? {
      guard let purchase = state.world.purchase(id), purchase.store == .google,
        purchase.app == app, let charge = purchase.charges.first(where: { $0.id == id })
      else { return nil }
      return bodies.order(charge, of: purchase)
    }
    if request.matches("GET", "orders:batchGet") != nil {
      let ids = request.values("orderIds")
      guard (1...1_000).contains(ids.count), Set(ids).count == ids.count else {
        return Self.fault(400, "invalidValue", "Between 1 and 1000 distinct order IDs are needed.")
      }
      let found = ids.compactMap(order)
      guard found.count == ids.count else {
        return Self.fault(404, "notFound", "At least one order was not found.")
      }
      return SimulatorResponse(200, ["orders": .list(found)])
    }
    if let id = request.matches("GET", "orders/*")?.first {
      return order(id).map { SimulatorResponse(200, $0) }
        ?? Self.fault(404, "notFound", "The order was not found.")
    }
    guard request.matches("GET", "purchases/voidedpurchases") != nil else { return nil }
    return voided(request, app, bodies)
  }

  private func voided(
    _ request: SimulatorRequest,
    _ app: String,
    _ bodies: GoogleBodies
  ) -> SimulatorResponse {
    let withSubscriptions = request.value("type") == "1"
    func instant(_ name: String) -> Date? {
      request.value(name).flatMap(Double.init).map { Date(timeIntervalSince1970: $0 / 1_000) }
    }
    let earliest = state.world.now.addingTimeInterval(-30 * 86_400)
    let from = instant("startTime") ?? earliest
    guard from >= earliest.addingTimeInterval(-60) else {
      return Self.fault(400, "invalidValue", "startTime cannot be older than 30 days.")
    }
    let until = instant("endTime") ?? state.world.now
    let found = state.world.purchases.filter {
      $0.store == .google && $0.app == app && (withSubscriptions || !$0.isSubscription)
    }.flatMap { purchase in purchase.charges.map { (purchase, $0) } }
      .filter { $0.1.isVoided && ($0.1.refundedAt.map { $0 >= from && $0 <= until } ?? false) }
      .sorted { ($0.1.refundedAt ?? from, $0.1.id) < ($1.1.refundedAt ?? from, $1.1.id) }
    let size = min(1_000, request.value("maxResults").flatMap { Int($0) } ?? 1_000)
    let start = request.value("token").flatMap { Int($0.dropFirst(5)) } ?? 0
    let page = found.dropFirst(start).prefix(max(1, size))
    let next = start + page.count
    return SimulatorResponse(
      200,
      [
        "voidedPurchases": page.isEmpty ? nil : .list(page.map { bodies.voided($0.1, of: $0.0) }),
        "tokenPagination": next < found.count ? ["nextPageToken": .text("page-\(next)")] : nil,
      ]
    )
  }

  private func action(_ request: SimulatorRequest, _ app: String) throws -> SimulatorResponse? {
    let actions: [(String, SimulatedAction.Verb)] = [
      ("purchases/products/*/tokens/*:acknowledge", .acknowledge),
      ("purchases/products/*/tokens/*:consume", .consume),
      ("purchases/subscriptions/*/tokens/*:acknowledge", .acknowledge),
      ("purchases/subscriptions/*/tokens/*:cancel", .cancel),
      ("purchases/subscriptionsv2/tokens/*:cancel", .cancel),
      ("purchases/subscriptionsv2/tokens/*:revoke", .revoke),
    ]
    for (pattern, verb) in actions {
      guard let token = request.matches("POST", pattern)?.last else { continue }
      guard let purchase = purchase(token, app) else { return Self.unknownToken }
      guard verb != .revoke || purchase.isRunning else {
        return Self.fault(400, "invalid", "The subscription has ended.")
      }
      if verb == .revoke { try act(SimulatedAction(.refund, of: purchase.id), keepsRights: true) }
      return perform(SimulatedAction(verb, of: token))
    }
    if let token = request.matches("POST", "purchases/subscriptionsv2/tokens/*:defer")?.first {
      return deferred(token, app, request)
    }
    guard let order = request.matches("POST", "orders/*:refund")?.first else { return nil }
    guard let purchase = state.world.purchase(order), purchase.store == .google,
      purchase.app == app
    else { return Self.fault(404, "notFound", "The order was not found.") }
    var act = SimulatedAction(.refund, of: order)
    act.keepsRights = request.value("revoke") != "true"
    return perform(act)
  }

  /// Defers the next renewal, by at least a day and at most a year.
  private func deferred(
    _ token: String,
    _ app: String,
    _ request: SimulatorRequest
  ) -> SimulatorResponse {
    guard let purchase = purchase(token, app) else { return Self.unknownToken }
    guard let parameters = request.json(DeferralRequest.self)?.deferralContext,
      let days = parameters.days,
      (1...365).contains(days), let end = purchase.expiresAt
    else { return Self.fault(400, "invalid", "The deferral must be between 1 day and 1 year.") }
    guard parameters.etag == GoogleBodies.etag(purchase) else {
      return Self.fault(409, "aborted", "The subscription has changed: the etag is out of date.")
    }
    var later = end.addingTimeInterval(Double(days) * 86_400)
    if parameters.validateOnly != true {
      var act = SimulatedAction(.extend, of: purchase.id)
      act.days = days
      let answer = perform(act)
      guard answer.status == 200 else { return answer }
      later = self.purchase(token, app)?.expiresAt ?? later
    }
    let details: JSON = [
      "productId": .text(purchase.product), "expiryTime": GoogleBodies.time(later),
    ]
    return SimulatorResponse(200, ["itemExpiryTimeDetails": .list([details])])
  }

  private func act(_ act: SimulatedAction, keepsRights: Bool) throws {
    var act = act
    act.keepsRights = keepsRights
    try self.act(act)
  }

  private func perform(_ act: SimulatedAction) -> SimulatorResponse {
    do {
      try self.act(act)
      return SimulatorResponse(200, [:])
    } catch {
      return Self.fault(400, "invalid", "\(error)")
    }
  }
}

private struct DeferralRequest: Decodable {
  struct Context: Decodable {
    /// Seconds in protocol buffers' JSON format for a duration: `86400s`.
    var deferDuration: String
    var etag: String
    var validateOnly: Bool?

    /// `nil` unless it is a whole number of days.
    var days: Int? {
      guard deferDuration.hasSuffix("s"), let seconds = Int(deferDuration.dropLast()),
        seconds % 86_400 == 0
      else { return nil }
      return seconds / 86_400
    }
  }

  var deferralContext: Context
}
