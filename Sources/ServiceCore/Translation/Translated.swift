package import Entitlements
package import Foundation

/// A store's document in the ledger's own terms.
package struct Translated: Equatable, Sendable {
  /// What the document states, each kind of fact in an order of its own and told once. They prove
  /// nothing where it was rejected or rests on nothing (`provenance` is `none`): the caller drops
  /// them then.
  package var facts: Facts
  /// `nil` for a document of no store.
  package var store: Store?
  /// The receipt kind's stable name, such as `app-receipt`.
  package var kind: String
  package var environment: Environment?
  package var app: String?
  /// When the store signed it, or what it tells happened; `nil` where it names no time, and its
  /// facts are stated at the instant of the answer.
  package var statedAt: Date?
  /// How many purchases could be read in it.
  package var purchases: Int
  package var provenance: Provenance
  /// Store, app, kind and the store's own ID of the document, where it gives one. It tells a
  /// repetition only among documents that are believed: anybody can write an ID into a forgery.
  package var key: String?
  /// Whether one account of the store made all the purchases in it. Lists by time hold anybody's.
  package var isOneAccount: Bool
  /// The one user that the app, or the store, named as the buyer.
  package var account: ID<User>?
  /// Stretches of the bytes that many documents have in common, certificates, in ascending order:
  /// each certificate of a receipt, the header of each signed payload up to its first full stop.
  /// They may touch, and never overlap.
  package var common: [Range<Int>]
}

extension Translated {
  /// What of it is filed: whose purchases are is nothing that hearsay could tell.
  var filed: Translated {
    guard provenance.authority == .hearsay else { return self }
    var filed = self
    filed.account = nil
    filed.facts.links.removeAll { $0.kind == .appAccount }
    return filed
  }

  /// Whether the purchases in it are known to be of one account of the store.
  var joinsAccount: Bool { isOneAccount && provenance.authority == .full }
}
