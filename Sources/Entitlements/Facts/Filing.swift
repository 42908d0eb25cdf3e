/// Everything one document changes: all of it is written, or none.
package struct Filing: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    /// Written. The user the purchases went to, where there is one.
    case filed(ID<User>?)
    /// The same document was here before; nothing changed. The user it was filed for then.
    case alreadyFiled(ID<User>?)
    /// The same document was here before; its purchases went to this user by what was claimed now.
    case claimed(ID<User>)
  }

  /// Whom the purchases belong to.
  package enum Attribution: Equatable, Sendable {
    /// This user, who is created if the ledger does not know them.
    case user(ID<User>)
    /// Whoever already owns one of the sales or chains; a new user of this ID if nobody does.
    case owner(orElse: ID<User>)
    /// Nobody: a document without purchases, or one that was rejected without a user.
    case nobody
  }

  /// Store, app, kind and the store's ID for the document, where the store gives it one: filing a
  /// key twice changes nothing. `nil` where the document's own hash is all there is.
  package var key: String?
  package var document: Document
  package var attribution: Attribution
  /// Empty for a rejected document: what was not verified grants nothing.
  package var facts: Facts
  /// Whether one account of the store made all that the document lists, so that what is known of one
  /// sale's owner tells of the others.
  package var isOneAccount: Bool
  /// What is claimed along with the document, also where that is on file already.
  package var claims: [PurchaseClaim]
  /// What is claimed as well where nothing of these purchases is on file.
  package var firstClaims: [PurchaseClaim] = []
  /// What the user is called, where the caller knows.
  package var userName: String?
  package var userEmail: String?
  /// The question that the document answers, by its kind and page; `nil` for what was no answer. One
  /// that says what the last answer to it said confirms that, and is not filed.
  package var question: String?
  /// When the store last said the same again: for what is filed anew from another ledger.
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
