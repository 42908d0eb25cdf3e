import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
package import ServiceCore

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
      var bytes: [UInt8] = []
      for try await piece in response.body {
        guard NIODeadline.now() < deadline else { throw FetchError.unreachable }
        guard bytes.count + piece.readableBytes <= Self.maxBytes else { throw FetchError.tooLarge }
        bytes.append(contentsOf: piece.readableBytesView)
      }
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
