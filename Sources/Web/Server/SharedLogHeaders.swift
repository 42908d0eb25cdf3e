import Entitlements
import Foundation
import ServiceCore

/// The headers by which a client reads its own writes on any node of a shared log, and learns that an
/// answer may be old. Without a shared log there are none.
struct SharedLogHeaders: Sendable {
  /// In an answer, a position that the node has applied; in a request, one that it must have applied.
  static let position = "Purser-Position"
  /// In an answer, the seconds since the log was last heard of, if they are too many.
  static let stale = "Purser-Stale"

  private let log: SharedLogAccess
  private let now: @Sendable () -> Date

  init(_ core: WebDependencies) { (log, now) = (core.service.sharedLog, core.now) }

  /// Answers one request, whose waits for the log have a limit together.
  func asOneRequest<Answer>(_ work: () async -> Answer) async -> Answer {
    await log.asOneRequest(work)
  }

  /// Waits until the node has what the request asks for. False if that takes more than a second.
  func hasCaughtUp(for request: WebRequest) async -> Bool {
    guard log.status != nil, let text = request.headers[Self.position.lowercased()] else {
      return true
    }
    guard let position = LogPosition(text) else { return true }
    return await log.wait(for: position)
  }

  func add(to answer: WebResponse) -> WebResponse {
    guard let status = log.status else { return answer }
    let position = LogPosition(part: status.part, number: status.position)
    let located = answer.with(Self.position, position.text)
    let instant = now()
    guard status.isStale(at: instant) else { return located }
    let seconds = status.silence(at: instant).map { String(Int($0)) } ?? "unknown"
    return located.with(Self.stale, seconds)
  }
}
