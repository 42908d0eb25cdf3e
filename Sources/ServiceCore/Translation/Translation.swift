package import Entitlements
import Foundation
package import Receipts

/// The one place where the stores' words (transaction, purchase token, recurrence) become the
/// ledger's (sale, chain, standing): every kind of document, each by its store's own rules.
///
/// Pure: the same document and context give the same facts on any day, so that they can be derived
/// again from the bytes on file.
package enum Translation {
  /// The facts that a document states, believed or not: what was rejected is decoded as far as it
  /// goes, and it is the caller who drops its facts. Of signed payloads inside an unsigned answer
  /// only those count that were examined and found genuine.
  ///
  /// - Parameters:
  ///   - outcome: The document as `DocumentReader` looked into it.
  ///   - bytes: The document as it is filed; its envelope's ID and its common stretches are read
  ///     from there.
  ///   - context: What is known beside it.
  ///   - evidence: The ID under which it is filed.
  /// - Returns: The facts, and what else is filed of the document.
  package static func facts(
    of outcome: Submission.Outcome,
    in bytes: [UInt8],
    context: DocumentContext,
    evidence: ID<Document>
  ) -> Translated {
    switch outcome {
    case .receipt(let examination):
      return facts(of: examination, in: bytes, context: context, evidence: evidence)
    case .document(let examination):
      return facts(of: examination, in: bytes, context: context, evidence: evidence)
    }
  }

  /// The same for an app receipt.
  package static func facts(
    of examination: ReceiptExamination,
    in bytes: [UInt8],
    context: DocumentContext,
    evidence: ID<Document>
  ) -> Translated {
    let receipt = examination.trail.receipt
    let isGenuine = examination.rejection == nil
    var telling = Telling(
      .appReceipt,
      app: receipt?.bundleID,
      environment: environment(
        receipt?.environmentKind,
        word: receipt?.environment,
        or: context.environment
      ),
      provenance: context.provenance ?? (isGenuine ? .signature : .none),
      context,
      evidence: evidence
    )
    if let receipt { AppReceiptFacts.tell(receipt, into: &telling) }
    return telling.translated(common: CommonStretches.certificates(inReceipt: bytes))
  }

  /// The same for any other document.
  package static func facts(
    of examination: DocumentExamination,
    in bytes: [UInt8],
    context: DocumentContext,
    evidence: ID<Document>
  ) -> Translated {
    let kind = examination.kind
    // Google, Microsoft and Amazon have one world, in which a tester's purchase may be marked.
    let usual = [nil, .apple].contains(kind.store) ? nil : Environment.production
    var telling = Telling(
      kind,
      app: examination.app,
      environment: environment(
        examination.environmentKind,
        word: examination.environment,
        or: context.environment ?? usual
      ),
      provenance: provenance(of: examination, context),
      context,
      evidence: evidence
    )
    tell(examination, bytes, into: &telling)
    let isSigned = kind.store == .apple && kind != .legacyTransactionReceipt
    return telling.translated(common: isSigned ? CommonStretches.headers(inText: bytes) : [])
  }

  private static func tell(
    _ examination: DocumentExamination,
    _ bytes: [UInt8],
    into telling: inout Telling
  ) {
    switch examination.kind.store {
    case .apple: AppleFacts.tell(examination, into: &telling)
    case .google: GoogleFacts.tell(examination, bytes, into: &telling)
    case .microsoft: MicrosoftFacts.tell(examination, into: &telling)
    case .amazon: AmazonFacts.tell(examination, bytes, into: &telling)
    case nil: break
    }
  }

  /// The document's own environment. A word that no store is known to use is not explained away by
  /// what the context says: nothing is stated then.
  private static func environment(
    _ kind: StoreEnvironment?,
    word: String?,
    or other: Environment?
  ) -> Environment? {
    if let kind { return Environment(kind) }
    return word == nil ? other : nil
  }

  /// Whoever brings a notification of version 1: what it tells rests on the secret in it.
  private static func provenance(
    of examination: DocumentExamination,
    _ context: DocumentContext
  ) -> Entitlements.Provenance {
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
