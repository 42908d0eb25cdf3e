import Foundation

private struct HistoryRequest: Decodable {
  var startDate: Int64?
  var endDate: Int64?
  var notificationType: String?
  var notificationSubtype: String?
  var transactionId: String?
  var onlyFailures: Bool?
}

private struct ExtendRequest: Decodable {
  var extendByDays: Int
  var extendReasonCode: Int
  var requestIdentifier: String
}

private struct AccountRequest: Decodable {
  var appAccountToken: String
}

extension Simulator {
  /// Endpoints for test notifications and the notification history.
  func notify(_ request: SimulatorRequest, _ shop: AppleShop) throws -> SimulatorResponse? {
    if request.matches("POST", "inApps/v1/notifications/test") != nil {
      guard state.targets.apple != nil else { return Self.fault(4_040_007) }
      let id = state.world.sendTest(store: .apple, app: shop.app, sandbox: shop.isSandbox)
      let token = "\(id)_\(Int64(state.world.now.timeIntervalSince1970 * 1_000))"
      state.tests[token] = id
      try tick()
      return SimulatorResponse(200, ["testNotificationToken": .text(token)])
    }
    if let token = request.matches("GET", "inApps/v1/notifications/test/*")?.first {
      guard let id = state.tests[token], let item = state.outbox.first(where: { $0.id == id })
      else { return Self.fault(4_040_008) }
      return SimulatorResponse(200, Self.entry(item))
    }
    guard request.matches("POST", "inApps/v1/notifications/history") != nil else { return nil }
    return notificationHistory(request, shop)
  }

  private static func entry(_ item: OutboxItem) -> JSON {
    [
      "signedPayload": .text(signedPayload(item) ?? ""),
      "sendAttempts": .list(
        item.attempts.map {
          ["attemptDate": .milliseconds($0.at), "sendAttemptResult": .text($0.result)]
        }
      ),
    ]
  }

  private static func signedPayload(_ item: OutboxItem) -> String? {
    // A compact JWS contains nothing that JSON would escape.
    let parts = item.body.split(separator: "\"")
    return parts.count == 5 ? String(parts[3]) : nil
  }

  private func notificationHistory(
    _ request: SimulatorRequest,
    _ shop: AppleShop
  ) -> SimulatorResponse {
    guard let parameters = request.json(HistoryRequest.self) else { return Self.fault(4_000_000) }
    guard let from = parameters.startDate else { return Self.fault(4_000_015) }
    guard let until = parameters.endDate, until >= from else { return Self.fault(4_000_016) }
    guard parameters.notificationType == nil || parameters.transactionId == nil else {
      return Self.fault(4_000_019)
    }
    var after = 0
    if let token = request.value("paginationToken"), !token.isEmpty {
      guard token.hasPrefix("page-"), let sequence = Int(token.dropFirst(5)) else {
        return Self.fault(4_000_014)
      }
      after = sequence
    }
    let account = parameters.transactionId.flatMap { purchase($0, shop)?.account }
    if parameters.transactionId != nil, account == nil { return Self.fault(4_040_010) }
    let maxInterval: TimeInterval = (shop.isSandbox ? 30 : 180) * 86_400
    let found = state.outbox.filter { item in
      let sent = Int64(item.at.timeIntervalSince1970 * 1_000)
      return item.form == .appleV2 && item.app == shop.app && item.isSandbox == shop.isSandbox
        && item.sequence > after && sent >= from && sent <= until
        && item.at > state.world.now.addingTimeInterval(-maxInterval)
        && (account == nil || item.account == account)
        && (parameters.onlyFailures != true || !item.isDelivered)
        && matches(item, type: parameters.notificationType, subtype: parameters.notificationSubtype)
    }
    let page = found.prefix(20)
    let hasMore = found.count > page.count
    return SimulatorResponse(
      200,
      [
        "hasMore": .flag(hasMore),
        "paginationToken": hasMore ? page.last.map { .text("page-\($0.sequence)") } : nil,
        "notificationHistory": .list(page.map(Self.entry)),
      ]
    )
  }

  private func matches(_ item: OutboxItem, type: String?, subtype: String?) -> Bool {
    guard let type else { return true }
    guard let sentNotification = state.world.notifications.first(where: { $0.id == item.id }),
      let actual = ApplePayloads.type(of: sentNotification)
    else { return false }
    return actual.0 == type && (subtype == nil || actual.1 == subtype)
  }

  /// Endpoints that change something.
  func change(_ request: SimulatorRequest, _ shop: AppleShop) throws -> SimulatorResponse? {
    if let id =
      (request.matches("PUT", "inApps/v2/transactions/consumption/*")
      ?? request.matches("PUT", "inApps/v1/transactions/consumption/*"))?.first
    {
      guard purchase(id, shop) != nil else { return Self.fault(4_040_010) }
      state.consumptions[id] = String(decoding: request.body, as: UTF8.self)
      return SimulatorResponse(202)
    }
    if let answer = try massExtension(request, shop) { return answer }
    if let id = request.matches("PUT", "inApps/v1/subscriptions/extend/*")?.first {
      return try extend(id, request, shop)
    }
    if let id = request.matches("PUT", "inApps/v1/transactions/*/appAccountToken")?.first {
      guard let purchase = purchase(id, shop) else { return Self.fault(4_040_010) }
      guard purchase.id == id else { return Self.fault(4_000_187) }
      guard let parameters = request.json(AccountRequest.self),
        let token = UUID(uuidString: parameters.appAccountToken)
      else { return Self.fault(4_000_183) }
      state.world.setAppAccount(token.uuidString.lowercased(), of: id)
      return SimulatorResponse(200)
    }
    return nil
  }

  private func extend(
    _ id: String,
    _ request: SimulatorRequest,
    _ shop: AppleShop
  ) throws -> SimulatorResponse {
    guard let purchase = purchase(id, shop) else { return Self.fault(4_040_010) }
    guard let parameters = request.json(ExtendRequest.self) else { return Self.fault(4_000_000) }
    guard (1...90).contains(parameters.extendByDays) else { return Self.fault(4_000_009) }
    guard purchase.sharedFrom == nil else { return Self.fault(4_030_007) }
    var act = SimulatedAction(.extend, of: id)
    act.days = parameters.extendByDays
    guard purchase.charges.last?.offer != .trial, (try? self.act(act)) != nil,
      let now = self.purchase(id, shop)
    else { return Self.fault(4_030_004) }
    return SimulatorResponse(
      200,
      [
        "originalTransactionId": .text(now.id),
        "webOrderLineItemId": (now.charges.last?.lineItem).map { .text(String($0)) },
        "success": true,
        "effectiveDate": .milliseconds(now.expiresAt),
      ]
    )
  }
}
