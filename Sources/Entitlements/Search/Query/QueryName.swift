extension Query {
  /// The field names that are typed before an operator.
  package enum Name: String, CaseIterable, Sendable {
    case user, email, name, order, txn, otxn, token, acct, product, key, app
    case store, env, state, kind, price, ccy, country, has, `is`
    case since, until, on, purchased, expires, renews, received, verified, refunded
    case doc, rejection, job, note, assigned, mark

    /// Parses a field name or synonym, case-insensitively.
    package init?(_ text: String) {
      let word = text.lowercased()
      guard let name = Self(rawValue: word) ?? Self.synonyms[word] else { return nil }
      self = name
    }

    private static let synonyms: [String: Self] = [
      "account": .acct, "currency": .ccy, "entitlement": .key, "environment": .env, "mail": .email,
      "transaction": .txn,
    ]

    /// What to type instead of a column's heading, or a usual word, that is no field's name; `nil`
    /// for other words.
    static func meant(by word: String) -> [String]? { otherWords[word.lowercased()] }

    private static let otherWords = [
      "amount": ["price:"], "bought": ["purchased:"], "bundle": ["app:"], "customer": ["user:"],
      "date": ["on:", "since:"], "id": ["user:", "order:", "txn:"], "original": ["otxn:"],
      "package": ["app:"], "platform": ["store:"], "reason": ["rejection:"], "right": ["key:"],
      "started": ["purchased:"], "status": ["state:"], "time": ["on:", "since:"],
      "type": ["kind:", "doc:"], "verdict": ["rejection:*", "has:error"],
    ]
  }

  /// The operator between a field's name and its value.
  package enum Operator: String, CaseIterable, Sendable {
    case matches = ":"
    case equals = "="
    case differs = "!="
    case isAbove = ">"
    case isAtLeast = ">="
    case isBelow = "<"
    case isAtMost = "<="
    case contains = "~"
  }
}

extension Query.Name {
  /// The subject of a field, which determines its values.
  enum Subject: Equatable {
    case text(Query.TextField)
    case state, store, environment, kind, currency, possession, quality, price
    /// Bounds of the instant of purchase.
    case since, until, on
    case time(Query.Clock)
  }

  var subject: Subject {
    // Fields with texts and times have the names of these.
    if let field = Query.TextField(rawValue: rawValue) { return .text(field) }
    if let clock = Query.Clock(rawValue: rawValue) { return .time(clock) }
    return switch self {
    case .store: .store
    case .env: .environment
    case .state: .state
    case .kind: .kind
    case .price: .price
    case .ccy: .currency
    case .has: .possession
    case .is: .quality
    case .since: .since
    case .until: .until
    default: .on
    }
  }

  /// The operators that the field accepts.
  package var operators: [Query.Operator] {
    switch subject {
    case .text: [.matches, .equals, .differs, .contains]
    case .state, .store, .environment, .kind, .currency, .possession, .quality:
      [.matches, .equals, .differs]
    case .price, .time:
      [.matches, .equals, .differs, .isAbove, .isAtLeast, .isBelow, .isAtMost]
    case .since, .until, .on: [.matches, .equals]
    }
  }

  /// The field's value in one line of help.
  package var meaning: String {
    switch self {
    case .user: "the user's ID"
    case .email: "the user's e-mail address"
    case .name: "the beginning of a word in the user's name"
    case .order: "the order ID that the customer's e-mail shows, or that of the store"
    case .txn: "the store's transaction ID"
    case .otxn: "the original transaction ID, the root of a renewal chain"
    case .token: "Google's purchase token or Amazon's receipt ID, which are secret"
    case .acct: "the app's ID for the user at the store"
    case .product: "the product ID"
    case .key: "the name of an entitlement"
    case .app: "the bundle ID or package name"
    case .store: "the store that took the money"
    case .env: "the store's environment"
    case .state: "the state of a subscription or sale now"
    case .kind: "the kind of product"
    case .price: "the amount charged; with a currency, only in that currency"
    case .ccy: "the currency of the price, by three letters"
    case .country: "the storefront's country, by two or three letters"
    case .has: "what the user has"
    case .is: "what the user or purchase is"
    case .since: "purchased then or later"
    case .until: "purchased before the end of then"
    case .on: "purchased then"
    case .purchased: "when it was purchased, by the store's clock"
    case .expires: "when access ends"
    case .renews: "when it is to renew"
    case .received: "when its document was received"
    case .verified: "when it was last verified"
    case .refunded: "when the store refunded it"
    case .doc: "the kind of document, such as app-receipt"
    case .rejection: "why a document was rejected, such as bad-signature"
    case .job: "the kind or state of a job"
    case .note: "a part of an operator's note"
    case .assigned: "the operator to whom the user's case is assigned"
    case .mark: "an operator's mark"
    }
  }
}

extension Query.TextField {
  /// How `:` matches the field.
  enum Default { case exact, prefix, contains }

  var byDefault: Default {
    switch self {
    case .name: .prefix
    case .note: .contains
    default: .exact
    }
  }
}
