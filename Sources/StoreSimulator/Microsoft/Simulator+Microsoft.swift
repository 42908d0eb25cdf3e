import Basics
import Foundation

private struct CollectionsRequest: Decodable {
  struct Beneficiary: Decodable {
    var identityValue: String
  }

  var beneficiaries: [Beneficiary]
  /// A developer's sandbox, from version 8 on; the public store if absent.
  var sbx: String?
  var continuationToken: String?
  var maxPageSize: Int?
}

private struct RecurrencesRequest: Decodable {
  var b2bKey: String
  /// A developer's sandbox; the public store if absent.
  var sbx: String?
  var continuationToken: String?
}

private struct RenewalRequest: Decodable {
  var serviceTicket: String
  var key: String
}

extension Simulator {
  /// Entra's token endpoint, the Microsoft Store's collections and purchases.
  func microsoft(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    if let answer = try await answer(request, by: Self.openRoutes, ()) { return answer }
    if request.path.first == "queue" { return queue(request) }
    guard request.bearer != nil else {
      throw Refusal.microsoft(401, "Unauthorized", "PartnerAadTicketRequired")
    }
    guard isGood(request.bearer) else { throw Refusal.invalidToken }
    if let answer = try await answer(request, by: Self.closedRoutes, ()) { return answer }
    throw Refusal.microsoft(404, "NotFound", "NotFound")
  }

  /// The endpoints that take no bearer token.
  private static let openRoutes: [SimulatorRoute<Void>] =
    ["*/oauth2/v2.0/token", "*/oauth2/token"].map { path in
      .init("POST \(path)") { simulator, request, _, _ in simulator.entra(request) }
    }
    + ["v6.0/b2b/keys/renew", "b2b/keys/renew"].map { path in
      .init("POST \(path)") { simulator, request, _, _ in try await simulator.renewedKey(request) }
    }

  private static let closedRoutes: [SimulatorRoute<Void>] =
    [
      "v6.0/collections/query", "v8.0/collections/b2bLicensePreview",
      "v9.0/collections/publisherQuery",
    ].map { path in
      .init("POST \(path)") { simulator, request, _, _ in
        try await simulator.collections(request)
      }
    }
    + [
      .init("POST v8.0/b2b/recurrences/query") { simulator, request, _, _ in
        try await simulator.recurrences(request)
      },
      .init("GET v1.0/my/inappproducts") { simulator, request, _, _ in
        simulator.addOns(request)
      },
      .init("GET v8.0/b2b/clawback/sastoken") { simulator, _, _, _ in simulator.queueAddress() },
    ]

  private func entra(_ request: SimulatorRequest) -> SimulatorResponse {
    let form = request.form
    guard request.path.first == keys.microsoftTenant, form["grant_type"] == "client_credentials",
      form["client_id"] == keys.microsoftClient, form["client_secret"] == keys.microsoftSecret
    else {
      return SimulatorResponse(
        401,
        ["error": "invalid_client", "error_description": "AADSTS7000215: Invalid client secret."]
      )
    }
    let isNew = request.path.contains("v2.0")
    let hour: JSONValue = isNew ? 3_599 : "3599"
    return SimulatorResponse(
      200,
      [
        "token_type": "Bearer", "expires_in": hour,
        "resource": isNew ? nil : .text(form["resource"]), "access_token": .text(token("eyJ0e.")),
      ]
    )
  }

  private func renewedKey(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    guard let parameters = request.json(RenewalRequest.self), isGood(parameters.serviceTicket),
      let owner = await tokenService.storeIDUser(parameters.key, at: realNow())
    else { throw Refusal.invalidToken }
    let key = try tokenService.storeIDKey(user: owner.user, service: owner.service, at: realNow())
    return SimulatorResponse(200, ["key": .text(key)])
  }

  private func collections(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    guard let parameters = request.json(CollectionsRequest.self) else {
      throw Refusal.microsoft(400, "BadRequest", "InvalidParameter")
    }
    guard let key = parameters.beneficiaries.first?.identityValue,
      let owner = await tokenService.storeIDUser(key, at: realNow())
    else { throw Refusal.invalidToken }
    guard owner.service == "collections" else {
      throw Refusal.microsoft(401, "Unauthorized", "AuthenticationFailure")
    }
    let isSandbox =
      request.path.first != "v6.0" && parameters.sbx.map { $0 != "RETAIL" } ?? false
    let items = state.world.purchases(of: owner.user, in: .microsoft, sandbox: isSandbox)
      .filter { !$0.charges.isEmpty }.map(item)
    return page(items, size: min(100, parameters.maxPageSize ?? 100), parameters.continuationToken)
  }

