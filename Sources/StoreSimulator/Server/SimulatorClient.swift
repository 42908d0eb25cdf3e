import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Why a request to a running simulator failed.
package enum SimulatorClientError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreachable(String)
  case refused(String)
  /// The simulator has nothing of the account.
  case notFound(String)

  package var description: String {
    switch self {
    case .unreachable(let address):
      "No simulator is running at \(address). Start one with purser simulate, or name another "
        + "address."
    case .refused(let reason), .notFound(let reason): reason
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

  package var world: String
  /// The size of the whole outbox.
  package var count: Int
  package var notifications: [Item]
  package var hasMore: Bool
  /// The cursor of the next page. It grows, and is otherwise opaque.
  package var next: Int
}

/// Sends requests to a running simulator.
package struct SimulatorClient: Sendable {
  private let address: String

  package init(address: String) { self.address = address }

  /// Posts a value to `/simulator/…`; returns the response's text.
  package func post(_ value: some Encodable & Sendable, to path: String) async throws -> String {
    try await send("POST", path, try JSONEncoder().encode(value))
  }

  /// Gets `/simulator/…`, with the values that are given in the query.
  package func get(
    _ path: String,
    _ query: [String: String?] = [:]
  ) async throws -> String {
    let pairs = query.compactMapValues { $0 }.map { "\($0.key)=\(Self.encoded($0.value))" }
    let target = pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
    return try await send("GET", target, nil)
  }

  /// With all but RFC 3986's unreserved characters percent-encoded.
  private static func encoded(_ text: String) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    return text.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: letters))
      ?? ""
  }

  /// A page of the outbox after another page's `next`, in order; 0 for the first page.
  package func outbox(after next: Int, limit: Int = 100) async throws -> OutboxPage {
    let text = try await get("outbox?after=\(next)&limit=\(limit)")
    do {
      return try JSONDecoder().decode(OutboxPage.self, from: Data(text.utf8))
    } catch {
      throw SimulatorClientError.refused("The server at \(address) is not a simulator.")
    }
  }

  package func clearFaults() async throws { _ = try await send("DELETE", "faults", nil) }

  private func send(_ method: String, _ path: String, _ body: Data?) async throws -> String {
    var request = HTTPClientRequest(url: "\(address)/simulator/\(path)")
    request.method = .RAW(value: method)
    if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
    let answer: HTTPClientResponse
    do {
      answer = try await DirectHTTP.client.execute(request, timeout: .seconds(600))
    } catch {
      throw SimulatorClientError.unreachable(address)
    }
    let text = String(buffer: try await answer.body.collect(upTo: 64 << 20))
    guard answer.status.code == 200 else {
      let error = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
      if answer.status == .notFound, let reason = error?["error"] {
        throw SimulatorClientError.notFound(reason)
      }
      throw SimulatorClientError.refused(error?["error"] ?? text)
    }
    return text
  }
}

/// An HTTP client without retries. It lives as long as the process.
enum DirectHTTP {
  static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration.singletonConfiguration
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()
}
