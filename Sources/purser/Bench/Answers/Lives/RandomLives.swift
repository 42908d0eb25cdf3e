import Entitlements
import Foundation
import Mint

/// Generates random histories, reproducible from the seed and the index on every machine.
struct RandomLives: Sendable {
  let seed: UInt64
  /// The stores to choose from.
  let stores: [Store]
  let tickets: [AskedTicket]

  private static let openings: [(Life.Event, Int)] = [
    (.buyPremium, 34), (.buyBasic, 14), (.startTrial, 14), (.buyWithOffer, 7), (.buyCoins, 9),
    (.buyTheme, 3), (.orderCoins, 5), (.orderPremium, 5), (.buyInstalments, 4), (.buyPrepaid, 2),
    (.joinFamily, 4), (.buyInSandbox, 3),
  ]

  private static let sequels: [(Life.Event, Int)] = [
    (.turnOff, 14), (.turnOn, 5), (.failCard, 10), (.mendCard, 8), (.upgrade, 5),
    (.downgrade, 6), (.withdrawChange, 2), (.raisePrice, 5), (.agreePrice, 4), (.pause, 3),
    (.requestRefund, 4), (.declineRefund, 3), (.refund, 7), (.refundPart, 5), (.refundOlder, 4),
    (.reverseRefund, 3), (.revoke, 2), (.buyCoins, 5), (.deliverCoins, 4), (.refundCoins, 3),
    (.buyTheme, 2), (.completeOrder, 6), (.callOffOrder, 5), (.orderCoins, 2),
    (.orderPremium, 2), (.buyPremium, 8), (.buyBasic, 3), (.startTrial, 3),
    (.buyWithSecondAccount, 3), (.joinFamily, 2), (.leaveFamily, 4), (.buyInSandbox, 2),
    (.crossgrade, 3), (.chargeback, 2), (.reinstall, 3), (.presentAsOther, 2), (.transfer, 2),
  ]

  /// Days between steps, chosen so that no step coincides with the end of a period.
  private static let gaps: [Double] = [0.25, 1.1, 2.6, 6.2, 11.3, 19.4, 31.7, 44.2]

  /// The likely tickets after an event; others are also chosen.
  private static func questions(after event: Life.Event) -> [AskedTicket] {
    switch event {
    case .buyCoins, .deliverCoins: [.consumableMissing, .chargedTwice]
    case .startTrial, .buyWithOffer: [.trialOrOffer, .chargedTwice, .cancelledButCharged]
    case .turnOff, .turnOn: [.cancelledButCharged, .lostAccess, .chargedTwice]
    case .refund, .refundPart, .refundOlder, .reverseRefund, .requestRefund, .declineRefund,
      .revoke, .refundCoins, .chargeback:
      [.refundApple, .refundGoogle, .lostAccess, .noAccess, .chargedTwice]
    case .orderCoins, .orderPremium, .completeOrder, .callOffOrder, .joinFamily, .leaveFamily:
      [.pendingOrFamily, .noAccess, .refundGoogle, .lostAccess]
    case .reinstall: [.restoreFails, .vanished]
    case .presentAsOther, .transfer: [.vanished, .restoreFails, .noAccess]
    case .upgrade, .crossgrade, .downgrade, .withdrawChange, .raisePrice, .agreePrice:
      [.wrongPlan, .chargedTwice, .noAccess]
    case .failCard, .mendCard, .pause: [.lostAccess, .noAccess, .chargedTwice]
    case .buyInstalments: [.cancelledButCharged, .refundGoogle]
    default: AskedTicket.allCases
    }
  }

  func life(_ index: Int) -> Life {
    let own = seed % 10_000 * 1_000_000 + UInt64(index)
    var generator = SplitMix64(seed: own &* 0x9E37_79B9)
    let store = stores.randomElement(using: &generator) ?? .apple
    var steps = [Life.Step(day: 0, event: Self.event(of: Self.openings, &generator))]
    var day = 0.0
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      day += Self.gaps.randomElement(using: &generator) ?? 1
      steps.append(Life.Step(day: day, event: Self.event(of: Self.sequels, &generator)))
    }
    let askedOnDay = day + 0.3 + (Self.gaps.randomElement(using: &generator) ?? 1)
    return Life(
      store: store,
      seed: own,
      steps: steps,
      ticket: ticket(steps, &generator),
      askedOnDay: askedOnDay,
      handle: Life.Handle.allCases.randomElement(using: &generator) ?? .email
    )
  }

  private func ticket(_ steps: [Life.Step], _ generator: inout SplitMix64) -> AskedTicket {
    let likely = steps.flatMap { Self.questions(after: $0.event) }.filter(tickets.contains)
    let isLikely = Int.random(in: 0..<100, using: &generator) < 75
    let choice = isLikely ? likely.randomElement(using: &generator) : nil
    return choice ?? tickets.randomElement(using: &generator) ?? .noAccess
  }

  private static func event(
    of weighted: [(Life.Event, Int)],
    _ generator: inout SplitMix64
  ) -> Life.Event {
    var offset = Int.random(in: 0..<weighted.reduce(0) { $0 + $1.1 }, using: &generator)
    for (event, weight) in weighted {
      offset -= weight
      if offset < 0 { return event }
    }
    return .buyPremium
  }
}
