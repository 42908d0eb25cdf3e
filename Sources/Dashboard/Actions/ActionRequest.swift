package import Entitlements
package import Foundation

/// A manual operator action, complete and confirmed.
package enum ActionRequest: Equatable, Sendable {
  case reverify([Purchase])
  case restore(RestorePlan, to: ID<User>)
  case transfer([Purchase], to: ID<User>)
  case grant(Grant, to: [ID<User>])
  case revoke([GrantedRight], because: String)
  case note(String, about: [ID<User>])
  /// Assigns the users' cases to an operator, or to nobody; the note is for the next one.
  case assign(to: String?, [ID<User>], note: String)
  case sale(PurchaseAction, SoldOrder, because: String)
  /// Queries a store for an order that is not on file.
  case lookUp(order: String, Store, app: String)
  /// Cancels waiting jobs.
  case cancel([String])
  /// Retries failed jobs.
  case retry([String])
  /// Approves actions that other operators asked for.
  case approve([String])
}

/// A purchase that an action applies to.
package struct Purchase: Hashable, Sendable {
  package var chain: ID<Subscription>
  package var product: String?
  /// The current owner.
  package var owner: ID<User>?

  package init(chain: ID<Subscription>, product: String?, owner: ID<User>?) {
    self.chain = chain
    self.product = product
    self.owner = owner
  }

  package init(_ order: Order) {
    self.init(chain: order.chain, product: order.productID, owner: order.user)
  }

  var name: Subscription.Name? { Subscription.Name(chain) }
}

/// An entitlement to grant manually.
package struct Grant: Equatable, Sendable {
  package var key: String
  package var environment: Environment
  /// `nil` for no end.
  package var until: Date?
  /// Saved as a note about the user; empty for none.
  package var reason: String
}

/// A manually granted entitlement.
package struct GrantedRight: Hashable, Sendable {
  package var user: ID<User>
  package var key: String
  package var environment: Environment
  package var until: Date?
}

extension GrantedRight {
  package init(_ right: Entitlement) {
    self.init(user: right.user, key: right.key, environment: right.environment, until: right.until)
  }
}

/// What an action applies to: resolved from the marked rows, or the row under the cursor.
package struct Targets: Equatable, Sendable {
  package struct Person: Equatable, Sendable {
    package var id: ID<User>
    package var name: String?

    package init(id: ID<User>, name: String?) {
      self.id = id
      self.name = name
    }
  }

  package var people: [Person] = []
  package var purchases: [Purchase] = []
  package var rights: [GrantedRight] = []
  package var orders: [SoldOrder] = []
  /// The entitlement keys of the catalog.
  package var keys: [String] = []
  package var jobs: [JobRow] = []

  package static let empty = Targets()
}

extension ActionRequest {
  var word: SafeText { texts.word }
  /// How to undo the action, or that it cannot be undone.
  var undo: SafeText { texts.undo }

  private var texts: (word: SafeText, undo: SafeText) {
    switch self {
    case .reverify: ("re-verify", "Nothing to undo: the stores' answers are on file.")
    case .restore(let plan, _):
      switch plan.source {
      case .purchase(let purchase): ("restore", Self.restoration([purchase]))
      case .file: ("restore", "A transfer (a t) gives each purchase to another user.")
      }
    case .transfer(let purchases, _): ("transfer", Self.restoration(purchases))
    case .grant: ("grant", "a k revokes the entitlement.")
    case .revoke: ("revoke", "a g grants it again.")
    case .note: ("note", "The note stays; you can add another.")
    case .assign: ("assignment", "a w assigns the case to another operator.")
    case .approve: ("approval", "What is sent to a store cannot be undone.")
    case .sale(.refund, _, _): ("refund", "A refund cannot be undone.")
    case .sale(.revoke, _, _): ("revocation at the store", "A revocation cannot be undone.")
    case .sale(.answerApple, _, _):
      ("answer to Apple", "Apple decides; the ledger follows its decision.")
    case .sale(.answerGoogle, _, _):
      ("answer to Google", "Google decides; the ledger follows its decision.")
    case .sale(.deliver, _, _):
      ("delivery", "A note stays; what was consumed can be bought again.")
    case .lookUp: ("look-up", "Nothing to undo: the store's answer is on file.")
    case .cancel: ("cancel", "Requesting it again makes a new job.")
    case .retry: ("retry", "a c calls it off while it waits.")
    }
  }

