import Entitlements
import Foundation
import Logging
import ServiceCore

/// The submitting client and its endpoint.
struct SubmittingClient: Sendable {
  var endpoint: ClaimEndpoint
  /// The client's address.
  var peer: String
}

extension WebDependencies {
  /// Submits a client's evidence within the quotas of endpoint, peer and purchase. Rejected
  /// documents are stored outside the ledger, within limits.
  func submit(
    _ submitted: Submission,
    for user: ID<User>?,
    of client: SubmittingClient,
    claims: Bool = true,
    queriesStore: Bool = true,
    sendsReceipt: Bool = false,
    alwaysQueries: Bool = false,
    timeout: Duration = .seconds(8)
  ) async throws(ServiceError) -> SubmissionResult {
    let submissionResult = try await withinQuotas(submitted.purchase, of: client) {
      fullUntil throws(ServiceError) in
      let submissionResult = try await service.submissions.submit(
        submitted,
        for: user,
        at: client.endpoint,
        claims: claims,
        queriesStore: queriesStore,
        sendsReceipt: sendsReceipt,
        alwaysQueries: alwaysQueries,
        from: client.peer,
        fullUntil: fullUntil,
        queryTimeout: timeout
      )
      return (submissionResult, submissionResult.filed)
    }
    // A Store ID key gives access to its user's items, so it is stored with that user only.
    if case .document(let examined) = submitted, let code = examined.rejectionCode,
      !examined.isStoreIDKey
    {
      await storeRejected(examined, code, from: client)
    }
    return submissionResult
  }

  /// Runs work that files something and counts it. `work` receives the end of a used-up quota.
  func withinQuotas<Answer: Sendable>(
    _ purchase: String?,
    of client: SubmittingClient,
    _ work: (_ fullUntil: Date?) async throws(ServiceError) -> (Answer, FiledAmount)
  ) async throws(ServiceError) -> Answer {
    let fullUntil = quotas?.fullUntil(
      at: client.endpoint.rawValue,
      from: client.peer,
      purchase: purchase,
      now: now()
    )
    do throws(ServiceError) {
      let (answer, filed) = try await work(fullUntil)
      await count(filed, purchase, of: client)
      return answer
    } catch {
      await count(FiledAmount(), purchase, of: client)
      throw error
    }
  }

  private func count(_ filed: FiledAmount, _ purchase: String?, of client: SubmittingClient) async {
    let uses = quotas?.count(
      documents: filed.documents,
      bytes: filed.bytes,
      at: client.endpoint.rawValue,
      from: client.peer,
      purchase: purchase,
      now: now()
    )
    for use in uses ?? [] {
      let percent = Int((use.part * 100).rounded(.down))
      log.warning(
        "a filing quota is nearly or completely used up",
        metadata: [
          "endpoint": "\(use.key.endpoint)", "scope": "\(use.key.scope.rawValue)",
          "percent": "\(percent)", "refused": "\(use.refused)",
        ]
      )
      await service.maintenance.note(
        QuotaWarning(
          endpoint: use.key.endpoint,
          scope: use.key.scope.rawValue,
          percent: percent,
          at: now()
        )
      )
    }
  }

  /// Stores a rejected document for the operator.
  func storeRejected(_ document: Validation, _ code: String, from client: SubmittingClient) async {
    let endpoint = client.endpoint.rawValue
    await storeRejected(document.presented.bytes, code, at: endpoint, from: client.peer)
  }

  func storeRejected(
    _ bytes: [UInt8],
    _ code: String,
    at endpoint: String,
    from peer: String
  ) async {
    let document = RejectedDocument(
      at: now(),
      group: endpoint,
      code: code,
      peer: peer,
      bytes: bytes
    )
    if await rejects?.keep(document) == .failed {
      log.warning("could not store a rejected document", metadata: ["endpoint": "\(endpoint)"])
    }
  }
}

extension Submission {
  /// The purchase whose quota it uses: the newest of a document, so that a new purchase never finds
  /// a quota used up; `nil` for a Store ID key.
  fileprivate var purchase: String? {
    switch self {
    case .googleToken(let token, _): token
    case .document(let examined): examined.filing.facts.newestChain?.raw
    }
  }
}

extension Facts {
  fileprivate var newestChain: ID<Subscription>? {
    orders.max { $0.precedes($1) }?.chain ?? chains.min()
  }
}

extension ServiceError {
  /// The seconds until the same may be filed if a quota is used up.
  func secondsUntilFree(at now: Date) -> Int? {
    guard case .overQuota(let until) = self else { return nil }
    return Int(min(max(until.timeIntervalSince(now).rounded(.up), 1), 3_600))
  }
}
