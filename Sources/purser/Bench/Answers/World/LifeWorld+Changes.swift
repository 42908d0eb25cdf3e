import Entitlements
import Foundation

// Events of a running subscription: plan and price changes, pauses, refunds, family sharing.

extension LifeWorld {
  mutating func changePlan(_ event: Life.Event) {
    guard store != .microsoft, let index = running, subscriptions[index].renews else { return }
    switch event {
    case .upgrade:
      guard subscriptions[index].plan == .basic else { return }
      change(index, to: .premium)
    case .crossgrade:
      guard store == .apple || store == .google, subscriptions[index].plan == .premium,
        subscriptions[index].nextPlan == nil, subscriptions[index].priceRise == .none,
        subscriptions[index].move == nil
      else { return }
      change(index, to: .plus)
    case .downgrade:
      guard subscriptions[index].plan == .premium, subscriptions[index].nextPlan == nil,
        subscriptions[index].priceRise == .none
      else { return }
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
    let ends =
      event == .refund || event == .chargeback || (store == .apple && event == .refundPart)
    if ends {
      subscriptions[index].state = .ended(.refund)
      subscriptions[index].endedAt = now
    }
    publish(.refunded(period: last), index)
  }

  mutating func revoke() {
    guard store == .google, let index = running else { return }
    subscriptions[index].state = .ended(.revoked)
    subscriptions[index].endedAt = now
    publish(.revoked, index)
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
      guard let index = subscriptions.firstIndex(where: { $0.isShared && $0.gives }) else {
        return
      }
      subscriptions[index].state = .ended(.family)
      subscriptions[index].endedAt = now
      publish(.shareEnded, index)
    }
  }
}
