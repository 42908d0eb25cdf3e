import Entitlements
import Foundation

/// A subscription in its store's records: every period, with its refund if any.
struct LifeSubscription: Sendable {
  enum Plan: String, Sendable { case premium, basic, plus, instalments, prepaid }

  enum Offer: Sendable { case none, trial, introductory }

  enum Beginning: Sendable { case first, renewal, planChange, boughtAgain }

  enum Ending: Sendable { case renewalOff, billing, priceRise, refund, revoked, family, replaced }

  enum State: Equatable, Sendable {
    case pending, calledOff, running
    case grace(until: Date)
    case hold(until: Date)
    case paused(until: Date)
    case ended(Ending)
  }

  struct Refund: Sendable {
    var at: Date
    var isWhole: Bool
    var isChargeback = false
  }

  /// How a subscription moved to another user of the app.
  enum Move: Sendable { case presented, transferred }

  struct Period: Sendable {
    var start: Date
    var end: Date
    var plan: Plan
    /// The amount charged, in cents.
    var cents: Int
    var offer: Offer
    var beginning: Beginning
    var order: String
    var refund: Refund?
  }

  enum PriceRise: Sendable { case none, asked, agreed }

  let number: Int
  /// Google issues a new token with each plan change and links the previous one.
  var token: String
  var linkedToken: String?
  var isShared = false
  var isSandbox = false
  var replaces: Int?
  var orderedAt: Date
  var wasPending = false
  var periods: [Period] = []
  var state = State.running
  var renews = true
  /// When renewal was turned off (`false`) and on again.
  var toggles: [(at: Date, isOn: Bool)] = []
  var nextPlan: Plan?
  var priceRise = PriceRise.none
  /// Instalments: whether the subscription ends with the commitment.
  var isCancellationScheduled = false
  var pausesAtEnd = false
  var endedAt: Date?
  var recoveredAt: Date?
  /// `nil` while the customer owns the subscription.
  var move: Move?

  var plan: Plan { periods.last?.plan ?? .premium }

  var gives: Bool {
    switch state {
    case .running, .grace: true
    default: false
    }
  }

  var isOver: Bool { if case .ended = state { true } else { false } }
}

/// A one-time purchase: consumable coins or a non-consumable theme.
struct LifeItem: Sendable {
  enum Kind: String, Sendable { case coins, theme }

  enum State: Equatable, Sendable { case pending, calledOff, bought, refunded }

  let number: Int
  let kind: Kind
  let token: String
  let order: String
  var at: Date
  var state = State.bought
  var wasPending = false
  var isDelivered = false
  var refundedAt: Date?

  var cents: Int { kind == .coins ? 199 : 399 }
}

/// A refund request at Apple.
struct LifeRefundRequest: Sendable {
  enum Answer: Sendable { case none, declined, refunded, reversed }

  var at: Date
  var answer = Answer.none
}

/// A document that a store or the app sends.
struct LifeDocument: Sendable {
  /// From 1, in the order of sending.
  var number: Int
  var content: StoryDocument
  /// Whether it is the response to a query, which is never delayed, unlike a notification.
  var isAnswer: Bool
  /// Whether it is an operator action.
  var isAct = false
}

/// The catalog of the app in all histories, for the ledgers that have one.
enum LifeCatalog {
  /// The number of coins in one purchase.
  static let coins = 100

  static let catalog = Catalog(
    version: "lives",
    items: [
      plan(.premium, "Premium", rank: 1), plan(.plus, "Plus", rank: 1),
      plan(.basic, "Basic", rank: 2),
      Catalog.Item(
        id: "coins",
        title: "Coins",
        kind: .consumable,
        products: products("coins", atApple: "coins"),
        uses: coins
      ),
      Catalog.Item(
        id: "theme",
        title: "Theme",
        kind: .nonConsumable,
        products: products("theme", atApple: "theme"),
        entitlements: ["theme"]
      ),
    ]
  )

  /// The catalog in the format of a support-case file.
  static let text =
    "[catalog]\n"
    + CatalogText.of(catalog).replacingOccurrences(of: "[[item]]", with: "[[catalog.item]]")

  private static func plan(
    _ plan: LifeSubscription.Plan,
    _ title: String,
    rank: Int
  ) -> Catalog.Item {
    Catalog.Item(
      id: plan.rawValue,
      title: title,
      kind: .autoRenewable,
      products: products(plan.rawValue, atApple: "premium.\(plan.rawValue)"),
      entitlements: ["premium"],
      group: "plans",
      rank: rank
    )
  }

  private static func products(_ name: String, atApple apple: String) -> [Catalog.Product] {
    [
      .init(.apple, apple), .init(.google, name), .init(.amazon, name),
      .init(.microsoft, LifeWorld.microsoftProduct(name)),
    ]
  }
}
