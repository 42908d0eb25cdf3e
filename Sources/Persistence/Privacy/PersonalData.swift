/// The kind of personal data in each text or bytes column. Masking, export and erasure use it; a
/// test compares it with the schema, so that each new column must be classified.
package enum PersonalData {
  package enum Kind: Equatable, Sendable {
    /// Identifies a person. An erasure replaces it by the same new name everywhere, so that related
    /// rows stay related.
    case identity
    /// Describes a person or contains contact data; erased.
    case personal
    /// An operator's free text about a person; erased.
    case remark
    /// A document or a part of one; replaced with a tombstone.
    case document
    /// A purchase's ID, token, product or state. Identifies no person and is needed for accounting:
    /// stays.
    case business
    /// An operator's name.
    case staff
    /// Not about a person.
    case impersonal
  }

  package static let columns: [String: [String: Kind]] = [
    "document": [
      "id": .business, "key": .business, "store": .business, "kind": .business,
      "environment": .business, "app": .business, "origin": .business, "provenance": .business,
      "rejectionCode": .business, "rejectionPlace": .business, "rejectionDetail": .business,
      "claimant": .identity, "claim": .business, "userName": .personal, "userEmail": .personal,
      "context": .personal, "cuts": .document, "bytes": .document,
    ],
    "user": [
      "id": .identity, "name": .personal, "email": .personal, "stores": .business,
      "environments": .business,
    ],
    // Derived again without the profile that an erasure removes.
    "handle": ["kind": .impersonal, "value": .personal],
    // A hash of a document's facts; an erasure empties it.
    "quotaNotice": ["endpoint": .impersonal, "scope": .impersonal],
    "answer": ["question": .business, "meaning": .business],
    "act": [
      "deed": .business, "actor": .staff, "user": .identity, "other": .identity,
      "transactionID": .business, "key": .business, "environment": .business, "note": .remark,
    ],
    // An erasure deletes `accountName`: its digest would identify the account.
    "claim": ["user": .identity, "endpoint": .business, "basis": .business, "evidence": .business],
    "accountName": ["digest": .personal, "user": .identity],
    "ownerMove": ["former": .identity, "owner": .identity],
    "chain": ["id": .business, "appAccount": .identity],
    // Only app accounts identify a person (see `namesSomebody`). Tokens don't, but give access to
    // the purchase at its store: see `ErasedTokens`.
    "link": ["value": .identity, "kind": .business],
    "order": [
      "transactionID": .business, "offerID": .business, "webOrderLineItemID": .business,
      "currency": .business, "country": .business,
    ],
    "standing": ["nextProductID": .business],
    "notice": ["kind": .business, "transactionID": .business, "detail": .business],
    "entitlement": ["key": .business, "environment": .business],
    "inventory": ["item": .business, "environment": .business],
    "balance": ["environment": .business, "currency": .business],
    // An erasure deletes rows of both tables.
    "login": ["provider": .business, "name": .personal, "user": .identity],
    "session": ["ticket": .personal],
    "certificate": ["hash": .impersonal, "bytes": .impersonal],
    "shop": ["store": .impersonal, "environment": .impersonal, "app": .impersonal],
    "product": ["store": .impersonal, "id": .impersonal],
    "catalog": ["version": .impersonal, "content": .impersonal],
    // A job refers to records by store IDs. An erasure deletes jobs that name a user, and
    // operators' reasons.
    "job": [
      "key": .business, "kind": .impersonal, "task": .business, "actor": .staff,
      "batch": .impersonal, "runner": .impersonal, "outcome": .impersonal, "detail": .impersonal,
      "name": .impersonal,
    ],
    "meta": ["name": .impersonal],
    // Totals, which stay.
    "arrivalCount": [
      "store": .impersonal, "environment": .impersonal, "kind": .impersonal,
      "rejection": .impersonal,
    ],
    "saleCount": [
      "store": .impersonal, "environment": .impersonal, "currency": .impersonal,
    ],
    "accessEndCount": ["environment": .impersonal],
    "followedLog": ["genesis": .impersonal, "node": .impersonal, "entry": .impersonal],
    // An erasure deletes outcomes. A person that was erased stays only until the shared log is without
    // them.
    "outcome": ["entry": .impersonal, "body": .personal, "rejection": .impersonal],
    "erasure": ["entry": .impersonal, "person": .personal],
    "secret": ["name": .impersonal, "value": .impersonal],
    "auditHead": ["hash": .impersonal],
    "audit": ["actor": .staff, "deed": .impersonal, "subject": .impersonal, "hash": .impersonal],
  ]

  /// The columns of this kind in `table`, in a fixed order.
  static func columns(of kind: Kind, in table: String) -> [String] {
    (columns[table] ?? [:]).filter { $0.value == kind }.keys.sorted()
  }

  /// A condition on `table` that selects rows whose identity columns identify a person.
  static func namesSomebody(in table: String) -> String {
    table == "link" ? "kind = 'appAccount'" : "TRUE"
  }
}
