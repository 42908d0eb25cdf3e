import Foundation
import Mint

extension Simulator {
  /// Google's token endpoint: a service account's signed assertion for a bearer.
  func googleToken(_ request: StoreRequest) async -> StoreResponse {
    let form = request.form
    guard request.method == "POST", let assertion = form["assertion"] else {
      return StoreResponse(400, ["error": "invalid_request"])
    }
    if let fault = await desk.faultOfGoogle(assertion, at: realNow()) {
      return StoreResponse(400, ["error": "invalid_grant", "error_description": .text(fault)])
    }
    return StoreResponse(
      200,
      ["access_token": .text(token("ya29.")), "expires_in": 3_599, "token_type": "Bearer"]
    )
  }

  /// The keys behind what Pub/Sub sends, as a key set (RFC 7517).
  func googleCertificates() -> StoreResponse {
    guard let numbers = keys.pushKey.publicNumbers else { return StoreResponse(500) }
    return StoreResponse(
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
  func androidPublisher(_ request: StoreRequest) throws -> StoreResponse {
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
    return try read(below, app) ?? orders(below, app) ?? deed(below, app)
      ?? Self.fault(404, "notFound", "Not found.")
  }

  static func fault(_ status: Int, _ reason: String, _ message: String) -> StoreResponse {
    let error: JSON = [
      "code": .number(Int64(status)), "message": .text(message),
      "errors": [
        [
          "domain": "androidpublisher", "reason": .text(reason), "message": .text(message),
        ]
      ],
    ]
    return StoreResponse(status, ["error": error])
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

  private func read(_ request: StoreRequest, _ app: String) -> StoreResponse? {
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
      return StoreResponse(200, bodies.subscription(purchase, linked: linked))
    }
    if let token = request.matches("GET", "purchases/productsv2/tokens/*")?.first {
      guard let purchase = purchase(token, app) else { return Self.unknownToken }
      guard !purchase.isSubscription else { return Self.otherKind }
      return StoreResponse(200, bodies.product(purchase))
    }
    if let found = request.matches("GET", "purchases/products/*/tokens/*") {
      guard let purchase = purchase(found[1], app) else { return Self.unknownToken }
      guard purchase.product == found[0], !purchase.isSubscription else { return Self.otherKind }
      return StoreResponse(200, bodies.oldProduct(purchase))
    }
    return nil
  }

  private func orders(_ request: StoreRequest, _ app: String) -> StoreResponse? {
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
      return StoreResponse(200, ["orders": .list(found)])
    }
    if let id = request.matches("GET", "orders/*")?.first {
      return order(id).map { StoreResponse(200, $0) }
        ?? Self.fault(404, "notFound", "The order was not found.")
    }
    guard request.matches("GET", "purchases/voidedpurchases") != nil else { return nil }
    return voided(request, app, bodies)
  }

  private func voided(
    _ request: StoreRequest,
    _ app: String,
    _ bodies: GoogleBodies
  ) -> StoreResponse {
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
    return StoreResponse(
      200,
      [
        "voidedPurchases": page.isEmpty ? nil : .list(page.map { bodies.voided($0.1, of: $0.0) }),
        "tokenPagination": next < found.count ? ["nextPageToken": .text("page-\(next)")] : nil,
      ]
    )
  }

  private func deed(_ request: StoreRequest, _ app: String) throws -> StoreResponse? {
    let deeds: [(String, SimulatedAct.Verb)] = [
      ("purchases/products/*/tokens/*:acknowledge", .acknowledge),
      ("purchases/products/*/tokens/*:consume", .consume),
      ("purchases/subscriptions/*/tokens/*:acknowledge", .acknowledge),
      ("purchases/subscriptions/*/tokens/*:cancel", .cancel),
      ("purchases/subscriptionsv2/tokens/*:cancel", .cancel),
      ("purchases/subscriptionsv2/tokens/*:revoke", .revoke),
    ]
    for (pattern, verb) in deeds {
      guard let token = request.matches("POST", pattern)?.last else { continue }
      guard let purchase = purchase(token, app) else { return Self.unknownToken }
      guard verb != .revoke || purchase.isRunning else {
        return Self.fault(400, "invalid", "The subscription has ended.")
      }
      if verb == .revoke { try act(SimulatedAct(.refund, of: purchase.id), keepsRights: true) }
      return perform(SimulatedAct(verb, of: token))
    }
    if let token = request.matches("POST", "purchases/subscriptionsv2/tokens/*:defer")?.first {
      return deferred(token, app, request)
    }
    guard let order = request.matches("POST", "orders/*:refund")?.first else { return nil }
    guard let purchase = state.world.purchase(order), purchase.store == .google,
      purchase.app == app
    else { return Self.fault(404, "notFound", "The order was not found.") }
    var act = SimulatedAct(.refund, of: order)
    act.keepsRights = request.value("revoke") != "true"
    return perform(act)
  }

  /// Moves the next renewal, by a day at least and a year at most.
  private func deferred(_ token: String, _ app: String, _ request: StoreRequest) -> StoreResponse {
    guard let purchase = purchase(token, app) else { return Self.unknownToken }
    guard let asked = request.json(DeferralRequest.self)?.deferralContext, let days = asked.days,
      (1...365).contains(days), let end = purchase.expiresAt
    else { return Self.fault(400, "invalid", "The deferral must be between 1 day and 1 year.") }
    guard asked.etag == GoogleBodies.etag(purchase) else {
      return Self.fault(409, "aborted", "The subscription has changed: the etag is out of date.")
    }
    var later = end.addingTimeInterval(Double(days) * 86_400)
    if asked.validateOnly != true {
      var act = SimulatedAct(.extend, of: purchase.id)
      act.days = days
      let answer = perform(act)
      guard answer.status == 200 else { return answer }
      later = self.purchase(token, app)?.expiresAt ?? later
    }
    let details: JSON = [
      "productId": .text(purchase.product), "expiryTime": GoogleBodies.time(later),
    ]
    return StoreResponse(200, ["itemExpiryTimeDetails": .list([details])])
  }

  private func act(_ act: SimulatedAct, keepsRights: Bool) throws {
    var act = act
    act.keepsRights = keepsRights
    try self.act(act)
  }

  private func perform(_ act: SimulatedAct) -> StoreResponse {
    do {
      try self.act(act)
      return StoreResponse(200, [:])
    } catch {
      return Self.fault(400, "invalid", "\(error)")
    }
  }
}

private struct DeferralRequest: Decodable {
  struct Context: Decodable {
    /// Seconds, as protocol buffers write a duration in JSON: `86400s`.
    var deferDuration: String
    var etag: String
    var validateOnly: Bool?

    /// `nil` for what is no number of whole days.
    var days: Int? {
      guard deferDuration.hasSuffix("s"), let seconds = Int(deferDuration.dropLast()),
        seconds % 86_400 == 0
      else { return nil }
      return seconds / 86_400
    }
  }

  var deferralContext: Context
}
