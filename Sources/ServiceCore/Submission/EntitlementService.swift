package import Entitlements
package import Foundation
package import Persistence
package import Receipts

/// Why the service could not answer.
package enum ServiceError: Error, Equatable, Sendable, CustomStringConvertible {
  case ledger(LedgerError)
  case store(StoreClientError)
  /// So much was filed by whoever hands this in that more is taken only then.
  case overQuota(until: Date)

  package var description: String {
    switch self {
    case .ledger(let error): error.description
    case .store(let error): error.description
    case .overQuota: "a quota of what is filed is met; raise it in [serve.quotas], or wait"
    }
  }
}

/// What became of a presented document: an answer either way.
package struct Validation: Sendable {
  package var submission: Submission
  package var filing: Filing
  /// `nil` for a text that is no store's document: it is not filed.
  package var outcome: Filing.Outcome?

  package var document: ID<Document> { filing.document.id }
  package var verdict: Document.Verdict { filing.document.verdict }
}

/// The shared service core: what the dashboard, the command line and the web endpoints ask.
package struct EntitlementService: Sendable {
  let ledger: Ledger
  let reader: DocumentReader
  private let receipts: ReceiptVerifier
  let stores: [Store: StoreClient]
  let policy: JobPolicy
  let world: Surroundings
  let herald: Herald?
  let strangers: StrangerQuestions

  /// Without a reader of all kinds, app receipts are judged, and what needs a key or a certificate
  /// is refused. Without its client no store is asked, and without a herald nobody is told of
  /// changes.
  package init(
    ledger: Ledger,
    receipts: ReceiptVerifier,
    reader: DocumentReader? = nil,
    stores: [Store: StoreClient] = [:],
    policy: JobPolicy = JobPolicy(),
    world: Surroundings = .live,
    herald: Herald? = nil
  ) {
    self.ledger = ledger
    self.stores = stores
    self.policy = policy
    self.receipts = receipts
    self.reader = reader ?? DocumentReader(receipts: receipts)
    self.world = world
    self.herald = herald
    strangers = StrangerQuestions(now: world.now)
  }

  /// Checks a document and files it, believed or not, in one transaction.
  package func validate(
    _ presented: PresentedDocument
  ) async throws(ServiceError) -> Validation {
    let all = try await validate([presented])
    guard let only = all.first else { throw .ledger(.withdrawn) }
    return only
  }

  /// Checks many documents and files them in one transaction: all of them or none.
  package func validate(
    _ presented: [PresentedDocument]
  ) async throws(ServiceError) -> [Validation] {
    try await file(presented.map(examine))
  }

  /// Files examined documents in one transaction: all of them or none.
  func file(_ examined: [Validation]) async throws(ServiceError) -> [Validation] {
    var validations = examined
    let filed = validations.indices.filter { validations[$0].submission.kind.store != nil }
    do throws(LedgerError) {
      let outcomes = try await ledger.file(filed.map { validations[$0].filing })
      for (index, outcome) in zip(filed, outcomes) { validations[index].outcome = outcome }
      return validations
    } catch {
      throw .ledger(error)
    }
  }

  /// Which of these documents the ledger holds, byte for byte, and believes: what a store sends a
  /// second time needs no second look. All of them are looked up at once.
  package func believes(_ documents: [[UInt8]]) async throws(ServiceError) -> [Bool] {
    do throws(LedgerError) {
      return try await ledger.believes(documents)
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

  func examine(_ presented: PresentedDocument) -> Validation {
    let now = world.now()
    let (submission, bytes) = reader.examineKeeping(presented.bytes, at: now)
    return Validation(
      submission: submission,
      filing: DocumentFiling.filing(of: submission, bytes, presented, at: now)
    )
  }

  /// A filed document decoded and verified anew, with the roots and apps in force now; `nil` where
  /// the ledger has no such document.
  package func inspect(_ id: ID<Document>) async throws(ServiceError) -> Inspection? {
    do throws(LedgerError) {
      guard let document = try await ledger.document(id) else { return nil }
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
