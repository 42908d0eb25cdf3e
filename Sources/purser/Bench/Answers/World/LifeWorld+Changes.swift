import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

// Events of a running subscription: plan and price changes, pauses, refunds, family sharing.

extension LifeWorld {
  mutating func changePlan(_ event: Life.Event) {
    guard store != .microsoft, let index = running, subscriptions[index].renews else { return }
    let subscription = subscriptions[index]
    let isUnchanged =
      subscription.plan == .premium && subscription.nextPlan == nil
      && subscription.priceRise == .none
    switch event {
    case .upgrade: if subscription.plan == .basic { change(index, to: .premium) }
    case .crossgrade:
      guard store == .apple || store == .google, isUnchanged, subscription.move == nil else {
        return
      }
      change(index, to: .plus)
    case .downgrade:
      guard isUnchanged else { return }
      subscriptions[index].nextPlan = .basic
      if store == .google {
        subscriptions[index].linkedToken = subscriptions[index].token
        subscriptions[index].token = token(20 + index)
      }
      publish(.planChosen, index)
    default:
      guard store == .apple, subscriptions[index].nextPlan != nil else { return }
      subscriptions[index].nextPlan = nil
      publish(.planWithdrawn, index)
    }
  }

  /// Changes the plan at once: Apple keeps the subscription, Google issues a new token and Amazon a
  /// new receipt.
  private mutating func change(_ index: Int, to plan: LifeSubscription.Plan) {
    guard subscriptions[index].move == nil else { return }
    subscriptions[index].nextPlan = nil
    if store == .apple {
      let last = subscriptions[index].periods.count - 1
      subscriptions[index].periods[last].end = now
      add(plan, .none, .planChange, index, now)
      return publish(.upgraded, index)
    }
    subscriptions[index].periods[subscriptions[index].periods.count - 1].end = now
    let successor = newSubscription()
    subscriptions[successor].replaces = index
    subscriptions[successor].linkedToken = subscriptions[index].token
    add(plan, .none, .planChange, successor, now)
    end(index, .replaced)
    publish(.upgraded, successor)
  }

  mutating func changePrice(_ event: Life.Event) {
    guard store == .apple || store == .google, let index = running, subscriptions[index].renews,
      subscriptions[index].nextPlan == nil
    else { return }
    let isAsking = event == .raisePrice
    guard subscriptions[index].priceRise == (isAsking ? .none : .asked),
      ![.prepaid, .instalments].contains(subscriptions[index].plan)
    else { return }
    subscriptions[index].priceRise = isAsking ? .asked : .agreed
    publish(isAsking ? .priceRaised : .priceAgreed, index)
  }

  mutating func pause() {
    guard store == .google, let index = running, subscriptions[index].renews,
      subscriptions[index].plan == .premium
    else { return }
    subscriptions[index].pausesAtEnd = true
  }

  mutating func performRequest(_ event: Life.Event) {
    guard store == .apple, let index = current, !subscriptions[index].periods.isEmpty else {
      return
    }
    switch event {
    case .requestRefund:
      guard refundRequest == nil, subscriptions[index].periods.last?.cents ?? 0 > 0,
        subscriptions[index].periods.last?.refund == nil
      else { return }
      refundRequest = LifeRefundRequest(at: now)
      publish(.refundRequested, index)
    case .declineRefund:
      guard refundRequest?.answer == LifeRefundRequest.Answer.none else { return }
      refundRequest?.answer = .declined
      publish(.refundDeclined, index)
    default: reverseRefund(index)
    }
  }

  private mutating func reverseRefund(_ index: Int) {
    let last = subscriptions[index].periods.count - 1
    guard refundRequest?.answer == .refunded, subscriptions[index].state == .ended(.refund),
      subscriptions[index].periods[last].refund != nil, subscriptions[index].periods[last].end > now
    else { return }
    subscriptions[index].periods[last].refund = nil
    subscriptions[index].state = .running
    subscriptions[index].endedAt = nil
    refundRequest?.answer = .reversed
    publish(.refundReversed, index)
  }

  /// Refunds the last period or, without ending the subscription, the one before.
  mutating func refund(_ event: Life.Event) {
    guard let index = current else { return }
    let last = subscriptions[index].periods.count - (event == .refundOlder ? 2 : 1)
    guard last >= 0, subscriptions[index].periods[last].cents > 0,
      subscriptions[index].periods[last].refund == nil, !subscriptions[index].isOver
    else { return }
    let isWhole = event != .refundPart
    // Microsoft and Amazon refund whole subscriptions only, no earlier periods. Only Google reports
    // chargebacks as such.
    guard store == .apple || store == .google || event == .refund,
      store == .google || event != .chargeback
    else { return }
    subscriptions[index].periods[last].refund = .init(
      at: now,
      isWhole: isWhole,
      isChargeback: event == .chargeback
    )
    if refundRequest?.answer == LifeRefundRequest.Answer.none { refundRequest?.answer = .refunded }
    let ends = event == .refund || event == .chargeback || (store == .apple && event == .refundPart)
    if ends { return end(index, .refund, .refunded(period: last)) }
    publish(.refunded(period: last), index)
  }

