package import Entitlements
package import Foundation
package import Persistence
package import Receipts

/// Why the service could not answer.
package enum ServiceError: Error, Equatable, Sendable, CustomStringConvertible {
  case ledger(LedgerError)
  case store(StoreClientError)
  /// The caller has used up its filing quota until then.
  case overQuota(until: Date)

  package var description: String {
    switch self {
    case .ledger(let error): error.description
    case .store(let error): error.description
    case .overQuota: "a filing quota is used up; raise it in [serve.quotas] or wait"
    }
  }
}

/// The result of validating a submitted document.
package struct Validation: Sendable {
  package var submission: ExaminedDocument
  package var filing: Filing
  /// `nil` for a text that is not a store's document; it is not filed.
  package var outcome: Filing.Outcome?

  package var document: ID<Document> { filing.document.id }
  package var verdict: Document.Verdict { filing.document.verdict }
}

/// The service core that the dashboard, the command line and the web endpoints share.
package struct EntitlementService: Sendable {
  let ledger: Ledger
  let reader: DocumentReader
  private let receipts: ReceiptVerifier
  let stores: [Store: StoreClient]
  let policy: JobPolicy
  let world: Dependencies
  let entitlementWebhook: EntitlementWebhook?
  let anonymousQueries: AnonymousQueryLimiter

  /// Without a `reader`, app receipts are verified, and documents that need a key or certificate
  /// are rejected. Without a client for a store it is not queried, and without a webhook no changes
  /// are sent.
  package init(
    ledger: Ledger,
    receipts: ReceiptVerifier,
    reader: DocumentReader? = nil,
    stores: [Store: StoreClient] = [:],
    policy: JobPolicy = JobPolicy(),
    world: Dependencies = .live,
    entitlementWebhook: EntitlementWebhook? = nil
  ) {
    self.ledger = ledger
    self.stores = stores
    self.policy = policy
    self.receipts = receipts
    self.reader = reader ?? DocumentReader(receipts: receipts)
    self.world = world
    self.entitlementWebhook = entitlementWebhook
    anonymousQueries = AnonymousQueryLimiter(now: world.now)
  }

  /// Checks a document and files it, genuine or not, in one transaction.
  package func validate(
    _ presented: SubmittedDocument
  ) async throws(ServiceError) -> Validation {
    let all = try await validate([presented])
    guard let only = all.first else { throw .ledger(.withdrawn) }
    return only
  }

  /// Checks many documents and files them in one transaction: all of them or none.
  package func validate(
    _ presented: [SubmittedDocument]
  ) async throws(ServiceError) -> [Validation] {
    try await file(presented.map { examine($0) })
  }

  /// Files examined documents in one transaction: all of them or none.
  func file(_ examined: [Validation]) async throws(ServiceError) -> [Validation] {
    var validations = examined
    let filed = validations.indices.filter { validations[$0].submission.kind.store != nil }
    let outcomes = try await file(filed.map { validations[$0].filing })
    for (index, outcome) in zip(filed, outcomes) { validations[index].outcome = outcome }
    return validations
  }

  func file(_ filings: [Filing]) async throws(ServiceError) -> [Filing.Outcome] {
    do throws(LedgerError) {
      return try await ledger.file(filings)
    } catch {
      throw .ledger(error)
    }
  }

  /// Whether the ledger holds each of these documents, byte for byte, and trusts it: a repeated
  /// document needs no second check. All are looked up at once.
  package func believes(_ documents: [[UInt8]]) async throws(ServiceError) -> [Bool] {
    do throws(LedgerError) {
      return try await ledger.documents.areGenuine(documents)
    } catch {
      throw .ledger(error)
    }
  }

  func now() -> Date { world.now() }

  func client(of store: Store) throws(ServiceError) -> StoreClient {
    guard let client = stores[store] else {
      throw .store(.notConfigured(store, missing: "its section"))
    }
    return client
  }

  func examine(_ presented: SubmittedDocument, at instant: Date? = nil) -> Validation {
    let now = instant ?? world.now()
    let (submission, bytes) = reader.examineForStorage(presented.bytes, at: now)
    return Validation(
      submission: submission,
      filing: DocumentFiling.filing(of: submission, bytes, presented, at: now)
    )
  }

  /// A filed document decoded and verified again with the current roots and apps; `nil` if the
  /// ledger has no such document.
  package func inspect(_ id: ID<Document>) async throws(ServiceError) -> Inspection? {
    do throws(LedgerError) {
      guard let document = try await ledger.documents.find(id) else { return nil }
      guard document.kind == ReceiptKind.appReceipt.rawValue else {
        let submission = reader.examine(document.bytes, at: world.now())
        return PayloadInspection.inspection(of: document, submission)
      }
      let examination = receipts.examine(document.bytes, at: world.now())
      return ReceiptInspection.inspection(of: document, examination)
    } catch {
      throw .ledger(error)
    }
  }
}
