package import Entitlements
import Foundation
import Persistence
package import Receipts

/// A submitted document after its one examination, and the result of filing it.
package struct Validation: Sendable {
  package var presented: SubmittedDocument
  package var submission: ExaminedDocument
  package var filing: Filing
  /// `nil` if it is not filed, as a text that is not a store's document never is.
  package var outcome: Filing.Outcome?

  package var document: ID<Document> { filing.document.id }
  package var verdict: Document.Verdict { filing.document.verdict }

  /// The code of the rejection; `nil` if it is genuine.
  package var rejectionCode: String? {
    if case .rejected(let code, _, _) = verdict { code } else { nil }
  }
}

/// Examines what is submitted, and files it.
package struct Submissions: ServiceInterface {
  let service: EntitlementService

  /// Checks a document and files it, genuine or not, in one transaction.
  package func validate(_ presented: SubmittedDocument) async throws(ServiceError) -> Validation {
    let all = try await validate([presented])
    guard let only = all.first else { throw .ledger(.withdrawn) }
    return only
  }

  /// Checks many documents and files them in one transaction: all of them or none.
  package func validate(
    _ presented: [SubmittedDocument]
  ) async throws(ServiceError) -> [Validation] {
    try await file(presented.map(examine))
  }

  /// Files examined documents in one transaction: all of them or none.
  func file(_ examined: [Validation]) async throws(ServiceError) -> [Validation] {
    var validations = examined
    let filed = validations.indices.filter { validations[$0].submission.kind.store != nil }
    let filings = filed.map { validations[$0].filing }
    let outcomes = try await wrapping(try await ledger.file(filings))
    for (index, outcome) in zip(filed, outcomes) { validations[index].outcome = outcome }
    return validations
  }

  /// Whether the ledger holds each of these documents, byte for byte, and trusts it: a repeated
  /// document needs no second check. All are looked up at once.
  package func believes(_ documents: [[UInt8]]) async throws(ServiceError) -> [Bool] {
    try await wrapping(try await ledger.believes(documents))
  }

  /// Examines an app's document. The endpoint decides on the result and submits it.
  package func examine(_ bytes: [UInt8], hints: DocumentHints = DocumentHints()) -> Validation {
    examine(SubmittedDocument(bytes: bytes, user: nil, origin: .uploaded, hints: hints))
  }

  func examine(_ presented: SubmittedDocument) -> Validation {
    let now = world.now()
    let (submission, bytes) = reader.examineForStorage(presented.bytes, at: now)
    return Validation(
      presented: presented,
      submission: submission,
      filing: DocumentFiling.filing(of: submission, bytes, presented, at: now)
    )
  }

  /// All purchases on file of the store accounts that bought these.
  package func purchases(
    sharingAccountsOf records: [ChainRecord]
  ) async throws(ServiceError) -> [ChainRecord] {
    let chains = records.map(\.id)
    return try await wrapping(
      try await ledger.records(of: try await ledger.chains(sharingAccountsOf: chains))
    )
  }

  /// Files an examined document if it is genuine; the user claims purchases that are not on file
  /// yet.
  ///
  /// - Throws: `overQuota` if the document is new and `fullUntil` is set.
  func fileGenuine(
    _ examined: Validation,
    claimedBy user: ID<User>?,
    at endpoint: ClaimEndpoint,
    fullUntil: Date?
  ) async throws(ServiceError) -> Validation {
    var validation = examined
    validation.filing = claimed(validation.filing, by: user, at: endpoint)
    let filing = validation.filing
    guard validation.verdict == .genuine, validation.submission.kind != .unknown else {
      return validation
    }
    if let fullUntil {
      let isOnFile = try await wrapping(try await ledger.isOnFile(filing.document.id))
      guard isOnFile else { throw .overQuota(until: fullUntil) }
    }
    validation.outcome = try await wrapping(try await ledger.file(filing))
    return validation
  }
}
