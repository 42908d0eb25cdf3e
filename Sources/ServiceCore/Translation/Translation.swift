package import Entitlements
import Foundation
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
    if let receipt { AppReceiptFacts.extract(receipt, into: &translation) }
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
    case .apple: AppleFacts.extract(examination, into: &translation)
    case .google: GoogleFacts.extract(examination, bytes, into: &translation)
    case .microsoft: MicrosoftFacts.extract(examination, into: &translation)
    case .amazon: AmazonFacts.extract(examination, bytes, into: &translation)
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
