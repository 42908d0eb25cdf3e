import Foundation

extension Simulator {
  /// Routes a request to its store, and applies the next fault to the response.
  package func answer(_ request: SimulatorRequest) async -> SimulatorResponse {
    do {
      if request.path.first == "simulator" { return try await control(request) }
      try tick()
      let answer = try await store(request)
      guard let fault = takeFault("/" + request.path.joined(separator: "/")) else { return answer }
      return fault.applied(to: answer, of: request.path)
    } catch let refusal as ActionError {
      return SimulatorResponse(409, ["error": .text("\(refusal)")])
    } catch {
      return SimulatorResponse(500, ["error": .text("\(error)")])
    }
  }

  private func takeFault(_ path: String) -> InjectedFault? { faults.take(path) }

  private func store(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    switch request.path.first {
    case "apple":
      guard request.path.count > 2 else { break }
      return try await apple(request.below(2), sandbox: request.path[1] == "sandbox")
    case "verifyReceipt", "inApps": return try await apple(request, sandbox: false)
    case "google": return try await google(request.below(1))
    case "token", "androidpublisher": return try await google(request)
    case "microsoft": return try await microsoft(request.below(1))
    case "amazon": return amazon(request.below(1))
    default: break
    }
    return SimulatorResponse(404, text: "No simulated store has this endpoint.")
  }

  private func apple(_ request: SimulatorRequest, sandbox: Bool) async throws -> SimulatorResponse {
    request.path == ["verifyReceipt"]
      ? try verifyReceipt(request, sandbox: sandbox)
      : try await appStore(request, sandbox: sandbox)
  }

  private func google(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    request.path == ["token"] ? await googleToken(request) : try androidPublisher(request)
  }

  /// Endpoints of the simulator itself.
  private func control(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    if request.matches("POST", "simulator/act") != nil {
      guard let act = request.json(SimulatedAction.self) else {
        return Self.unreadable("an action")
      }
      let id = try self.act(act)
      return SimulatorResponse(200, summary(id))
    }
    if request.matches("POST", "simulator/play") != nil {
      guard let scenario = request.json(Scenario.self) else {
        return Self.unreadable("a scenario")
      }
      let touched = try play(scenario)
      return SimulatorResponse(200, ["purchases": .list(touched.map(summary))])
    }
    if request.matches("POST", "simulator/faults") != nil {
      guard let fault = request.json(InjectedFault.self) else { return Self.unreadable("a fault") }
      faults.add(fault)
      return SimulatorResponse(200, [:])
    }
    if request.matches("DELETE", "simulator/faults") != nil {
      faults.clear()
      return SimulatorResponse(200, [:])
    }
    if request.matches("POST", "simulator/targets") != nil {
      guard let targets = request.json(NotificationTargets.self) else {
        return Self.unreadable("a list of addresses")
      }
      configure(targets: targets)
      return SimulatorResponse(200, [:])
    }
    return try await inspect(request)
      ?? SimulatorResponse(404, text: "The simulator has no such endpoint.")
  }

  private func inspect(_ request: SimulatorRequest) async throws -> SimulatorResponse? {
    guard request.method == "GET", request.path.count > 1 else { return nil }
    try tick()
    switch request.path.dropFirst().joined(separator: "/") {
    case "outbox": return outbox(request)
    case "purchases":
      return SimulatorResponse(
        200,
        ["purchases": .list(state.world.purchases.map { summary($0.id) })]
      )
    case "apple/receipt":
      let receipt = try receipt(
        account: request.value("account") ?? "ada",
        app: request.value("app") ?? SimulatedShop.app,
        sandbox: request.value("sandbox") == "true"
      )
      return SimulatorResponse(200, text: receipt)
    case "google/certs": return googleCertificates()
    case "google/push-token":
      return SimulatorResponse(200, text: try await tokenService.pushToken(at: realNow()))
    case "microsoft/key":
      let key = try await tokenService.storeIDKey(
        user: request.value("account") ?? "ada",
        service: request.value("service") ?? "collections",
        at: realNow()
      )
      return SimulatorResponse(200, text: key)
    default: return nil
    }
  }

  private static func unreadable(_ what: String) -> SimulatorResponse {
    SimulatorResponse(400, ["error": .text("The body is not \(what).")])
  }

  func play(_ scenario: Scenario) throws -> [String] {
    try tick()
    let start = state.world.now
    var touched: [String] = []
    for step in try scenario.timed(from: start) {
      try advanceClock(to: step.at)
      if let id = try act(step.act), !touched.contains(id) { touched.append(id) }
    }
    if let end = scenario.end(from: start) { try advanceClock(to: end) }
    return touched
  }

  /// Advances the virtual clock to an instant.
  private func advanceClock(to instant: Date) throws {
    state.lead += max(0, instant.timeIntervalSince(now))
    try tick()
  }

  private func summary(_ id: String) -> JSON { summary(.some(id)) }

  private func summary(_ id: String?) -> JSON {
    guard let purchase = id.flatMap({ state.world.purchase($0) }) else {
      return ["now": .milliseconds(state.world.now)]
    }
    return [
      "now": .milliseconds(state.world.now),
      "id": .text(purchase.id),
      "token": .text(purchase.token),
      "store": .text(purchase.store.rawValue),
      "app": .text(purchase.app),
      "account": .text(purchase.account),
      "sandbox": .flag(purchase.isSandbox),
      "product": .text(purchase.product),
      "state": .text(purchase.state.rawValue),
      "autoRenews": .flag(purchase.autoRenews),
      "expiresAt": .milliseconds(purchase.expiresAt),
      "transaction": .of(purchase.charges.last?.id),
      "order": .of(purchase.charges.last?.order),
      "charges": .number(Int64(purchase.charges.count)),
    ]
  }

  private func outbox(_ request: SimulatorRequest) -> SimulatorResponse {
    let after = state.place(of: OutboxCursor(request.value("after").flatMap { Int($0) } ?? 0))
    let limit = min(1_000, request.value("limit").flatMap { Int($0) } ?? 100)
    let rest = state.outbox.dropFirst(after)
    let page = rest.prefix(max(1, limit))
    let items: [JSON] = page.map {
      [
        "sequence": .number(Int64($0.sequence)), "id": .text($0.id),
        "form": .text($0.form.rawValue), "change": .text($0.change.rawValue),
        "store": .text($0.store.rawValue), "app": .text($0.app), "sandbox": .flag($0.isSandbox),
        "at": .milliseconds($0.at), "purchase": .of($0.purchase), "account": .of($0.account),
        "delivered": .flag($0.isDelivered), "body": .text($0.body),
      ]
    }
    return SimulatorResponse(
      200,
      [
        "world": .text(state.identity),
        "count": .number(Int64(state.outbox.count)),
        "notifications": .list(items),
        "next": .number(Int64(state.cursor(at: page.last?.sequence ?? after).number)),
        "hasMore": .flag(rest.count > page.count),
      ]
    )
  }
}
