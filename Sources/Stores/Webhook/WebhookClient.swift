import AsyncHTTPClient
import Basics
import Crypto
import Entitlements
package import Foundation
import NIOCore
import NIOHTTP1
import Receipts
package import ServiceCore

/// Posts entitlement changes to the app's own back end, signed as in the Standard Webhooks
/// specification, so that the receiver can verify them with any library for it.
package final class WebhookClient: Sendable {
  private let configuration: WebhookConfiguration
  private let http: HTTPClient
  private let responseTimeout: Duration
  private let now: @Sendable () -> Date

  /// `responseTimeout` limits one request, from connecting to the response's head.
  package init(
    _ configuration: WebhookConfiguration,
    responseTimeout: Duration = .seconds(15),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.configuration = configuration
    self.responseTimeout = responseTimeout
    self.now = now
    http = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: .once(responseTimeout, read: responseTimeout)
    )
  }

  package var entitlementWebhook: EntitlementWebhook {
    EntitlementWebhook { (announcement) async throws(WebhookError) in
      try await self.send(announcement)
    }
  }

  /// Closes the connections; the webhook cannot be used afterwards.
  package func shutdown() async {
    // Shutting down twice is harmless.
    try? await http.shutdown()
  }

  private func send(_ announcement: EntitlementSnapshot) async throws(WebhookError) {
    let body = WebhookMessage.body(of: announcement)
    let id = WebhookMessage.id(of: announcement)
    let second = Int(now().timeIntervalSince1970.rounded(.down))
    var request = HTTPClientRequest(url: configuration.url)
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    request.headers.add(name: "user-agent", value: "purser")
    request.headers.add(name: "webhook-id", value: id)
    request.headers.add(name: "webhook-timestamp", value: "\(second)")
    request.headers.add(
      name: "webhook-signature",
      value: WebhookMessage.signature(of: body, id: id, second: second, key: configuration.key)
    )
    request.body = .bytes(ByteBuffer(bytes: body))
    let response: HTTPClientResponse
    do {
      // The response's body is irrelevant and not read.
      response = try await http.execute(
        request,
        deadline: NIODeadline.now() + TimeAmount(responseTimeout)
      )
    } catch {
      throw Task.isCancelled ? .cancelled : Self.fault(error)
    }
    let status = Int(response.status.code)
    guard !(200...299).contains(status) else { return }
    let earliest = RetryAfter.instant(response.headers.first(name: "retry-after"), now: now())
    throw .refused(http: status, notBefore: earliest)
  }

  /// Maps the network's errors to `WebhookError`.
  private static func fault(_ error: any Error) -> WebhookError {
    switch TransportError.error(error, of: .apple) {
    case .unreachable(_, let fault): .unreachable(fault)
    case .cancelled: .cancelled
    case .status, .throttled, .unusable, .notConfigured: .unreachable(.reset)
    }
  }
}

/// The body and the signature of a message (Standard Webhooks).
enum WebhookMessage {
  static func id(of announcement: EntitlementSnapshot) -> String { "msg_\(announcement.id)" }

  static func body(of announcement: EntitlementSnapshot) -> [UInt8] {
    CompactJSON.bytes([
      "id": .string(id(of: announcement)),
      "type": "entitlements.changed",
      "user": .string(announcement.user.raw),
      "at": .string(instant(announcement.at)),
      "entitlements": .array(announcement.entitlements.map { json($0, at: announcement.at) }),
    ])
  }

  private static func json(_ entitlement: Entitlement, at instant: Date) -> JSONValue {
    [
      "key": .string(entitlement.key),
      "environment": .string(entitlement.environment.rawValue),
      "active": .bool(entitlement.isActive(at: instant)),
      "from": .string(self.instant(entitlement.from)),
      "until": entitlement.until.map { .string(self.instant($0)) } ?? .null,
    ]
  }

  private static func instant(_ date: Date) -> String {
    RFC3339.text(date, milliseconds: true)
  }

  /// HMAC-SHA-256 of the ID, the second and the body, joined by full stops.
  static func signature(of body: [UInt8], id: String, second: Int, key: [UInt8]) -> String {
    let signed = Array("\(id).\(second).".utf8) + body
    let code = HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: key))
    return "v1," + Data(code).base64EncodedString()
  }
}

/// The webhook's URL and signing secret.
package struct WebhookConfiguration: Sendable {
  package let url: String
  /// The key's bytes, decoded from the secret's base64.
  let key: [UInt8]

  /// - Parameters:
  ///   - url: `https://`, or `http://` on this machine itself.
  ///   - secret: Base64 of 24 to 64 random bytes, after `whsec_` or without it (Standard Webhooks).
  /// - Throws: `WebhookConfigurationError` for an invalid URL or secret.
  package init(url: String, secret: Secret) throws(WebhookConfigurationError) {
    guard let address = URL(string: url), address.host()?.isEmpty == false else {
      throw .malformedURL
    }
    guard StoreClients.mayCarrySecrets(address), address.user() == nil else { throw .insecureURL }
    let text = secret.opened()
    let prefix = "whsec_"
    let encoded = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    guard let key = Base64.bytes(encoded), Self.lengths.contains(key.count) else {
      throw .unusableSecret
    }
    self.url = url
    self.key = key
  }

  /// The URL without parts that may be secret.
  package var address: String {
    guard var parts = URLComponents(string: url) else { return "on" }
    parts.query = nil
    parts.fragment = nil
    parts.path = ""
    return parts.string ?? "on"
  }

  /// Whether a message is signed with the secret, within five minutes of `now`. Header names are in
  /// lower case.
  package func isGenuine(_ body: [UInt8], _ headers: [String: String], at now: Date) -> Bool {
    guard let id = headers["webhook-id"],
      let second = headers["webhook-timestamp"].flatMap({ Int($0) }),
      abs(Double(second) - now.timeIntervalSince1970) <= Self.maxAge
    else { return false }
    let signed = Array("\(id).\(second).".utf8) + body
    let signatures = (headers["webhook-signature"] ?? "").split(separator: " ").prefix(8)
    return signatures.contains { signature in
      guard signature.hasPrefix("v1,"), let code = Base64.bytes(String(signature.dropFirst(3)))
      else { return false }
      return HMAC<SHA256>.isValidAuthenticationCode(
        code,
        authenticating: signed,
        using: SymmetricKey(data: key)
      )
    }
  }

  private static let maxAge: TimeInterval = 300
  private static let lengths = 24...64
}

/// An invalid setting of the webhook.
package enum WebhookConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  case malformedURL, insecureURL, unusableSecret

  package var description: String {
    switch self {
    case .malformedURL: "an address. Write https:// and the host"
    case .insecureURL:
      "an address that begins with https:// and has no password; http:// is only for this machine"
    case .unusableSecret:
      "whsec_ and the base64 of 24 to 64 random bytes: echo whsec_$(openssl rand -base64 32)"
    }
  }
}
