import AsyncHTTPClient
import Basics
import Entitlements
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Receipts
package import ServiceCore

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
      let store = request.service.store
      let body = try await response.bytes(
        upTo: transport.maxBytes,
        until: deadline,
        late: StoreClientError.unreachable(store, .timeout),
        tooLarge: StoreClientError.unusable(store, .tooLarge)
      )
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
    message.method = HTTPMethod(rawValue: request.method.rawValue)
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
}

extension HTTPClientResponse {
  /// The body. The client's own deadline ends with the head, and the body may arrive arbitrarily
  /// slowly.
  func bytes(
    upTo limit: Int,
    until deadline: NIODeadline,
    late: any Error,
    tooLarge: any Error
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in body {
      guard NIODeadline.now() < deadline else { throw late }
      guard bytes.count + piece.readableBytes <= limit else { throw tooLarge }
      bytes.append(contentsOf: piece.readableBytesView)
    }
    return bytes
  }
}

/// Maps the network's errors to `StoreClientError`.
enum TransportError {
  static func error(_ error: any Error, of store: Store) -> StoreClientError {
    switch error {
    case let error as StoreClientError: error
    case is CancellationError: .cancelled
    case let error as HTTPClientError: clientError(error, of: store)
    case let error as NIOHTTPDecompression.DecompressionError:
      .unusable(store, error == .limit ? .tooLarge : .badCompression)
    case is NIOHTTPDecompression.ExtraDecompressionError: .unusable(store, .badCompression)
    case is HTTPParserError: .unreachable(store, .reset)
    default: .unreachable(store, fault(error))
    }
  }

  private static func clientError(_ error: HTTPClientError, of store: Store) -> StoreClientError {
    switch error {
    case .cancelled, .requestStreamCancelled: .cancelled
    case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded,
      .getConnectionFromPoolTimeout, .tlsHandshakeTimeout:
      .unreachable(store, .timeout)
    case .invalidProxyResponse, .proxyAuthenticationRequired, .httpProxyHandshakeTimeout,
      .socksHandshakeTimeout:
      .unreachable(store, .proxy)
    case .invalidURL, .emptyHost, .emptyScheme: .notConfigured(store, missing: "an address")
    default: .unreachable(store, .reset)
    }
  }

  private static func fault(_ error: any Error) -> StoreClientError.Fault {
    switch error {
    case let error as NIOConnectionError: connectionFault(error)
    case let error as NIOSSLError: tlsFault(error)
    case is NIOSSLExtraError, is BoringSSLError: .tls
    case let error as IOError: systemFault(error.errnoCode)
    case ChannelError.connectTimeout: .timeout
    case is SocketAddressError: .unresolved
    default: .reset
    }
  }

  private static func connectionFault(_ error: NIOConnectionError) -> StoreClientError.Fault {
    // One address of several may have failed differently: the first error is reported.
    if let first = error.connectionErrors.first { return fault(first.error) }
    return error.dnsAError ?? error.dnsAAAAError == nil ? .refused : .unresolved
  }

  private static func tlsFault(_ error: NIOSSLError) -> StoreClientError.Fault {
    switch error {
    case .uncleanShutdown: .reset
    // No certificate was rejected: the peer closed the connection.
    case .handshakeFailed(.sslError(let stack)) where stack == [.eofDuringHandshake]: .reset
    case .handshakeFailed(.syscallError), .handshakeFailed(.zeroReturn): .reset
    default: .tls
    }
  }

  private static func systemFault(_ code: CInt) -> StoreClientError.Fault {
    switch code {
    case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL: .refused
    case ETIMEDOUT: .timeout
    default: .reset
    }
  }
}

/// Fetches documents that stores publish: key sets, certificates.
struct PublicDocuments: Sendable {
  /// Longer than any key set or chain of certificates.
  private static let maxBytes = 1 << 20
  private static let timeout = TimeAmount.seconds(10)

  let http: HTTPClient

  func document(at address: String) async throws(FetchError) -> FetchedDocument {
    guard let url = URL(string: address), StoreClients.mayCarrySecrets(url) else {
      throw .insecureURL
    }
    do {
      var request = HTTPClientRequest(url: address)
      request.headers.add(name: "user-agent", value: "purser")
      let deadline = NIODeadline.now() + Self.timeout
      let response = try await http.execute(request, deadline: deadline)
      let bytes = try await response.bytes(
        upTo: Self.maxBytes,
        until: deadline,
        late: FetchError.unreachable,
        tooLarge: FetchError.tooLarge
      )
      return FetchedDocument(
        status: Int(response.status.code),
        bytes: bytes,
        keepsFor: Self.age(response.headers.first(name: "cache-control"))
      )
    } catch let error as FetchError {
      throw error
    } catch {
      throw .unreachable
    }
  }

  /// `public, max-age=22540, must-revalidate` (RFC 9111 §5.2.2.1).
  private static func age(_ header: String?) -> TimeInterval? {
    let directives = (header ?? "").split(separator: ",").map { $0.drop { $0 == " " } }
    if directives.contains("no-store") || directives.contains("no-cache") { return 0 }
    let age = directives.first { $0.hasPrefix("max-age=") }.flatMap { Int($0.dropFirst(8)) }
    return age.map { TimeInterval(min(max($0, 0), 86_400 * 7)) }
  }
}

extension StoreClients {
  /// Fetches a published document, whatever the HTTP status.
  ///
  /// - Throws: if the request fails, or would not be encrypted.
  package func document(at address: String) async throws(FetchError) -> FetchedDocument {
    try await PublicDocuments(http: http).document(at: address)
  }
}
