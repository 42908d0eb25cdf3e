import Basics
import Foundation

extension Simulator {
  /// Routes a request to its store, and applies the next fault to the response.
  package func answer(_ request: SimulatorRequest) async -> SimulatorResponse {
    do {
      if request.path.first == "simulator" { return try await control(request) }
      try tick()
      let answer = try await store(request)
      let fault = faults.take("/" + request.path.joined(separator: "/"))
      return fault?.applied(to: answer, of: request.path) ?? answer
    } catch let refusal as ActionError {
      return SimulatorResponse(409, ["error": .text("\(refusal)")])
    } catch {
      return SimulatorResponse(500, ["error": .text("\(error)")])
    }
  }

  private func store(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    do {
      switch request.path.first {
      case "apple":
        guard request.path.count > 2 else { break }
        return try await apple(request.below(2), sandbox: request.path[1] == "sandbox")
      case "connect": return try await appStoreConnect(request.below(1))
      case "verifyReceipt", "inApps": return try await apple(request, sandbox: false)
      case "google": return try await google(request.below(1))
      case "token", "androidpublisher": return try await google(request)
      case "microsoft": return try await microsoft(request.below(1))
      case "amazon": return try amazon(request.below(1))
      default: break
      }
    } catch let refusal as Refusal {
      return refusal.response
    }
    return SimulatorResponse(404, text: "No simulated store has this endpoint.")
  }

  private func apple(_ request: SimulatorRequest, sandbox: Bool) async throws -> SimulatorResponse {
    request.path == ["verifyReceipt"]
      ? try verifyReceipt(request, sandbox: sandbox)
      : try await appStore(request, sandbox: sandbox)
  }

  private func google(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    switch request.path {
    case ["token"]: await googleToken(request)
    case ["v1beta1", "apps:search"]: try googleApps(request)
    default: try await androidPublisher(request)
    }
  }

  /// Endpoints of the simulator itself.
  private func control(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    if request.method == "GET" { try tick() }
    do {
      return try await answer(request, by: Self.controlRoutes, ())
        ?? SimulatorResponse(404, text: "The simulator has no such endpoint.")
    } catch let refusal as Refusal {
      return refusal.response
    }
  }

  /// The simulator's own endpoints, each as `GET simulator/outbox`.
  package static var controlEndpoints: [String] { controlRoutes.map(\.endpoint) }

  private static let controlRoutes: [SimulatorRoute<Void>] =
    [
      .init("POST simulator/act") { simulator, request, _, _ in
        let action: SimulatedAction = try request.decoded("an action")
        guard action.act != .advance else {
          try await simulator.advance(action)
          return SimulatorResponse(200, simulator.summary(nil))
        }
        return SimulatorResponse(200, simulator.summary(try simulator.perform(action)))
      },
      .init("POST simulator/play") { simulator, request, _, _ in
        let touched = try await simulator.play(request.decoded("a scenario"))
        return SimulatorResponse(200, ["purchases": .array(touched.map(simulator.summary))])
      },
      .init("POST simulator/faults") { simulator, request, _, _ in
        simulator.plan(try request.decoded("a fault"))
        return SimulatorResponse(200, [:])
      },
      .init("DELETE simulator/faults") { simulator, _, _, _ in
        simulator.removeFaults()
        return SimulatorResponse(200, [:])
      },
      .init("POST simulator/targets") { simulator, request, _, _ in
        simulator.configure(targets: try request.decoded("a list of addresses"))
        return SimulatorResponse(200, [:])
      },
      .init("GET simulator/outbox") { simulator, request, _, _ in simulator.outbox(request) },
      .init("GET simulator/purchases") { simulator, _, _, _ in
        let all = simulator.state.world.purchases.map { simulator.summary($0.id) }
        return SimulatorResponse(200, ["purchases": .array(all)])
      },
    ] + deviceRoutes + sandboxRoutes

  func play(_ scenario: Scenario) async throws -> [String] {
    try tick()
    let start = state.world.now
    var touched: [String] = []
    for step in try scenario.timed(from: start) {
      try await advanceClock(to: step.at)
      if let id = try perform(step.action), !touched.contains(id) { touched.append(id) }
    }
    if let end = scenario.end(from: start) { try await advanceClock(to: end) }
    return touched
  }

  private func summary(_ id: String?) -> JSONValue {
    guard let purchase = id.flatMap({ state.world.purchase($0) }) else {
      return ["now": .milliseconds(state.world.now)]
    }
    return [
      "now": .milliseconds(state.world.now), "id": .text(purchase.id),
      "token": .text(purchase.token), "store": .text(purchase.store.rawValue),
      "app": .text(purchase.app), "account": .text(purchase.account),
      "sandbox": .flag(purchase.isSandbox), "product": .text(purchase.product),
      "state": .text(purchase.state.rawValue), "autoRenews": .flag(purchase.autoRenews),
      "expiresAt": .milliseconds(purchase.expiresAt),
      "transaction": .text(purchase.charges.last?.id), "order": .text(purchase.charges.last?.order),
      "charges": .whole(Int(purchase.charges.count)),
    ]
  }

  private func outbox(_ request: SimulatorRequest) -> SimulatorResponse {
    let after = state.place(of: OutboxCursor(request.value("after").flatMap { Int($0) } ?? 0))
    let limit = min(1_000, request.value("limit").flatMap { Int($0) } ?? 100)
    let rest = state.outbox.dropFirst(after)
    let page = rest.prefix(max(1, limit))
    let items: [JSONValue] = page.map {
      [
        "sequence": .whole(Int($0.sequence)), "id": .text($0.id),
        "form": .text($0.form.rawValue), "change": .text($0.change.rawValue),
        "store": .text($0.store.rawValue), "app": .text($0.app), "sandbox": .flag($0.isSandbox),
        "at": .milliseconds($0.at), "purchase": .text($0.purchase), "account": .text($0.account),
        "delivered": .flag($0.isDelivered), "body": .text($0.body),
      ]
    }
    return SimulatorResponse(
      200,
      [
        "world": .text(state.identity), "count": .whole(Int(state.outbox.count)),
        "notifications": .array(items),
        "next": .whole(Int(state.cursor(at: page.last?.sequence ?? after).number)),
        "hasMore": .flag(rest.count > page.count),
      ]
    )
  }
}
