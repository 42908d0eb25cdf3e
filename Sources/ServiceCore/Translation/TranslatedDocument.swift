package import Entitlements
package import Foundation

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