  /// The one user concerned; `nil` for several users, or for jobs.
  var user: ID<User>? {
    switch self {
    case .restore(_, let user), .transfer(_, let user): user
    case .reverify(let purchases): Self.only(purchases.map(\.owner))
    case .grant(_, let users), .note(_, let users), .assign(_, let users, _): Self.only(users)
    case .revoke(let rights, _): Self.only(rights.map(\.user))
    case .sale(_, let order, _): order.purchase.owner
    case .lookUp, .cancel, .retry, .approve: nil
    }
  }

  private static func only(_ users: [ID<User>?]) -> ID<User>? {
    guard let first = users.first else { return nil }
    return users.allSatisfy { $0 == first } ? first : nil
  }

  /// What the action was about, for a message about its result.
  var subject: SafeText {
    if let user { return SafeText(user.raw) }
    return switch self {
    case .reverify(let purchases), .transfer(let purchases, _):
      .plural(purchases.count, "purchase")
    case .grant(_, let users), .note(_, let users), .assign(_, let users, _):
      .plural(users.count, "user")
    case .revoke(let rights, _): .plural(rights.count, "entitlement")
    case .cancel(let jobs), .retry(let jobs), .approve(let jobs): .plural(jobs.count, "job")
    case .restore: "a purchase"
    case .sale(_, let order, _): "order \(SafeText(order.number))"
    case .lookUp(let order, _, _): SafeText(order)
    }
  }

  private static func restoration(_ purchases: [Purchase]) -> SafeText {
    guard let owner = only(purchases.map(\.owner)) else {
      return "a t gives each back to its previous owner."
    }
    return "a t to \(SafeText(owner.raw)) gives \(purchases.count == 1 ? "it" : "them") back."
  }
}

/// An operator action on one sale.
package enum PurchaseAction: Equatable, Sendable {
  /// Refunds the order at Google.
  case refund(endsAccess: Bool)
  /// Ends the order's subscription at Google now, and refunds it.
  case revoke(isProrated: Bool)
  /// Answers Apple's consumption request for a refund (App Store Server API, Send Consumption
  /// Information).
  case answerApple(percentUsed: Int?, preference: RefundPreference?)
  /// Answers Google's review of a chargeback (Google Play Developer API, orders.reviewrefund).
  case answerGoogle(GoogleRefundPreference, isSampleProvided: Bool, percentUsed: Int?)
  /// Records a manual delivery, and consumes the purchase at Google.
  case deliver

  /// The only store that supports the action; `nil` for every store.
  var store: Store? {
    switch self {
    case .refund, .revoke, .answerGoogle: .google
    case .answerApple: .apple
    case .deliver: nil
    }
  }
}

/// The refund preference sent to Apple, as its API and the command line name it.
package enum RefundPreference: String, CaseIterable, Sendable {
  case decline
  case grantFull = "grant-full"
  case grantProrated = "grant-prorated"
}

/// The preference sent to Google about a chargeback, as the command line names it.
package enum GoogleRefundPreference: String, CaseIterable, Sendable {
  case approve, decline, neutral
}

/// A sale that an action applies to.
package struct SoldOrder: Equatable, Sendable {
  package var id: ID<Order>
  package var purchase: Purchase
  package var purchasedAt: Date
  package var price: Money?
  package var store: Store

  package init(_ order: Order) {
    id = order.id
    purchase = Purchase(order)
    purchasedAt = order.purchasedAt
    price = order.terms?.price
    store = order.store
  }

  /// The store's order number.
  package var number: String {
    let number = Order.transactionID(of: id)
    return number.split(separator: "/").first.map(String.init) ?? number
  }

  /// The last four digits of the number, without a renewal's suffix (`..3`); `nil` if it has fewer.
  var lastDigits: String? {
    let base = number.firstRange(of: "..").map { number[..<$0.lowerBound] } ?? number[...]
    let digits = base.filter(\.isASCIIDigit)
    return digits.count < 4 ? nil : String(digits.suffix(4))
  }
}

extension Action {
  /// The sale action that it starts, before anything is typed.
  var purchaseAction: PurchaseAction? {
    switch self {
    case .refund: .refund(endsAccess: false)
    case .revokeAtStore: .revoke(isProrated: false)
    case .answerApple: .answerApple(percentUsed: nil, preference: nil)
    case .answerGoogle: .answerGoogle(.neutral, isSampleProvided: false, percentUsed: nil)
    case .deliver: .deliver
    default: nil
    }
  }
}
