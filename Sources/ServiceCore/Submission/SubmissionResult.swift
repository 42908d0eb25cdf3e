package import Entitlements
package import Foundation
package import Receipts

/// What an app submits while its user waits for the answer.
package enum Submission: Sendable {
  /// Self-contained evidence: a receipt, a signed payload or a purchase signed by Google; or a
  /// Store ID key, which gives access to Microsoft's records. It has been examined.
  case document(Validation)
  /// A Google purchase token, which only Google can verify. `app` is the package name.
  case googleToken(String, app: String)
}

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

/// The result of a submission.
package struct SubmissionResult: Sendable {
  /// The outcome of querying the store.
  package enum StoreOutcome: Equatable, Sendable {
    case answered
    /// The store does not know the purchase.
    case unknown
    /// There was nothing to query or no way to; the submission stands on its own.
    case notQueried
    /// The store could not be queried. The records may be incomplete, and a job queries it later.
    case unanswered(StoreClientError)
  }

  /// The validation of the document itself; `nil` for a bare token.
  package var validation: Validation?
  package var storeOutcome: StoreOutcome
  /// The documents that the store answered with, genuine or not.
  package var answers: [Document] = []
  /// When the store answered, if that was recent and it was not queried again.
  package var confirmedAt: Date?
  /// How much was newly filed.
  package var filed = FiledAmount()
  /// The current records of the stated purchases, by chain ID.
  package var purchases: [ChainRecord]
  /// The chains that the submission proves, each with the proving document and whether the store
  /// has just confirmed it.
  package var proven: [ID<Subscription>: Proof] = [:]
  /// Purchases that the client must not see: those that are not its user's, despite the submitted
  /// evidence or without any.
  package var withheld: Set<ID<Subscription>> = []
  package var at: Date

  package struct Proof: Equatable, Sendable {
    package var evidence: ID<Document>
    package var isConfirmed: Bool
  }

  /// Why the document was rejected; `nil` if it is genuine, and for a bare token.
  package var rejection: (code: String, location: String?, detail: String)? {
    guard case .rejected(let code, let location, let detail) = validation?.verdict else {
      return nil
    }
    return (code, location, detail)
  }
}

extension SubmissionResult {
  /// Adds an answer and returns the chains that it states. With `isProof`, it proves them.
  mutating func add(_ queryResult: StoreQueryResult, isProof: Bool) -> Set<ID<Subscription>> {
    var chains: Set<ID<Subscription>> = []
    add(queryResult.outcome)
    filed.add(queryResult.filed)
    answers += queryResult.filings.map(\.document)
    for (filing, evidence) in zip(queryResult.filings, queryResult.evidence)
    where filing.document.verdict == .genuine {
      let stated = Set(filing.facts.orders.map(\.chain) + filing.facts.renewalStatuses.map(\.chain))
        .union(filing.facts.notices.compactMap(\.chain))
      chains.formUnion(stated)
      for chain in stated where isProof || proven[chain] != nil {
        proven[chain] = Proof(evidence: proven[chain]?.evidence ?? evidence, isConfirmed: true)
      }
    }
    return chains
  }

  /// Marks purchases on file as proven by their token.
  mutating func prove(by token: String) {
    for record in purchases where proven[record.id] == nil {
      let link = record.links.first { $0.kind == .purchaseToken && $0.value == token }
      if let link { proven[record.id] = Proof(evidence: link.evidence, isConfirmed: false) }
    }
  }

  /// Keeps the outcome that leaves something open, or else the most informative one.
  ///
  /// The weights are numbers because Swift 6.3.1's optimiser crashes on a switch over both
  /// outcomes.
  private mutating func add(_ other: StoreOutcome) {
    if other.weight > storeOutcome.weight { storeOutcome = other }
  }
}

extension SubmissionResult.StoreOutcome {
  fileprivate var weight: Int {
    switch self {
    case .notQueried: 0
    case .unknown: 1
    case .answered: 2
    case .unanswered: 3
    }
  }
}

extension Validation {
  /// Whether verifyReceipt accepts it.
  var isReceipt: Bool {
    submission.kind == .appReceipt || submission.kind == .legacyTransactionReceipt
  }
}

extension SubmissionResult {
  /// Whether the records may answer: for a receipt in the old form, Apple's own status counts.
  func mayBeAnswered(sendsReceipt: Bool) -> Bool {
    !sendsReceipt || validation?.submission.kind != .legacyTransactionReceipt
  }
}

/// The amount of newly filed data.
package struct FiledAmount: Equatable, Sendable {
  package var documents = 0
  package var bytes = 0

  package init(documents: Int = 0, bytes: Int = 0) {
    self.documents = documents
    self.bytes = bytes
  }

  mutating func add(_ filing: Filing, _ outcome: Filing.Outcome?) {
    guard case .filed = outcome else { return }
    documents += 1
    bytes += filing.document.bytes.count
  }

  mutating func add(_ other: FiledAmount) {
    documents += other.documents
    bytes += other.bytes
  }
}

extension ExaminedDocument {
  /// The app that the document states; an app receipt's only if it is genuine.
  package var app: String? {
    switch outcome {
    case .receipt(let examination):
      if case .genuine(let receipt) = examination.verdict { receipt.bundleID } else { nil }
    case .document(let document): document.app
    }
  }

  /// The environment that the document states.
  package var environment: Entitlements.Environment? {
    let kind =
      switch outcome {
      case .receipt(let examination): examination.trace.receipt?.environmentKind
      case .document(let document): document.environmentKind
      }
    return kind.map { Entitlements.Environment($0) }
  }

  /// The version of the app (`CFBundleVersion`) that a genuine app receipt states.
  package var appVersion: String? {
    guard case .receipt(let examination) = outcome, case .genuine(let receipt) = examination.verdict
    else { return nil }
    return receipt.appVersion
  }
}

extension SubmissionResult {
  /// The result restricted to purchases of these environments.
  package func within(_ environments: Set<Entitlements.Environment>) -> SubmissionResult {
    var submissionResult = self
    submissionResult.purchases.removeAll { purchase in
      !(purchase.environment.map(environments.contains) ?? false)
    }
    return submissionResult
  }
}