  private func recurrences(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    guard let parameters = request.json(RecurrencesRequest.self) else {
      throw Refusal.microsoft(400, "BadRequest", "InvalidParameter")
    }
    guard let owner = await tokenService.storeIDUser(parameters.b2bKey, at: realNow()) else {
      throw Refusal.invalidToken
    }
    guard owner.service == "purchase" else {
      throw Refusal.microsoft(401, "Unauthorized", "AuthenticationFailure")
    }
    let isSandbox = parameters.sbx != nil && parameters.sbx != "RETAIL"
    let items = state.world.purchases(of: owner.user, in: .microsoft, sandbox: isSandbox)
      .filter { $0.isSubscription && !$0.charges.isEmpty }.map(recurrence)
    return page(items, size: 25, parameters.continuationToken)
  }

  private func page(_ items: [JSONValue], size: Int, _ token: String?) -> SimulatorResponse {
    let start = token.flatMap { Int($0) } ?? 0
    let page = items.dropFirst(max(0, start)).prefix(max(1, size))
    let next = start + page.count
    return SimulatorResponse(
      200,
      [
        "items": .array(Array(page)),
        "continuationToken": next < items.count ? .text(String(next)) : nil,
      ]
    )
  }

  /// The stores' date format: seven fractional digits, and an offset.
  static func time(_ date: Date?) -> JSONValue? {
    .text(date.map { CivilTime(clamping: $0).rfc3339.dropLast() + ".0000000+00:00" })
  }

  private func item(_ purchase: SimulatedPurchase) -> JSONValue {
    let last = purchase.charges.last
    let isOver = purchase.state == .expired
    return [
      "id": .text(purchase.charges.first?.id ?? purchase.id), "productId": .text(purchase.product),
      "skuId": "0010", "productKind": .text(Self.kind(purchase.kind)),
      "acquisitionType": purchase.isSubscription ? "Recurring" : "Single",
      "status": purchase.state == .revoked ? "Revoked" : isOver ? "Expired" : "Active",
      "acquiredDate": Self.time(purchase.beganAt), "startDate": Self.time(purchase.beganAt),
      "endDate": Self.time(purchase.expiresAt) ?? "9999-12-31T23:59:59.9999999+00:00",
      "modifiedDate": Self.time(purchase.changedAt), "quantity": .whole(Int(last?.quantity ?? 1)),
      "transactionId": .text(last?.id), "orderId": .text(last?.id),
      "recurrenceId": purchase.isSubscription ? .text(purchase.id) : nil,
    ]
  }

  static func kind(_ kind: SimulatedProduct.Kind) -> String {
    switch kind {
    case .consumable: "Consumable"
    case .nonConsumable, .nonRenewing: "Durable"
    case .subscription, .prepaid: "Pass"
    }
  }

  private func recurrence(_ purchase: SimulatedPurchase) -> JSONValue {
    let isOver = purchase.isOver
    let end = isOver && purchase.endReason != .billing ? purchase.endedAt : purchase.expiresAt
    return [
      "id": .text(purchase.id), "productId": .text(purchase.product), "skuId": "0010",
      "market": "US", "autoRenew": .flag(purchase.autoRenews && !isOver),
      "isTrial": .flag(purchase.charges.last?.offer == .trial),
      "beneficiary": .text("pub:\(purchase.account)"),
      "recurrenceState": .text(Self.state(purchase)), "startTime": Self.time(purchase.beganAt),
      "expirationTime": Self.time(end),
      "expirationTimeWithGrace": Self.time(purchase.graceEndsAt ?? end),
      "cancellationDate": purchase.autoRenews ? nil : Self.time(purchase.endedAt),
      "lastModified": Self.time(purchase.changedAt),
    ]
  }

  private static func state(_ purchase: SimulatedPurchase) -> String {
    switch purchase.state {
    case .pending, .declined, .active, .paused: "Active"
    case .grace, .retry: "InDunning"
    case .expired:
      purchase.endReason == .billing
        ? "Failed" : purchase.endReason == .voluntary ? "Inactive" : "Canceled"
    case .revoked: "Canceled"
    }
  }
}

extension Refusal {
  fileprivate static func microsoft(_ status: Int, _ code: String, _ inner: String) -> Refusal {
    Refusal(
      status,
      [
        "code": .text(code), "data": [], "details": [],
        "innererror": ["code": .text(inner), "data": [], "details": [], "message": .text(inner)],
        "message": .text(code), "source": "Simulated",
      ]
    )
  }

  fileprivate static let invalidToken = microsoft(401, "Unauthorized", "AuthenticationTokenInvalid")
}
