import AsyncHTTPClient
import Basics
import Entitlements
import Foundation
import NIOCore
import NIOHTTP1
import Receipts
import ServiceCore

/// The HTTP client for all stores, with its connections, rate limits and tokens.
struct StoreHTTPClient: Sendable {
  let http: HTTPClient
  let transport: TransportConfiguration
  let budget: StoreRateLimiter
  let tokens: TokenCache
  let time: StoreTime

  /// The response to a successful request, sent with `source`'s token. A rejected token from the
  /// cache is replaced once.
  func answer(
    _ request: StoreRequest,
    as source: TokenSource? = nil
  ) async throws(StoreClientError) -> StoreHTTPResponse {
    let reply = try await reply(to: request, as: source)
    if let error = reply.error(at: time.now()) { throw error }
    return reply
  }

  /// The response, whatever its status.
  func reply(
    to request: StoreRequest,
    as source: TokenSource?
  ) async throws(StoreClientError) -> StoreHTTPResponse {
    guard let source else { return try await send(request, nil) }
    let (token, isFresh) = try await tokens.token(from: source)
    let reply = try await send(request, token.secret)
    guard reply.http == 401, !isFresh else { return reply }
    await tokens.forget(token, of: source)
    return try await send(request, try await tokens.token(from: source).token.secret)
  }

  private func send(
    _ request: StoreRequest,
    _ token: Secret?
  ) async throws(StoreClientError) -> StoreHTTPResponse {
    do {
      try await budget.take(request.bucket)
      let deadline = NIODeadline.now() + TimeAmount(transport.whole)
      let response = try await http.execute(Self.message(request, token), deadline: deadline)
      let body = try await bytes(of: response, until: deadline, request.service.store)
      return StoreHTTPResponse(
        request.service,
        http: Int(response.status.code),
        retryAfter: response.headers.first(name: "retry-after"),
        body: body
      )
    } catch {
      if Task.isCancelled { throw .cancelled }
      throw TransportError.error(error, of: request.service.store)
    }
  }

  private static func message(_ request: StoreRequest, _ token: Secret?) -> HTTPClientRequest {
    var message = HTTPClientRequest(url: request.url)
    switch request.method {
    case .get: message.method = .GET
    case .post: message.method = .POST
    case .put: message.method = .PUT
    case .delete: message.method = .DELETE
    }
    message.headers.add(name: "accept", value: "application/json")
    message.headers.add(name: "accept-encoding", value: "gzip")
    message.headers.add(name: "user-agent", value: "purser")
    if let token { message.headers.add(name: "authorization", value: "Bearer \(token.opened())") }
    switch request.body {
    case .json(let json):
      message.headers.add(name: "content-type", value: "application/json")
      message.body = .bytes(ByteBuffer(bytes: CompactJSON.bytes(json)))
    case .form(let pairs):
      message.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
      message.body = .bytes(ByteBuffer(string: URLText.form(pairs)))
    case nil: break
    }
    return message
  }

  /// The client's own deadline ends with the head; the body may arrive arbitrarily slowly.
  private func bytes(
    of response: HTTPClientResponse,
    until deadline: NIODeadline,
    _ store: Store
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in response.body {
      guard NIODeadline.now() < deadline else {
        throw StoreClientError.unreachable(store, .timeout)
      }
      guard bytes.count + piece.readableBytes <= transport.maxBytes else {
        throw StoreClientError.unusable(store, .tooLarge)
      }
      bytes.append(contentsOf: piece.readableBytesView)
    }
    return bytes
  }
}
