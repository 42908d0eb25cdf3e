package import Foundation

/// Something a store signed or said, kept with its raw bytes and what was made of it.
package struct Document: Equatable, Sendable {
  /// Whether the document was believed.
  package enum Verdict: Equatable, Sendable {
    case genuine
    /// A refusal: its stable code (`bad-signature`), the place it was found at and the reason.
    case rejected(code: String, at: String?, detail: String)
  }

  /// Lower-case hex of the SHA-256 of `bytes`.
  package let id: ID<Document>
  /// `nil` for an operator's own act.
  package var store: Store?
  /// The receipt kind's stable name, such as `app-receipt`; `manual` and `generated` for what no
  /// store wrote.
  package var kind: String
  /// `nil` when the document could not be read that far.
  package var environment: Environment?
  package var app: String?
  package var bytes: [UInt8]
  /// Stretches of `bytes` that many documents have in common (certificates), in ascending order
  /// and apart from each other. They are stored once.
  package var common: [Range<Int>]
  /// What was known beside the bytes and is needed to read them again, as `ServiceCore` writes it.
  package var context: String?
  package var origin: Origin
  package var provenance: Provenance
  package var verdict: Verdict
  /// The instant we got it.
  package var receivedAt: Date
  /// The store's own time of the document: signed, the event's, or that of the store's answer.
  package var statedAt: Date?
  /// How many purchases could be read in it.
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
    provenance: Provenance = .signature,
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
