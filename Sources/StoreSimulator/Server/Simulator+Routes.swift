import Foundation

extension Simulator {
  /// The answer of whichever store a request is for, with what is to go wrong with it.
  package func answer(_ request: StoreRequest) async -> StoreResponse {
    do {
      if request.path.first == "simulator" { return try await control(request) }
      try tick()
      let answer = try await store(request)
      guard let fault = takeFault("/" + request.path.joined(separator: "/")) else { return answer }
      return fault.applied(to: answer, of: request.path)
    } catch let refusal as ActRefused {
      return StoreResponse(409, ["error": .text("\(refusal)")])
    } catch {
      return StoreResponse(500, ["error": .text("\(error)")])
    }
  }

  private func takeFault(_ path: String) -> PlannedFault? { faults.take(path) }

  private func store(_ request: StoreRequest) async throws -> StoreResponse {
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
    return StoreResponse(404, text: "No store answers here.")
  }

  private func apple(_ request: StoreRequest, sandbox: Bool) async throws -> StoreResponse {
    request.path == ["verifyReceipt"]
      ? try verifyReceipt(request, sandbox: sandbox)
      : try await appStore(request, sandbox: sandbox)
  }

  private func google(_ request: StoreRequest) async throws -> StoreResponse {
    request.path == ["token"] ? await googleToken(request) : try androidPublisher(request)
  }

  /// What is asked of the simulator itself, and not of a store.
  private func control(_ request: StoreRequest) async throws -> StoreResponse {
    if request.matches("POST", "simulator/act") != nil {
      guard let act = request.json(SimulatedAct.self) else { return Self.unreadable("an act") }
      let id = try self.act(act)
      return StoreResponse(200, summary(id))
    }
    if request.matches("POST", "simulator/play") != nil {
      guard let scenario = request.json(Scenario.self) else {
        return Self.unreadable("a scenario")
      }
      let touched = try play(scenario)
      return StoreResponse(200, ["purchases": .list(touched.map(summary))])
    }
    if request.matches("POST", "simulator/faults") != nil {
      guard let fault = request.json(PlannedFault.self) else { return Self.unreadable("a fault") }
      faults.add(fault)
      return StoreResponse(200, [:])
    }
    if request.matches("DELETE", "simulator/faults") != nil {
      faults.clear()
      return StoreResponse(200, [:])
    }
    if request.matches("POST", "simulator/targets") != nil {
      guard let targets = request.json(NotificationTargets.self) else {
        return Self.unreadable("a list of addresses")
      }
      settle(targets: targets)
      return StoreResponse(200, [:])
    }
    return try await look(request) ?? StoreResponse(404, text: "The simulator has nothing here.")
  }

  private func look(_ request: StoreRequest) async throws -> StoreResponse? {
    guard request.method == "GET", request.path.count > 1 else { return nil }
    try tick()
    switch request.path.dropFirst().joined(separator: "/") {
    case "outbox": return outbox(request)
    case "purchases":
      return StoreResponse(200, ["purchases": .list(state.world.purchases.map { summary($0.id) })])
    case "apple/receipt":
      let receipt = try receipt(
        account: request.value("account") ?? "ada",
        app: request.value("app") ?? SimulatedShop.app,
        sandbox: request.value("sandbox") == "true"
      )
      return StoreResponse(200, text: receipt)
    case "google/certs": return googleCertificates()
    case "google/push-token":
      return StoreResponse(200, text: try await desk.pushToken(at: realNow()))
    case "microsoft/key":
      let key = try await desk.storeIDKey(
        user: request.value("account") ?? "ada",
        service: request.value("service") ?? "collections",
        at: realNow()
      )
      return StoreResponse(200, text: key)
    default: return nil
    }
  }

  private static func unreadable(_ what: String) -> StoreResponse {
    StoreResponse(400, ["error": .text("The body is not \(what).")])
  }

  func play(_ scenario: Scenario) throws -> [String] {
    try tick()
    let start = state.world.now
    var touched: [String] = []
    for step in try scenario.timed(from: start) {
      try leap(to: step.at)
      if let id = try act(step.act), !touched.contains(id) { touched.append(id) }
    }
    if let end = scenario.end(from: start) { try leap(to: end) }
    return touched
  }

  /// Puts the virtual clock forward to an instant.
  private func leap(to instant: Date) throws {
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

  private func outbox(_ request: StoreRequest) -> StoreResponse {
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
    return StoreResponse(
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