  mutating func revoke() {
    guard store == .google, let index = running else { return }
    end(index, .revoked, .revoked)
  }

  mutating func performFamily(_ event: Life.Event) {
    guard store == .apple else { return }
    if event == .joinFamily {
      guard !subscriptions.contains(where: \.isShared) else { return }
      let index = newSubscription()
      subscriptions[index].isShared = true
      add(.premium, .none, .first, index, now)
      publish(.shared, index)
    } else {
      guard let index = subscriptions.firstIndex(where: { $0.isShared && $0.gives }) else { return }
      end(index, .family, .shareEnded)
    }
  }
}

// Ownership changes: reinstallation, submission by another user, transfer by an operator. The
// ledger moves a purchase to the user who submits it.

extension LifeWorld {
  /// The app submits the newest purchase again.
  mutating func reinstall() {
    guard let index = current, subscriptions[index].move == nil,
      !subscriptions[index].periods.isEmpty
    else { return }
    present(index)
  }

  mutating func move(_ move: LifeSubscription.Move) {
    guard let index = running, subscriptions[index].move == nil, ownSubscriptions == 1,
      move == .presented || store == .apple || store == .google
    else { return }
    subscriptions[index].move = move
    switch move {
    case .presented: present(index)
    case .transferred:
      let number = subscriptions[index].periods[0].order
      let chain = "\(store.rawValue):production:\(Self.app):\(number)"
      perform(.transfer(ID(chain), to: ID(otherUser)))
    }
  }

  /// The number of own subscriptions. With several, only one would move, which is not simulated.
  private var ownSubscriptions: Int {
    subscriptions.count { !$0.isShared && !$0.isSandbox && !$0.periods.isEmpty }
  }

  private mutating func present(_ index: Int) {
    switch store {
    case .apple: upload(appleTransaction(index), index)
    case .google: ask(about: index)
    case .microsoft: publishMicrosoft(index)
    case .amazon: publishAmazon(.shared, index)
    }
  }
}

/// Sends documents to the ledger, with the app's user if the app sent the document or its
/// purchase's user is known.
extension LifeWorld {
  static let app = "com.example.reader"

  mutating func send(
    _ fields: JSONValue,
    as kind: ReceiptKind,
    after seconds: Double = 9,
    isCustomers: Bool = false,
    of index: Int? = nil,
    isSandbox: Bool = false,
    hints: DocumentHints = DocumentHints()
  ) {
    let isMoved = index.map { subscriptions[$0].move != nil } ?? false
    let isNamed = isCustomers || index != nil
    var hints = hints
    hints.app = Self.app
    hints.environment = isSandbox && store == .apple ? "sandbox" : nil
    let number = documents.count + 1
    let document = StoryDocument(
      place: "document \(number)",
      number: messageID(number),
      content: .fields(fields, as: kind),
      receivedAt: now.addingTimeInterval(seconds),
      user: isNamed ? ID(isMoved ? otherUser : user) : nil,
      email: isNamed && !isMoved ? email : nil,
      origin: kind.usualOrigin,
      hints: hints,
      trustBasis: kind.usualTrustBasis
    )
    documents.append(
      LifeDocument(number: number, content: document, isAnswer: kind.usualOrigin == .polled)
    )
  }

  /// Records an action of an operator or the app's back end, which is never lost.
  mutating func perform(_ action: OperatorAction.Kind) {
    let number = documents.count + 1
    let document = StoryDocument(
      place: "document \(number)",
      number: messageID(number),
      content: .action(action, by: "operator"),
      receivedAt: now.addingTimeInterval(1),
      origin: .manual
    )
    documents.append(LifeDocument(number: number, content: document, isAnswer: true, isAct: true))
  }

  /// Whether a document of that number exists and may be lost.
  func loses(_ number: Int) -> Bool { documents.contains { $0.number == number && !$0.isAct } }

  /// An ID that is unique across histories, since a repeated ID is deduplicated.
  private func messageID(_ number: Int) -> Int {
    Int(truncatingIfNeeded: seed &* 10_000 &+ UInt64(number))
  }

  static func text(_ instant: Date) -> JSONValue { .string(instant.ISO8601Format()) }
}
