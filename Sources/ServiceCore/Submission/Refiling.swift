import Entitlements
import Foundation
import Persistence
import Receipts

extension DocumentFiling {
  /// Filing of a stored document: with the facts of its bytes or, if those were erased, its
  /// tombstone. The verdict stays as filed.
  static func filing(again stored: StoredDocument, _ reader: DocumentReader) -> Filing {
    var filing = stored.filing
    if stored.isErased { return filing }
    let document = filing.document
    if document.kind == OperatorActionDocument.kind {
      filing.facts = Self.filing(ofAct: document.bytes, receivedAt: document.receivedAt).facts
      return filing
    }
    if document.kind == generatedKind {
      filing.facts = Self.filing(ofGenerated: document.bytes, receivedAt: document.receivedAt).facts
      return filing
    }
    let submission = reader.examine(document.bytes, at: document.receivedAt)
    let translated = Translation.facts(
      of: submission.outcome,
      in: document.bytes,
      context: DocumentContext(
        DocumentHints(stored: document.context),
        answeredAt: document.receivedAt,
        origin: document.origin,
        provenance: document.provenance
      ),
      evidence: document.id
    ).filed
    filing.isOneAccount = translated.joinsAccount
    if document.verdict == .genuine { filing.facts = translated.facts }
    return filing
  }
}
