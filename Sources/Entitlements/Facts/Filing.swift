/// All changes that one document causes. Either all of them are written or none.
package struct Filing: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    /// Written, with the user that the purchases went to, if any.
    case filed(ID<User>?)
    /// The document was already stored for this user, if any; nothing changed.
    case alreadyFiled(ID<User>?)
    /// The document was already stored; its purchases went to this user because of a new claim.
    case claimed(ID<User>)
  }

  /// The owner of the purchases.
  package enum Attribution: Equatable, Sendable {
    /// This user, who is created if necessary.
    case user(ID<User>)
    /// The present owner of one of the sales or chains, or else a new user with this ID.
    case owner(orElse: ID<User>)
    /// No user: a document without purchases, or one that was rejected without a user.
    case nobody
  }

  /// Store, app, kind and the store's ID for the document. Filing a key twice changes nothing.
  /// `nil` if the store gives no ID; then the document's hash identifies it.
  package var key: String?
  package var document: Document
  package var attribution: Attribution
  /// Empty for a rejected document: unverified facts grant nothing.
  package var facts: Facts
  /// Whether all purchases in the document belong to one store account, so that the owner of one
  /// sale is known from another.
  package var isOneAccount: Bool
  /// The claims submitted with the document, which are written even if that is already stored.
  package var claims: [PurchaseClaim]
  /// Further claims, for purchases that are not stored yet.
  package var initialClaims: [PurchaseClaim] = []
  /// The user's name, if known.
  package var userName: String?
  package var userEmail: String?
  /// The query that the document answers, by its kind and page; `nil` if it answers none. An answer
  /// equal to the last one to its query confirms that one and is not filed.
  package var question: String?
  /// The last confirmation by the store, if the document is filed again from another ledger.
  package var confirmation: Confirmation?

  package init(
    key: String? = nil,
    document: Document,
    attribution: Attribution,
    facts: Facts,
    isOneAccount: Bool = true,
    claims: [PurchaseClaim] = [],
    userName: String? = nil,
    userEmail: String? = nil
  ) {
    self.key = key
    self.document = document
    self.attribution = attribution
    self.facts = facts
    self.isOneAccount = isOneAccount
    self.claims = claims
    self.userName = userName
    self.userEmail = userEmail
  }
}
