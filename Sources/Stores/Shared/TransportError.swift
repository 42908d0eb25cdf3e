import AsyncHTTPClient
import Entitlements
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import ServiceCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
