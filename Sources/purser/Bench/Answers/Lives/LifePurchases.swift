import Foundation

/// A subscription as its store knows it: every period, and what became of each.
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

  /// How a subscription came to belong to another user of the app.
  enum Move: Sendable { case presented, transferred }

  struct Period: Sendable {
    var start: Date
    var end: Date
    var plan: Plan
    /// What was taken for it, in cents.
    var cents: Int
    var offer: Offer
    var beginning: Beginning
    var order: String
    var refund: Refund?
  }

  enum PriceRise: Sendable { case none, asked, agreed }

  let number: Int
  /// Google gives a new one with each change of plan, and names the one before it.
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
  /// Instalments: whether it ends with the commitment.
  var isCancellationScheduled = false
  var pausesAtEnd = false
  var endedAt: Date?
  var recoveredAt: Date?
  /// `nil` while it is the customer's.
  var move: Move?

  init(number: Int, token: String, orderedAt: Date) {
    self.number = number
    self.token = token
    self.orderedAt = orderedAt
  }

  var plan: Plan { periods.last?.plan ?? .premium }

  var gives: Bool {
    switch state {
    case .running, .grace: true
    default: false
    }
  }

  var isOver: Bool { if case .ended = state { true } else { false } }
}

/// A single purchase: coins, which are consumed, or a theme, which lasts.
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

/// A refund that was asked for at Apple.
struct LifeRefundRequest: Sendable {
  enum Answer: Sendable { case none, declined, refunded, reversed }

  var at: Date
  var answer = Answer.none
}

/// Something that a store or the app sends, when it happened.
struct LifeDocument: Sendable {
  /// From 1, in the order in which they were sent.
  var number: Int
  var content: StoryDocument
  /// An answer to our question says what holds when it comes; a notification may come late.
  var isAnswer: Bool
  /// An operator's act.
  var isAct = false
}
