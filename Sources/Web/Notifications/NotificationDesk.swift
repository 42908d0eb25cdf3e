import Basics
import Crypto
import Entitlements
import Logging
import Receipts
import ServiceCore

/// What the doors for notifications have in common: what is genuine is filed before it is
/// acknowledged, what is not goes to the ring, and our own trouble is told as such.
struct NotificationDesk: Sendable {
  /// Apple wants an answer within a second.
  static let patience = Duration.milliseconds(900)
  /// More would only make all of them wait: it takes a twentieth of a second to file as many.
  private static let mostInHand = 96
  /// Seconds after which to come again when we are in trouble.
  private static let retryAfter = "10"
  private static let actor = "serve"

  private let door: String
  private let core: WebCore
  private let intake: Intake
  private let recent = RecentlyFiled()

  init(_ door: String, _ core: WebCore, _ intake: Intake) {
    self.door = door
    self.core = core
    self.intake = intake
  }

  static func door(_ name: String, _ route: Route) -> Door {
    Door(name, routes: [route], countsPeers: false, mostInHand: mostInHand)
  }

  /// Files a notification whose sender needs no further proof than `voucher`, and answers 200 once it
  /// is on the disk. What is rejected is answered by `refusal`.
  func receive(
    _ bytes: [UInt8],
    of request: WebRequest,
    on voucher: Entitlements.Provenance? = nil,
    refusal: (_ code: String) -> Int = status
  ) async -> WebResponse {
    let digest = SHA256.hash(data: bytes)
    if recent.holds(digest) { return Self.acknowledgement("known") }
    do throws(ServiceError) {
      let ingestion = try await core.service.admit(
        PushedNotification(bytes, voucher: voucher),
        by: intake,
        actor: Self.actor
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

  /// Does something once that what was sent asks for; a second time it is only acknowledged.
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

  /// Keeps what was sent for the operator, and answers. A refusal of 200 takes it off its sender's
  /// hands.
  func refuse(
    _ status: Int,
    _ code: String,
    _ bytes: [UInt8],
    of request: WebRequest
  ) async -> WebResponse {
    await core.keepRejected(bytes, code, at: door, from: request.peer)
    guard status != 200 else { return Self.acknowledgement(code) }
    return WebResponse(status, ["error": .string(code)], note: code)
  }

  static func acknowledgement(_ note: String) -> WebResponse { WebResponse(200, note: note) }

  /// Nothing is wrong with what was sent: it is to come again.
  static func trouble(_ note: String) -> WebResponse {
    WebResponse(503, ["error": "busy"], note: note).with("Retry-After", retryAfter)
  }

  /// What cannot be read is a bad request; what can, and is not believed, is forbidden.
  static func status(_ code: String) -> Int {
    ["malformed", "unsupported", "too-large"].contains(code) ? 400 : 403
  }
}
