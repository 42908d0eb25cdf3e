/// What every column of text or bytes holds about people. Masking, export and erasure ask here, and
/// a test holds the schema against it: a new column has to say what it is.
package enum PersonalData {
  package enum Kind: Equatable, Sendable {
    /// Names somebody. An erasure puts another name in its place, the same everywhere, so that what
    /// belongs together stays together.
    case identity
    /// Tells something about somebody, or how to reach them; erased.
    case personal
    /// An operator's free words about somebody; an erasure leaves none.
    case remark
    /// A whole document, or a part of one; a tombstone takes its place.
    case document
    /// A purchase's own number, token, product or state. It names nobody, and the books need it:
    /// it stays.
    case business
    /// An operator's name.
    case staff
    /// About no person.
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
    // What a document states, as a hash; an erasure empties it.
    "quotaNotice": ["endpoint": .impersonal, "scope": .impersonal],
    "answer": ["question": .business, "meaning": .business],
    "act": [
      "deed": .business, "actor": .staff, "user": .identity, "other": .identity,
      "transactionID": .business, "key": .business, "environment": .business, "note": .remark,
    ],
    // An erasure removes the second: by its bytes the account could be found again.
    "claim": [
      "user": .identity, "endpoint": .business, "basis": .business, "evidence": .business,
    ],
    "accountName": ["digest": .personal, "user": .identity],
    "ownerMove": ["former": .identity, "owner": .identity],
    "chain": ["id": .business, "appAccount": .identity],
    // Of these values only the app's own name for the buyer names somebody (see `namesSomebody`).
    // Tokens name nobody, but open the purchase at its store: see `ErasedTokens`.
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
    // An erasure removes both.
    "login": ["provider": .business, "name": .personal, "user": .identity],
    "session": ["ticket": .personal],
    "certificate": ["hash": .impersonal, "bytes": .impersonal],
    "shop": ["store": .impersonal, "environment": .impersonal, "app": .impersonal],
    "product": ["store": .impersonal, "id": .impersonal],
    "catalog": ["version": .impersonal, "content": .impersonal],
    // A job names records, by the stores' numbers. One that tells of a user, or tells a store their
    // name, goes with an erasure; so does what an operator wrote there.
    "job": [
      "key": .business, "kind": .impersonal, "task": .business, "actor": .staff,
      "batch": .impersonal, "runner": .impersonal, "outcome": .impersonal, "detail": .impersonal,
    ],
    "meta": ["name": .impersonal],
    "secret": ["name": .impersonal, "value": .impersonal],
    "auditHead": ["hash": .impersonal],
    "audit": ["actor": .staff, "deed": .impersonal, "subject": .impersonal, "hash": .impersonal],
  ]

  /// The columns of `table` that are of this kind, in a fixed order.
  static func columns(of kind: Kind, in table: String) -> [String] {
    (columns[table] ?? [:]).filter { $0.value == kind }.keys.sorted()
  }

  /// A condition on `table` under which its identities name somebody.
  static func namesSomebody(in table: String) -> String {
    table == "link" ? "kind = 'appAccount'" : "TRUE"
  }
}
