import AsyncHTTPClient
import Basics
import Crypto
import Entitlements
package import Foundation
import NIOCore
import NIOHTTP1
import Receipts
package import ServiceCore

/// The live herald: it posts to the app's own back end, signed as the Standard Webhooks specification
/// has it, so that whoever listens can check it with any library for that.
package final class WebhookClient: Sendable {
  private let configuration: WebhookConfiguration
  private let http: HTTPClient
  private let patience: Duration
  private let now: @Sendable () -> Date

  /// `patience` is how long one telling may take, from connecting to the answer's head.
  package init(
    _ configuration: WebhookConfiguration,
    patience: Duration = .seconds(15),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.configuration = configuration
    self.patience = patience
    self.now = now
    var settings = HTTPClient.Configuration(
      // Where it leads, nobody agreed to send this.
      redirectConfiguration: .disallow,
      timeout: .init(
        connect: TimeAmount(patience),
        read: TimeAmount(patience),
        write: TimeAmount(patience)
      )
    )
    // A connection that fails is an answer; the job decides when to try again.
    settings.connectionPool.retryConnectionEstablishment = false
    http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
  }

  package var herald: Herald {
    Herald { (announcement) async throws(HeraldError) in try await self.tell(announcement) }
  }

  /// Lets go of the connections; nothing is told any more.
  package func shutdown() async {
    // A second call finds nothing to do.
    try? await http.shutdown()
  }

  private func tell(_ announcement: Announcement) async throws(HeraldError) {
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
      // What the answer's body says is nothing to us: it is not read.
      response = try await http.execute(
        request,
        deadline: NIODeadline.now() + TimeAmount(patience)
      )
    } catch {
      throw Task.isCancelled ? .cancelled : Self.fault(error)
    }
    let status = Int(response.status.code)
    guard !(200...299).contains(status) else { return }
    let earliest = RetryAfter.instant(
      response.headers.first(name: "retry-after"),
      now: now()
    )
    throw .refused(http: status, notBefore: earliest)
  }

  /// The network's errors are the same, whoever is called.
  private static func fault(_ error: any Error) -> HeraldError {
    switch TransportFault.error(error, of: .apple) {
    case .unreachable(_, let fault): .unreachable(fault)
    case .cancelled: .cancelled
    case .status, .throttled, .unusable, .notConfigured: .unreachable(.reset)
    }
  }
}

/// What is sent, and how it is signed (Standard Webhooks).
enum WebhookMessage {
  static func id(of announcement: Announcement) -> String { "msg_\(announcement.id)" }

  static func body(of announcement: Announcement) -> [UInt8] {
    CompactJSON.bytes([
      "id": .string(id(of: announcement)),
      "type": "entitlements.changed",
      "user": .string(announcement.user.raw),
      "at": .string(instant(announcement.at)),
      "entitlements": .array(
        announcement.entitlements.map { json($0, at: announcement.at) }
      ),
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
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// The identifier, the second and the body, joined by full stops, under HMAC with SHA-256.
  static func signature(
    of body: [UInt8],
    id: String,
    second: Int,
    key: [UInt8]
  ) -> String {
    let signed = Array("\(id).\(second).".utf8) + body
    let code = HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: key))
    return "v1," + Data(code).base64EncodedString()
  }
}
