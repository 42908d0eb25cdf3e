package import Foundation

/// A statement or answer of a store, with its raw bytes and the result of reading it.
package struct Document: Equatable, Sendable {
  /// Whether the document was accepted.
  package enum Verdict: Equatable, Sendable {
    case genuine
    /// A rejection: its stable code (`bad-signature`), the location of the fault and the reason.
    case rejected(code: String, at: String?, detail: String)
  }

  /// Lower-case hex of the SHA-256 of `bytes`.
  package let id: ID<Document>
  /// `nil` for an operator action.
  package var store: Store?
  /// The receipt kind's stable name, such as `app-receipt`; `manual` and `generated` for documents
  /// that no store wrote.
  package var kind: String
  /// `nil` if the document could not be read that far.
  package var environment: Environment?
  package var app: String?
  package var bytes: [UInt8]
  /// Ranges of `bytes` that many documents have in common (certificates), in ascending order and
  /// not adjacent. They are stored once.
  package var common: [Range<Int>]
  /// Data that is not in the bytes but needed to read them again, in the format of `ServiceCore`.
  package var context: String?
  package var origin: Origin
  package var provenance: TrustBasis
  package var verdict: Verdict
  /// When the document was received.
  package var receivedAt: Date
  /// The store's own time of the document: of its signature, the event or the answer.
  package var statedAt: Date?
  /// The number of purchases that could be read in it.
  package var purchases: Int
  package var user: ID<User>?

  package init(
    id: ID<Document>,
    store: Store?,
    kind: String,
    environment: Environment?,
    app: String?,
    bytes: [UInt8],
    common: [Range<Int>] = [],
    context: String? = nil,
    origin: Origin = .imported,
    provenance: TrustBasis = .signature,
    verdict: Verdict,
    receivedAt: Date,
    statedAt: Date?,
    purchases: Int,
    user: ID<User>?
  ) {
    self.id = id
    self.store = store
    self.kind = kind
    self.environment = environment
    self.app = app
    self.bytes = bytes
    self.common = common
    self.context = context
    self.origin = origin
    self.provenance = provenance
    self.verdict = verdict
    self.receivedAt = receivedAt
    self.statedAt = statedAt
    self.purchases = purchases
    self.user = user
  }
}
