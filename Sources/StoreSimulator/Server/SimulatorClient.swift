import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Why a running simulator could not be told something.
package enum SimulatorClientError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreachable(String)
  case refused(String)

  package var description: String {
    switch self {
    case .unreachable(let address):
      "No simulator answers at \(address). Start one with purser simulate, or name its address by --at."
    case .refused(let reason): reason
    }
  }
}

/// A page of a simulator's outbox.
package struct OutboxPage: Decodable, Sendable {
  package struct Item: Decodable, Sendable {
    package var sequence: Int
    /// As it would have been pushed.
    package var body: String
  }

  /// The world's identity.
  package var world: String
  /// Of everything in the outbox.
  package var count: Int
  package var notifications: [Item]
  package var hasMore: Bool
  /// What the page behind this one is asked for by. It grows, and means nothing else.
  package var next: Int
}

/// Speaks to a running simulator.
package struct SimulatorClient: Sendable {
  private let address: String

  package init(address: String) { self.address = address }

  /// Posts a value to `/simulator/…`; the answer's text.
  package func post(
    _ value: some Encodable & Sendable,
    to path: String
  ) async throws -> String {
    try await send("POST", path, try JSONEncoder().encode(value))
  }

  package func get(_ path: String) async throws -> String { try await send("GET", path, nil) }

  /// What the outbox holds behind a page's `next`, in its order; from its beginning for 0.
  package func outbox(after next: Int, limit: Int = 100) async throws -> OutboxPage {
    let text = try await get("outbox?after=\(next)&limit=\(limit)")
    do {
      return try JSONDecoder().decode(OutboxPage.self, from: Data(text.utf8))
    } catch {
      throw SimulatorClientError.refused("What answers at \(address) is no simulator.")
    }
  }

  /// Calls all faults off.
  package func clearFaults() async throws { _ = try await send("DELETE", "faults", nil) }

  private func send(_ method: String, _ path: String, _ body: Data?) async throws -> String {
    var request = HTTPClientRequest(url: "\(address)/simulator/\(path)")
    request.method = .RAW(value: method)
    if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
    let answer: HTTPClientResponse
    do {
      answer = try await DirectHTTP.client.execute(request, timeout: .seconds(60))
    } catch {
      throw SimulatorClientError.unreachable(address)
    }
    let text = String(buffer: try await answer.body.collect(upTo: 64 << 20))
    guard answer.status.code == 200 else {
      let error = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
      throw SimulatorClientError.refused(error?["error"] ?? text)
    }
    return text
  }
}
