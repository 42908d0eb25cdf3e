import Basics
import Crypto
import Entitlements
import Logging
import Receipts
import ServiceCore

/// Handles notifications of all endpoints: files genuine ones before it acknowledges them, stores
/// others as rejected documents, and reports the server's own failures as such.
struct NotificationReceiver: Sendable {
  /// Apple expects an answer within a second.
  static let timeout = Duration.milliseconds(900)
  /// More would only delay all of them: filing this many takes 50 ms.
  private static let maxRunning = 96
  /// The retry delay in seconds after a failure of this server.
  private static let retryAfter = "10"
  private static let actor = "serve"

  private let group: String
  private let core: WebDependencies
  private let intake: NotificationFilter
  private let recent = ReplayCache()

  init(_ group: String, _ core: WebDependencies, _ intake: NotificationFilter) {
    self.group = group
    self.core = core
    self.intake = intake
  }

  static func group(_ name: String, _ route: Route) -> EndpointGroup {
    EndpointGroup(name, routes: [route], countsPeers: false, maxRunning: maxRunning)
  }

  /// Files a notification on the given basis of trust and answers 200 once it is committed.
  /// `refusal` maps a rejection's code to a status.
  func receive(
    _ bytes: [UInt8],
    of request: WebRequest,
    on trustBasis: TrustBasis? = nil,
    refusal: (_ code: String) -> Int = status
  ) async -> WebResponse {
    let digest = SHA256.hash(data: bytes)
    if recent.holds(digest) { return Self.acknowledgement("known") }
    do throws(ServiceError) {
      let ingestion = try await core.service.notifications.ingest(
        PushedNotification(bytes, trustBasis: trustBasis),
        by: Self.actor,
        intake: intake
      )
      switch ingestion.outcome {
      case .rejected(let code, _, _):
        return await refuse(refusal(code), code, bytes, of: request)
      case .filed, .known:
        recent.note(digest)
        return Self.acknowledgement(ingestion.outcome == .filed ? "filed" : "known")
      }
    } catch {
      core.log.error("a notification could not be filed", metadata: ["error": "\(error)"])
      return Self.trouble("ledger")
    }
  }

  /// Does the requested work once; repetitions are only acknowledged.
  func once(
    _ bytes: [UInt8],
    _ note: String,
    _ work: () async throws(FetchError) -> Void
  ) async -> WebResponse {
    let digest = SHA256.hash(data: bytes)
    if recent.holds(digest) { return Self.acknowledgement("known") }
    do throws(FetchError) {
      try await work()
      recent.note(digest)
      return Self.acknowledgement(note)
    } catch {
      return Self.trouble("fetch")
    }
  }

  /// Stores the rejected document for the operator and answers. Status 200 prevents retries.
  func refuse(
    _ status: Int,
    _ code: String,
    _ bytes: [UInt8],
    of request: WebRequest
  ) async -> WebResponse {
    await core.storeRejected(bytes, code, at: group, from: request.peer)
    guard status != 200 else { return Self.acknowledgement(code) }
    return WebResponse(status, ["error": .string(code)], note: code)
  }

  static func acknowledgement(_ note: String) -> WebResponse { WebResponse(200, note: note) }

  /// A failure of this server; the sender should retry.
  static func trouble(_ note: String) -> WebResponse {
    WebResponse(503, ["error": "busy"], note: note).with("Retry-After", retryAfter)
  }

  /// Unreadable documents are bad requests (400); readable but untrusted ones are forbidden (403).
  static func status(_ code: String) -> Int {
    ["malformed", "unsupported", "too-large"].contains(code) ? 400 : 403
  }
}
