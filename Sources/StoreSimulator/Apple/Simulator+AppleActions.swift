import Basics
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
  /// The product, for an extension of all its subscriptions.
  var productId: String?
}

private struct AccountRequest: Decodable {
  var appAccountToken: String
}

extension Simulator {
  func sendTest(_ shop: AppleShop) throws -> SimulatorResponse {
    guard state.targets.apple != nil else { throw Refusal.apple(4_040_007) }
    let id = state.world.sendTest(store: .apple, app: shop.app, sandbox: shop.isSandbox)
    let token = "\(id)_\(Int64(state.world.now.timeIntervalSince1970 * 1_000))"
    state.tests[token] = id
    try tick()
    return SimulatorResponse(200, ["testNotificationToken": .text(token)])
  }

  func testNotification(_ token: String) throws -> SimulatorResponse {
    guard let id = state.tests[token], let item = state.outbox.first(where: { $0.id == id }) else {
      throw Refusal.apple(4_040_008)
    }
    return SimulatorResponse(200, Self.entry(item))
  }

  private static func entry(_ item: OutboxItem) -> JSONValue {
    [
      "signedPayload": .text(signedPayload(item) ?? ""),
      "sendAttempts": .array(
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

  func notificationHistory(
    _ request: SimulatorRequest,
    _ shop: AppleShop
  ) throws -> SimulatorResponse {
    guard let parameters = request.json(HistoryRequest.self) else { throw Refusal.apple(4_000_000) }
    guard let from = parameters.startDate else { throw Refusal.apple(4_000_015) }
    guard let until = parameters.endDate, until >= from else { throw Refusal.apple(4_000_016) }
    guard parameters.notificationType == nil || parameters.transactionId == nil else {
      throw Refusal.apple(4_000_019)
    }
    var after = 0
    if let token = request.value("paginationToken"), !token.isEmpty {
      guard token.hasPrefix("page-"), let sequence = Int(token.dropFirst(5)) else {
        throw Refusal.apple(4_000_014)
      }
      after = sequence
    }
    let account = try parameters.transactionId.map { try purchase($0, shop).account }
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
        "paginationToken": hasMore ? .text(page.last.map { "page-\($0.sequence)" }) : nil,
        "notificationHistory": .array(page.map(Self.entry)),
      ]
    )
  }

  private func matches(_ item: OutboxItem, type: String?, subtype: String?) -> Bool {
    guard let type else { return true }
    guard let notification = state.world.notifications.first(where: { $0.id == item.id }),
      let actual = ApplePayloads.type(of: notification)
    else { return false }
    return actual.0 == type && (subtype == nil || actual.1 == subtype)
  }

  func consume(
    _ id: String,
    _ request: SimulatorRequest,
    _ shop: AppleShop
  ) throws -> SimulatorResponse {
    _ = try purchase(id, shop)
    state.consumptions[id] = String(decoding: request.body, as: UTF8.self)
    return SimulatorResponse(202)
  }

  func setAccount(
    _ id: String,
    _ request: SimulatorRequest,
    _ shop: AppleShop
  ) throws -> SimulatorResponse {
    guard try purchase(id, shop).id == id else { throw Refusal.apple(4_000_187) }
    guard let parameters = request.json(AccountRequest.self),
      let token = UUID(uuidString: parameters.appAccountToken)
    else { throw Refusal.apple(4_000_183) }
    state.world.setAppAccount(token.uuidString.lowercased(), of: id)
    return SimulatorResponse(200)
  }

  func extend(
    _ id: String,
    _ request: SimulatorRequest,
    _ shop: AppleShop
  ) throws -> SimulatorResponse {
    let purchase = try purchase(id, shop, invalid: 4_000_008)
    guard let parameters = request.json(ExtendRequest.self) else { throw Refusal.apple(4_000_000) }
    guard (1...90).contains(parameters.extendByDays) else { throw Refusal.apple(4_000_009) }
    guard purchase.sharedFrom == nil else { throw Refusal.apple(4_030_007) }
    var action = SimulatedAction(.extend, of: id)
    action.days = parameters.extendByDays
    guard purchase.charges.last?.offer != .trial, (try? perform(action)) != nil,
      let now = try? self.purchase(id, shop)
    else { throw Refusal.apple(4_030_004) }
    return SimulatorResponse(
      200,
      [
        "originalTransactionId": .text(now.id),
        "webOrderLineItemId": .text((now.charges.last?.lineItem).map { String($0) }),
        "success": true, "effectiveDate": .milliseconds(now.expiresAt),
      ]
    )
  }
}

/// The result of extending all subscriptions to a product.
struct MassExtension: Codable, Sendable {
  var app: String
  var isSandbox: Bool
  var product: String
  var doneAt: Date
  var succeeded: Int
  var failed: Int
}

extension Simulator {
  /// Extend Subscription Renewal Dates for All Active Subscribers. Apple takes a while; here it is
  /// done at once.
  func massExtension(_ request: SimulatorRequest, _ shop: AppleShop) throws -> SimulatorResponse {
    guard let parameters = request.json(ExtendRequest.self), let product = parameters.productId
    else { throw Refusal.apple(4_000_000) }
    guard (1...90).contains(parameters.extendByDays) else { throw Refusal.apple(4_000_009) }
    guard (0...3).contains(parameters.extendReasonCode) else { throw Refusal.apple(4_000_010) }
    guard UUID(uuidString: parameters.requestIdentifier) != nil else {
      throw Refusal.apple(4_000_011)
    }
    let name = parameters.requestIdentifier.lowercased()
    if state.massExtensions?[name] == nil {
      let done = try extend(all: product, by: parameters.extendByDays, shop)
      state.massExtensions = (state.massExtensions ?? [:]).merging([name: done]) { _, new in new }
    }
    return SimulatorResponse(200, ["requestIdentifier": .text(parameters.requestIdentifier)])
  }

  private func extend(
    all product: String,
    by days: Int,
    _ shop: AppleShop
  ) throws -> MassExtension {
    var done = MassExtension(
      app: shop.app,
      isSandbox: shop.isSandbox,
      product: product,
      doneAt: state.world.now,
      succeeded: 0,
      failed: 0
    )
    let running = state.world.purchases.filter {
      $0.store == .apple && $0.app == shop.app && $0.isSandbox == shop.isSandbox
        && $0.product == product && $0.kind == .subscription && $0.isRunning
    }
    for purchase in running {
      var action = SimulatedAction(.extend, of: purchase.id)
      action.days = days
      let isEligible = purchase.sharedFrom == nil && purchase.charges.last?.offer != .trial
      if isEligible, (try? perform(action)) != nil { done.succeeded += 1 } else { done.failed += 1 }
    }
    return done
  }

  func status(
    ofExtension name: String,
    of product: String,
    _ shop: AppleShop
  ) throws -> SimulatorResponse {
    guard let done = state.massExtensions?[name.lowercased()], done.product == product,
      done.app == shop.app, done.isSandbox == shop.isSandbox
    else { throw Refusal.apple(4_040_009) }
    return SimulatorResponse(
      200,
      [
        "requestIdentifier": .text(name), "complete": true,
        "completeDate": .milliseconds(done.doneAt), "succeededCount": .whole(Int(done.succeeded)),
        "failedCount": .whole(Int(done.failed)),
      ]
    )
  }
}
