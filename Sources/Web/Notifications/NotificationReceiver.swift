import Basics
import Crypto
import Entitlements
import Logging
import Receipts
import ServiceCore
import Synchronization

/// Handles notifications of all endpoints: files genuine ones before it acknowledges them, stores
/// others as rejected documents, and reports the server's own failures as such.
struct NotificationReceiver: Sendable {
  /// Apple expects an answer within a second.
  private static let timeout = Duration.milliseconds(900)
  /// More would only delay all of them: filing this many takes 50 ms.
  private static let maxRunning = 96
  /// The retry delay in seconds after a failure of this server.
  private static let retryAfter = "10"
  private static let actor = "serve"

  private let group: String
  private let core: WebDependencies
  private let intake: NotificationFilter
  private let recent = ReplayCache()

  /// Accepts notifications of one kind, about these apps in these environments, `nil` for any.
  init(
    _ group: String,
    _ core: WebDependencies,
    _ kind: ReceiptKind,
    of apps: Set<String>,
    in environments: Set<Environment>? = nil
  ) {
    self.group = group
    self.core = core
    intake = NotificationFilter(kind: kind, apps: apps, environments: environments)
  }

  /// The endpoint `/notifications/PATH`, which answers by this receiver.
  func endpoint(
    _ path: String,
    _ description: EndpointDescription,
    maxBytes: Int = 64 << 10,
    refusalByHead: @escaping @Sendable (WebRequest) async -> WebResponse? = { _ in nil },
    answer: @escaping @Sendable (WebRequest) async -> WebResponse
  ) -> EndpointState {
    let route = Route(
      .post,
      "/notifications/\(path)",
      maxBytes: maxBytes,
      deadline: Self.timeout,
      refusalByHead: refusalByHead,
      answer: answer
    )
    return .open(
      EndpointGroup(group, routes: [route], countsPeers: false, maxRunning: Self.maxRunning)
        .described(by: description)
    )
  }

  /// Files a notification on the given basis of trust and answers 200 once it is committed. It is
  /// the body, unless `bytes` are given. `refusal` maps a rejection's code to a status.
  func receive(
    _ request: WebRequest,
    _ bytes: [UInt8]? = nil,
    on trustBasis: TrustBasis? = nil,
    refusal: (_ code: String) -> Int = status
  ) async -> WebResponse {
    let bytes = bytes ?? request.body
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
        return await refuse(request, refusal(code), code, bytes)
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
    _ request: WebRequest,
    _ status: Int,
    _ code: String,
    _ bytes: [UInt8]? = nil
  ) async -> WebResponse {
    await core.storeRejected(bytes ?? request.body, code, at: group, from: request.peer)
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

/// Digests of recently acknowledged notifications: a store that missed the answer soon repeats the
/// notification, whose signatures need no second check. Only committed notifications are listed.
/// Older repetitions are recognized by the ledger after verification.
final class ReplayCache: Sendable {
  private struct State {
    var known: Set<SHA256.Digest> = []
    /// The index of the next entry, which replaces the oldest.
    var next = 0
    var order: [SHA256.Digest] = []
  }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int = 4_096) { self.capacity = capacity }

  func holds(_ digest: SHA256.Digest) -> Bool { state.withLock { $0.known.contains(digest) } }

  func note(_ digest: SHA256.Digest) {
    state.withLock { state in
      guard state.known.insert(digest).inserted else { return }
      guard state.order.count == capacity else { return state.order.append(digest) }
      state.known.remove(state.order[state.next])
      state.order[state.next] = digest
      state.next = (state.next + 1) % capacity
    }
  }
}
