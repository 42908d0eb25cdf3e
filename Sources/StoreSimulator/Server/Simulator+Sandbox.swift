import Basics
package import Foundation

/// A message that was sent to the simulator's webhook receiver.
package struct ReceivedWebhook: Equatable, Sendable {
  package var at: Date
  package var id: String
  /// Whether the signature is genuine; `nil` outside of a sandbox, which alone knows the secret.
  package var isGenuine: Bool?
  package var body: String
}

/// What surrounds the simulated stores in a sandbox.
package struct SandboxHooks: Sendable {
  /// Advances the clock that the simulator shares, with all that falls due on the way.
  package var advance: @Sendable (_ instant: Date) async throws -> Void
  /// Whether a webhook's signature is genuine.
  package var verifyWebhook:
    @Sendable (_ headers: [String: String], _ body: [UInt8], _ now: Date) -> Bool

  package init(
    advance: @escaping @Sendable (_ instant: Date) async throws -> Void,
    verifyWebhook:
      @escaping @Sendable (_ headers: [String: String], _ body: [UInt8], _ now: Date) -> Bool
  ) {
    self.advance = advance
    self.verifyWebhook = verifyWebhook
  }
}

extension Simulator {
  private static let maxWebhooks = 100
  private static let maxWebhookBytes = 1 << 16

  package func configure(sandbox: SandboxHooks) { self.sandbox = sandbox }

  /// When something happens next without anybody's action; `nil` if nothing does.
  package func nextDue() -> Date? {
    let sending = state.outbox.compactMap(\.sendAt).min()
    return [state.world.nextDue(), sending].compactMap(\.self).min()
  }

  /// Advances the clock by an action's duration.
  func advance(_ action: SimulatedAction) async throws {
    try await advanceClock(to: now.addingTimeInterval(try action.duration()))
  }

  /// Advances the virtual clock to an instant; in a sandbox, that of its server too.
  func advanceClock(to instant: Date) async throws {
    if let sandbox {
      try await sandbox.advance(instant)
    } else {
      state.lead += max(0, instant.timeIntervalSince(now))
    }
    try tick()
  }

  /// The endpoints of a sandbox, and the newest notification as its store posts it.
  static let sandboxRoutes: [SimulatorRoute<Void>] = [
    .init("POST simulator/webhook") { simulator, request, _, _ in
      guard request.body.count <= maxWebhookBytes else {
        throw Refusal(413, ["error": "A webhook has at most 64 KB."])
      }
      let isGenuine = simulator.sandbox?.verifyWebhook(
        request.headers,
        Array(request.body),
        simulator.now
      )
      simulator.webhooks.append(
        ReceivedWebhook(
          at: simulator.now,
          id: String((request.headers["webhook-id"] ?? "").prefix(200)),
          isGenuine: isGenuine,
          body: String(decoding: request.body, as: UTF8.self)
        )
      )
      if simulator.webhooks.count > maxWebhooks { simulator.webhooks.removeFirst() }
      return SimulatorResponse(isGenuine == false ? 401 : 200, ["genuine": .flag(isGenuine)])
    },
    .init("GET simulator/webhooks") { simulator, _, _, _ in
      let items: [JSONValue] = simulator.webhooks.reversed().map { webhook in
        [
          "at": .milliseconds(webhook.at), "id": .string(webhook.id),
          "genuine": .flag(webhook.isGenuine),
          "body": (try? JSONReader.value(webhook.body)) ?? .string(webhook.body),
        ]
      }
      return SimulatorResponse(200, ["webhooks": .array(items)])
    },
    .init("GET simulator/notification") { simulator, request, _, _ in
      let store = request.value("store").flatMap { SimulatedStore(rawValue: $0) } ?? .apple
      guard let item = simulator.state.outbox.last(where: { $0.store == store }) else {
        throw Refusal(404, ["error": .string("\(store.rawValue) has sent nothing yet.")])
      }
      return SimulatorResponse(200, text: item.body, type: "application/json")
    },
  ]
}
