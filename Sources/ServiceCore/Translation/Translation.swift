package import Entitlements
package import Foundation
package import Receipts

/// Translates the stores' documents (transaction, purchase token, recurrence) into the ledger's
/// facts (sale, chain, renewal status), by each store's own rules.
///
/// Pure: the same document and context always give the same facts, so that they can be derived
/// again from the stored bytes.
package enum Translation {
  /// The facts that a document states, genuine or not: rejected documents are decoded as far as
  /// possible, and the caller drops their facts. Of the signed payloads in an unsigned answer, only
  /// the genuine ones count.
  ///
  /// - Parameters:
  ///   - outcome: The document as examined by `DocumentReader`.
  ///   - bytes: The document as it is filed; supplies the envelope's ID and the shared ranges.
  ///   - context: What is known besides its content.
  ///   - evidence: The ID that it is filed under.
  /// - Returns: The facts and the other filed properties of the document.
  package static func facts(
    of outcome: ExaminedDocument.Outcome,
    in bytes: [UInt8],
    context: DocumentContext,
    evidence: ID<Document>
  ) -> TranslatedDocument {
    switch outcome {
    case .receipt(let examination):
      return facts(of: examination, in: bytes, context: context, evidence: evidence)
    case .document(let examination):
      return facts(of: examination, in: bytes, context: context, evidence: evidence)
    }
  }

  /// The facts of an app receipt.
  package static func facts(
    of examination: ReceiptExamination,
    in bytes: [UInt8],
    context: DocumentContext,
    evidence: ID<Document>
  ) -> TranslatedDocument {
    let receipt = examination.trace.receipt
    let isGenuine = examination.rejection == nil
    var translation = DocumentTranslation(
      .appReceipt,
      app: receipt?.bundleID,
      environment: environment(
        receipt?.environmentKind,
        name: receipt?.environment,
        or: context.environment
      ),
      provenance: context.provenance ?? (isGenuine ? .signature : .none),
      context,
      evidence: evidence
    )
    if let receipt { translation.extractAppReceipt(receipt) }
    return translation.translated(common: CertificateRanges.certificates(inReceipt: bytes))
  }

  /// The facts of any other document.
  package static func facts(
    of examination: DocumentExamination,
    in bytes: [UInt8],
    context: DocumentContext,
    evidence: ID<Document>
  ) -> TranslatedDocument {
    let kind = examination.kind
    // Google, Microsoft and Amazon have no separate test environment; test purchases may be marked.
    let standard = [nil, .apple].contains(kind.store) ? nil : Environment.production
    var translation = DocumentTranslation(
      kind,
      app: examination.app,
      environment: environment(
        examination.environmentKind,
        name: examination.environment,
        or: context.environment ?? standard
      ),
      provenance: provenance(of: examination, context),
      context,
      evidence: evidence
    )
    extract(examination, bytes, into: &translation)
    let isSigned = kind.store == .apple && kind != .legacyTransactionReceipt
    return translation.translated(common: isSigned ? CertificateRanges.headers(inText: bytes) : [])
  }

  private static func extract(
    _ examination: DocumentExamination,
    _ bytes: [UInt8],
    into translation: inout DocumentTranslation
  ) {
    switch examination.kind.store {
    case .apple: translation.extractApple(examination)
    case .google: translation.extractGoogle(examination, bytes)
    case .microsoft: translation.extractMicrosoft(examination)
    case .amazon: translation.extractAmazon(examination, bytes)
    case nil: break
    }
  }

  /// The document's own environment. An unknown value is not replaced by the context's: then it is
  /// `nil`.
  private static func environment(
    _ kind: StoreEnvironment?,
    name: String?,
    or other: Environment?
  ) -> Environment? {
    if let kind { return Environment(kind) }
    return name == nil ? other : nil
  }

  /// The basis of trust. A version 1 notification rests on its shared secret only.
  private static func provenance(
    of examination: DocumentExamination,
    _ context: DocumentContext
  ) -> TrustBasis {
    if let provenance = context.provenance {
      let isHearsay = examination.kind == .notificationV1 && provenance.authority == .full
      return isHearsay ? .sharedSecret : provenance
    }
    return switch examination.verdict {
    case .genuine: .signature
    case .rejected: .none
    case .unsigned where examination.signedParts.contains { $0.examination.rejection == nil }:
      .signature
    case .unsigned: context.origin == .polled ? .storeAnswer : .none
    }
  }
}

/// A store's document translated into facts.
package struct TranslatedDocument: Equatable, Sendable {
  /// The stated facts, each kind sorted and without duplicates. If the document was rejected or has
  /// no basis of trust (`provenance` is `none`), the caller drops them.
  package var facts: Facts
  /// `nil` for a document of no store.
  package var store: Store?
  /// The receipt kind's stable name, such as `app-receipt`.
  package var kind: String
  package var environment: Environment?
  package var app: String?
  /// When the store signed it or the event happened; `nil` if it states no time, so that its facts
  /// have the time of the answer.
  package var statedAt: Date?
  /// The number of purchases read.
  package var purchases: Int
  package var provenance: TrustBasis
  /// Store, app, kind and the store's own ID of the document, if any. It identifies repetitions
  /// only among genuine documents, as a forgery may contain any ID.
  package var key: String?
  /// Whether all its purchases are of one store account, unlike lists by time.
  package var isOneAccount: Bool
  /// The only buyer named by the app or the store.
  package var account: ID<User>?
  /// Byte ranges of certificates shared by many documents, in ascending order: each certificate of
  /// a receipt, the header of each signed payload up to its first full stop. They may touch but
  /// never overlap.
  package var common: [Range<Int>]
}

extension TranslatedDocument {
  /// The part that is filed: hearsay does not determine who owns purchases.
  var filed: TranslatedDocument {
    guard provenance.authority == .hearsay else { return self }
    var filed = self
    filed.account = nil
    filed.facts.links.removeAll { $0.kind == .appAccount }
    return filed
  }

  /// Whether all its purchases are known to be of one store account.
  var joinsAccount: Bool { isOneAccount && provenance.authority == .full }
}

/// What is known of a document besides its content; the content takes precedence.
@dynamicMemberLookup package struct DocumentContext: Equatable, Sendable {
  package var hints: DocumentHints
  /// When the document arrived; replaces the store's time if the document states none.
  package var answeredAt: Date
  package var origin: Origin
  /// The basis of trust, if known: a shared secret, a sender that proved to be the store, or an
  /// earlier verdict. If `nil`, the examination's verdict and `origin` decide.
  package var provenance: TrustBasis?

  package init(
    _ hints: DocumentHints,
    answeredAt: Date,
    origin: Origin = .imported,
    provenance: TrustBasis? = nil
  ) {
    self.hints = hints
    self.answeredAt = answeredAt
    self.origin = origin
    self.provenance = provenance
  }

  var environment: Environment? { hints.environment.flatMap(Environment.init) }
  var productKind: ProductKind? { hints.productKind.flatMap(ProductKind.init) }

  package subscript(dynamicMember hint: KeyPath<DocumentHints, String?>) -> String? {
    hints[keyPath: hint]
  }
}
