import Basics
import Foundation

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

  /// androidpublisher v3, below `applications/PACKAGE`.
  func androidPublisher(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    guard isGood(request.bearer) else {
      throw Refusal.google(401, "authError", "Request had invalid authentication credentials.")
    }
    guard request.path.count > 4, request.path[2] == "applications" else {
      throw Refusal.google(404, "notFound", "Not found.")
    }
    let app = request.path[3]
    guard state.world.products.contains(where: { $0.app == app && $0.store == .google }) else {
      throw Refusal.google(
        404,
        "applicationNotFound",
        "No application was found for the given package name."
      )
    }
    if let answer = try await answer(request.below(4), by: Self.googleRoutes, app) { return answer }
    throw Refusal.google(404, "notFound", "Not found.")
  }

  private static let googleRoutes: [SimulatorRoute<String>] =
    [
      .init("GET purchases/subscriptionsv2/tokens/*") { try $0.subscription($2[0], $3) },
      .init("GET purchases/productsv2/tokens/*") {
        let purchase = try $0.purchase($2[0], $3)
        guard !purchase.isSubscription else { throw Refusal.otherKind }
        return SimulatorResponse(200, $0.googleBodies.product(purchase))
      },
      .init("GET purchases/products/*/tokens/*") {
        let purchase = try $0.purchase($2[1], $3)
        guard purchase.product == $2[0], !purchase.isSubscription else { throw Refusal.otherKind }
        return SimulatorResponse(200, $0.googleBodies.oldProduct(purchase))
      },
      .init("GET subscriptions") { simulator, request, _, app in
        simulator.googleProducts(of: app, areSubscriptions: true, request)
      },
      .init("GET oneTimeProducts") { simulator, request, _, app in
        simulator.googleProducts(of: app, areSubscriptions: false, request)
      },
      .init("GET orders:batchGet") { try $0.orders($1.values("orderIds"), $3) },
      .init("GET orders/*") {
        guard let order = $0.order($2[0], $3) else { throw Refusal.unknownOrder }
        return SimulatorResponse(200, order)
      },
      .init("GET purchases/voidedpurchases") { try $0.voided($1, $3) },
      .init("POST purchases/subscriptionsv2/tokens/*:defer") {
        try $0.deferred($2[0], $3, $1)
      },
      .init("POST orders/*:refund") {
        guard let purchase = $0.state.world.purchase($2[0]), purchase.store == .google,
          purchase.app == $3
        else { throw Refusal.unknownOrder }
        var action = SimulatedAction(.refund, of: $2[0])
        action.keepsRights = $1.value("revoke") != "true"
        return try $0.respond(performing: action)
      },
    ]
    + [
      ("products/*/tokens/*:acknowledge", SimulatedAction.Verb.acknowledge),
      ("products/*/tokens/*:consume", .consume),
      ("subscriptions/*/tokens/*:acknowledge", .acknowledge),
      ("subscriptions/*/tokens/*:cancel", .cancel), ("subscriptionsv2/tokens/*:cancel", .cancel),
      ("subscriptionsv2/tokens/*:revoke", .revoke),
    ].map { (path, verb) in
      .init("POST purchases/\(path)") { simulator, _, values, app in
        let token = values[values.count - 1]
        let purchase = try simulator.purchase(token, app)
        if verb == .revoke {
          guard purchase.isRunning else {
            throw Refusal.google(400, "invalid", "The subscription has ended.")
          }
          var refund = SimulatedAction(.refund, of: purchase.id)
          refund.keepsRights = true
          try simulator.perform(refund)
        }
        return try simulator.respond(performing: SimulatedAction(verb, of: token))
      }
    }

  private var googleBodies: GoogleBodies { GoogleBodies(products: state.world.products) }

  private func purchase(_ token: String, _ app: String) throws(Refusal) -> SimulatedPurchase {
    guard let purchase = state.world.purchase(token), purchase.store == .google,
      purchase.app == app, purchase.token == token
    else { throw .google(404, "purchaseTokenNotFound", "The purchase token was not found.") }
    return purchase
  }

  private func subscription(_ token: String, _ app: String) throws -> SimulatorResponse {
    let purchase = try purchase(token, app)
    guard purchase.isSubscription else { throw Refusal.otherKind }
    if let expiresAt = purchase.expiresAt, !purchase.isRunning,
      state.world.now.timeIntervalSince(expiresAt) > 60 * 86_400
    {
      throw Refusal.google(
        410,
        "subscriptionPurchaseNoLongerAvailable",
        "The subscription purchase is no longer available for query because it has been expired for too long."
      )
    }
    let linked = purchase.replaces.flatMap { state.world.purchase($0)?.token }
    return SimulatorResponse(200, googleBodies.subscription(purchase, linked: linked))
  }

  private func order(_ id: String, _ app: String) -> JSONValue? {
    guard let purchase = state.world.purchase(id), purchase.store == .google,
      purchase.app == app, let charge = purchase.charges.first(where: { $0.id == id })
    else { return nil }
    return googleBodies.order(charge, of: purchase)
  }

  private func orders(_ ids: [String], _ app: String) throws -> SimulatorResponse {
    guard (1...1_000).contains(ids.count), Set(ids).count == ids.count else {
      throw Refusal.google(400, "invalidValue", "Between 1 and 1000 distinct order IDs are needed.")
    }
    let found = ids.compactMap { order($0, app) }
    guard found.count == ids.count else {
      throw Refusal.google(404, "notFound", "At least one order was not found.")
    }
    return SimulatorResponse(200, ["orders": .array(found)])
  }

  private func voided(_ request: SimulatorRequest, _ app: String) throws -> SimulatorResponse {
    let bodies = googleBodies
    let withSubscriptions = request.value("type") == "1"
    let withQuantities = request.value("includeQuantityBasedPartialRefund") == "true"
    func instant(_ name: String) -> Date? {
      request.value(name).flatMap(Double.init).map { Date(timeIntervalSince1970: $0 / 1_000) }
    }
    let earliest = state.world.now.addingTimeInterval(-30 * 86_400)
    let from = instant("startTime") ?? earliest
    guard from >= earliest.addingTimeInterval(-60) else {
      throw Refusal.google(400, "invalidValue", "startTime cannot be older than 30 days.")
    }
    let until = instant("endTime") ?? state.world.now
    let found = state.world.purchases.filter {
      $0.store == .google && $0.app == app && (withSubscriptions || !$0.isSubscription)
    }.flatMap { purchase in purchase.charges.map { (purchase, $0) } }
      .filter { $0.1.isVoided || $0.1.refundedQuantity != nil && withQuantities }
      .filter { $0.1.refundedAt.map { $0 >= from && $0 <= until } ?? false }
      .sorted { ($0.1.refundedAt ?? from, $0.1.id) < ($1.1.refundedAt ?? from, $1.1.id) }
    let size = min(1_000, request.value("maxResults").flatMap { Int($0) } ?? 1_000)
    let start = request.value("token").flatMap { Int($0.dropFirst(5)) } ?? 0
    let page = found.dropFirst(start).prefix(max(1, size))
    let next = start + page.count
    return SimulatorResponse(
      200,
      [
        "voidedPurchases": page.isEmpty ? nil : .array(page.map { bodies.voided($0.1, of: $0.0) }),
        "tokenPagination": next < found.count ? ["nextPageToken": .text("page-\(next)")] : nil,
      ]
    )
  }

  /// Defers the next renewal, by at least a day and at most a year.
  private func deferred(
    _ token: String,
    _ app: String,
    _ request: SimulatorRequest
  ) throws -> SimulatorResponse {
    let purchase = try purchase(token, app)
    guard let parameters = request.json(DeferralRequest.self)?.deferralContext,
      let days = parameters.days,
      (1...365).contains(days), let end = purchase.expiresAt
    else { throw Refusal.google(400, "invalid", "The deferral must be between 1 day and 1 year.") }
    guard parameters.etag == GoogleBodies.etag(purchase) else {
      throw Refusal.google(409, "aborted", "The subscription has changed: the etag is out of date.")
    }
    var later = end.addingTimeInterval(Double(days) * 86_400)
    if parameters.validateOnly != true {
      var action = SimulatedAction(.extend, of: purchase.id)
      action.days = days
      _ = try respond(performing: action)
      later = try self.purchase(token, app).expiresAt ?? later
    }
    let details: JSONValue = [
      "productId": .text(purchase.product), "expiryTime": GoogleBodies.time(later),
    ]
    return SimulatorResponse(200, ["itemExpiryTimeDetails": .array([details])])
  }

  private func respond(performing action: SimulatedAction) throws(Refusal) -> SimulatorResponse {
    do {
      try perform(action)
      return SimulatorResponse(200, [:])
    } catch {
      throw .google(400, "invalid", "\(error)")
    }
  }
}

extension Refusal {
  static func google(_ status: Int, _ reason: String, _ message: String) -> Refusal {
    Refusal(
      status,
      [
        "error": [
          "code": .whole(status), "message": .text(message),
          "errors": [
            ["domain": "androidpublisher", "reason": .text(reason), "message": .text(message)]
          ],
        ]
      ]
    )
  }

  fileprivate static let otherKind = google(
    400,
    "invalid",
    "The purchase token does not match the product type."
  )
  fileprivate static let unknownOrder = google(404, "notFound", "The order was not found.")
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
