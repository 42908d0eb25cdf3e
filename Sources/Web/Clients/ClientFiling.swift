import Entitlements
import Foundation
import Logging
import ServiceCore

/// Who hands something in, and where.
struct Client: Sendable {
  var endpoint: ClaimEndpoint
  /// By address.
  var peer: String
}

extension WebCore {
  /// Files what an app hands in, and has its store asked, within the quotas of the endpoint, the peer
  /// and the user. What is not believed is kept outside the ledger, within bounds.
  func settle(
    _ handed: HandedIn,
    for user: ID<User>?,
    of client: Client,
    claims: Bool = true,
    asks: Bool = true,
    wholly: Bool = false,
    asksAlways: Bool = false,
    patience: Duration = .seconds(8)
  ) async throws(ServiceError) -> Settlement {
    let settlement = try await withinQuotas(user?.raw, of: client) {
      fullUntil throws(ServiceError) in
      let settlement = try await service.settle(
        handed,
        for: user,
        at: client.endpoint,
        claims: claims,
        asks: asks,
        wholly: wholly,
        asksAlways: asksAlways,
        from: client.peer,
        fullUntil: fullUntil,
        patience: patience
      )
      return (settlement, settlement.filed)
    }
    // A Store ID key opens what its user owns: it is kept nowhere but with that user.
    if case .document(let bytes, _) = handed, let rejection = settlement.rejection,
      settlement.validation?.isStoreIDKey != true
    {
      await keepRejected(bytes, rejection.code, at: client.endpoint.rawValue, from: client.peer)
    }
    return settlement
  }

  /// Does what files something, and counts that. `work` is told until when nothing more is to be filed.
  func withinQuotas<Answer: Sendable>(
    _ user: String?,
    of client: Client,
    _ work: (_ fullUntil: Date?) async throws(ServiceError) -> (Answer, FiledAmount)
  ) async throws(ServiceError) -> Answer {
    let fullUntil = quotas?.fullUntil(
      at: client.endpoint.rawValue,
      from: client.peer,
      user: user,
      now: now()
    )
    do throws(ServiceError) {
      let (answer, filed) = try await work(fullUntil)
      await count(filed, user, of: client)
      return answer
    } catch {
      await count(FiledAmount(), user, of: client)
      throw error
    }
  }

  private func count(_ filed: FiledAmount, _ user: String?, of client: Client) async {
    let uses = quotas?.count(
      documents: filed.documents,
      bytes: filed.bytes,
      at: client.endpoint.rawValue,
      from: client.peer,
      user: user,
      now: now()
    )
    for use in uses ?? [] {
      let percent = Int((use.part * 100).rounded(.down))
      log.warning(
        "a quota of what is filed is nearly used up, or is",
        metadata: [
          "endpoint": "\(use.key.endpoint)", "scope": "\(use.key.scope.rawValue)",
          "percent": "\(percent)", "refused": "\(use.refused)",
        ]
      )
      await service.note(
        QuotaNotice(
          endpoint: use.key.endpoint,
          scope: use.key.scope.rawValue,
          percent: percent,
          at: now()
        )
      )
    }
  }

  /// Keeps what is not believed for the operator.
  func keepRejected(
    _ bytes: [UInt8],
    _ code: String,
    at endpoint: String,
    from peer: String
  ) async {
    let document = RejectedDocument(
      at: now(),
      door: endpoint,
      code: code,
      peer: peer,
      bytes: bytes
    )
    if await rejects?.keep(document) == .failed {
      log.warning(
        "what a door refused could not be kept",
        metadata: ["door": "\(endpoint)"]
      )
    }
  }
}

extension ServiceError {
  /// After how many seconds the same may be filed, where a quota is met.
  func secondsUntilFree(at now: Date) -> Int? {
    guard case .overQuota(let until) = self else { return nil }
    return Int(min(max(until.timeIntervalSince(now).rounded(.up), 1), 3_600))
  }
}
