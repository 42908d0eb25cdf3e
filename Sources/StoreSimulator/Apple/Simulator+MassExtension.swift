import Foundation

private struct MassExtensionRequest: Decodable {
  var extendByDays: Int
  var extendReasonCode: Int
  var requestIdentifier: String
  var productId: String
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
  /// Extend Subscription Renewal Dates for All Active Subscribers, and the status of that. Apple
  /// takes a while; here it is done at once.
  func massExtension(_ request: SimulatorRequest, _ shop: AppleShop) throws -> SimulatorResponse? {
    if let parameters = request.matches("GET", "inApps/v1/subscriptions/extend/mass/*/*") {
      return status(ofExtension: parameters[1], of: parameters[0], shop)
    }
    guard request.matches("POST", "inApps/v1/subscriptions/extend/mass") != nil else { return nil }
    guard let parameters = request.json(MassExtensionRequest.self) else {
      return Self.fault(4_000_000)
    }
    guard (1...90).contains(parameters.extendByDays) else { return Self.fault(4_000_009) }
    guard (0...3).contains(parameters.extendReasonCode) else { return Self.fault(4_000_010) }
    guard UUID(uuidString: parameters.requestIdentifier) != nil else {
      return Self.fault(4_000_011)
    }
    let name = parameters.requestIdentifier.lowercased()
    if state.massExtensions?[name] == nil {
      let done = try extendAll(parameters, shop)
      state.massExtensions = (state.massExtensions ?? [:]).merging([name: done]) { _, new in new }
    }
    return SimulatorResponse(200, ["requestIdentifier": .text(parameters.requestIdentifier)])
  }

  private func extendAll(
    _ parameters: MassExtensionRequest,
    _ shop: AppleShop
  ) throws -> MassExtension {
    var done = MassExtension(
      app: shop.app,
      isSandbox: shop.isSandbox,
      product: parameters.productId,
      doneAt: state.world.now,
      succeeded: 0,
      failed: 0
    )
    let running = state.world.purchases.filter {
      $0.store == .apple && $0.app == shop.app && $0.isSandbox == shop.isSandbox
        && $0.product == parameters.productId && $0.kind == .subscription && $0.isRunning
    }
    for purchase in running {
      var act = SimulatedAction(.extend, of: purchase.id)
      act.days = parameters.extendByDays
      let isEligible = purchase.sharedFrom == nil && purchase.charges.last?.offer != .trial
      if isEligible, (try? self.act(act)) != nil { done.succeeded += 1 } else { done.failed += 1 }
    }
    return done
  }

  private func status(
    ofExtension name: String,
    of product: String,
    _ shop: AppleShop
  ) -> SimulatorResponse {
    guard let done = state.massExtensions?[name.lowercased()], done.product == product,
      done.app == shop.app, done.isSandbox == shop.isSandbox
    else { return Self.fault(4_040_009) }
    return SimulatorResponse(
      200,
      [
        "requestIdentifier": .text(name),
        "complete": true,
        "completeDate": .milliseconds(done.doneAt),
        "succeededCount": .number(Int64(done.succeeded)),
        "failedCount": .number(Int64(done.failed)),
      ]
    )
  }
}
