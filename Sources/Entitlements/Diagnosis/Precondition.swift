import Foundation

/// Something that has to be so before a verdict may be told.
package enum Precondition: String, Sendable, CaseIterable {
  /// The order numbers and tokens of the question are on file: an answer for another purchase is none.
  case numbersOnFile = "numbers-on-file"
  /// Who asks has the purchase that was named, or none that could be meant as well.
  case purchaseOfAsker = "purchase-of-asker"
  /// The store confirms the purchase: by its signature, or its answer.
  case purchaseConfirmed = "purchase-confirmed"
  /// Money changed hands: it is no test purchase.
  case realMoney = "real-money"
  /// The app tells what it delivers: what nobody counts was not left undelivered.
  case deliveryCounted = "delivery-counted"
  /// The store tells every charge, and not a subscription as one purchase from first to last.
  case chargesListed = "charges-listed"
  /// The store tells which offer a sale was made with.
  case offersTold = "offers-told"
  /// Whether two products are of one group of subscriptions.
  case groupKnown = "group-known"
  /// Nothing that the store told later says otherwise.
  case notContradicted = "not-contradicted"
  /// The store tells of purchases that wait for approval or payment.
  case pendingTold = "pending-told"

  /// What a verdict becomes where it is not so.
  package var weaker: VerdictCode {
    switch self {
    case .numbersOnFile, .purchaseOfAsker, .chargesListed, .offersTold, .groupKnown,
      .notContradicted, .pendingTold:
      .cannotTellYet
    case .purchaseConfirmed: .saleUnconfirmed
    case .realMoney: .sandboxOnly
    case .deliveryCounted: .deliveryUnknown
    }
  }
}

/// Whom to ask for what a verdict lacks.
package enum Asked: String, Sendable, CaseIterable {
  /// The store, by a question that purser can put to it.
  case store
  case customer
  /// Whoever knows the app: its developer, or its catalog.
  case colleague
}

extension VerdictCode {
  /// What has to be so for it: the table of verdicts.
  package var needs: Set<Precondition> {
    let needs = ownNeeds
    return needs.isEmpty ? needs : needs.union([.purchaseOfAsker])
  }

  private var ownNeeds: Set<Precondition> {
    switch self {
    // They tell of no purchase, or that nothing tells.
    case .nothingFound, .orderNumberUnknown, .noPurchaseOnFile, .cannotTellYet, .receiptRejected,
      .receiptWithoutPurchases, .noReceiptSince, .mergedIntoOtherUser, .grantEnded:
      []
    case _ where tellsOwner: [.numbersOnFile]
    // They tell that the purchase proves nothing, or gives nothing, here.
    case .saleUnconfirmed, .sandboxOnly, .onlyConsumables, .saleNotOnFile, .boughtInOtherStore,
      .purchasePending, .pendingCancelled, .pendingCompleted, .otherAppsPurchase:
      [.numbersOnFile]
    case .consumableNotDelivered:
      [.numbersOnFile, .purchaseConfirmed, .deliveryCounted, .notContradicted]
    case .accessIsActive, .inGracePeriod, .accessRecovered, .familyShared, .deliveryUnknown:
      [.numbersOnFile, .purchaseConfirmed, .notContradicted]
    case .purchaseRefunded: [.numbersOnFile, .purchaseConfirmed, .notContradicted]
    case .notPendingNotFamily: [.numbersOnFile, .purchaseConfirmed, .pendingTold]
    case .trialUsedBefore: [.numbersOnFile, .purchaseConfirmed, .realMoney, .groupKnown]
    case .noOfferOnSale: [.numbersOnFile, .purchaseConfirmed, .realMoney, .offersTold]
    case .trialConverted, .trialRunning, .offerApplied,
      .chargedDespiteRenewalOff, .boughtInTwoStores, .boughtWithTwoAccounts,
      .twoSubscriptions, .chargedForUpgrade, .renewalsOfOneSubscription, .separatePurchases,
      .secondChargeRefunded, .partiallyRefunded, .refundPossible, .refundOnlyByApple,
      .renewalNeverOff, .otherSubscriptionCancelled:
      [.numbersOnFile, .purchaseConfirmed, .realMoney]
    case .duplicateCharge: [.numbersOnFile, .purchaseConfirmed, .realMoney, .notContradicted]
    case .oneChargeOnFile, .renewalOffTooLate, .renewalOffAfterCharge, .renewalTurnedOnAgain,
      .boughtAgain, .chargeNotARenewal:
      [.numbersOnFile, .purchaseConfirmed, .realMoney, .chargesListed]
    default: [.numbersOnFile, .purchaseConfirmed]
    }
  }
}

extension VerdictCode {
  /// Whether it tells whose a purchase is: that follows from claims and acts on file, and no store
  /// says it.
  var tellsOwner: Bool {
    switch self {
    case .ownedByOtherUser, .ownedByNobody, .movedToOtherUser, .mergedIntoOtherUser,
      .transferredByOperator, .ownershipUnknown, .chargeOfOtherUser:
      true
    default: false
    }
  }
}

/// What a precondition lacks, in words, and who knows it.
struct Lack {
  let thing: SlotValue
  let ask: Asked
}

/// A finding that was held against the rule of its verdict. An answer is made of no other.
struct CheckedFinding {
  let finding: Finding

  fileprivate init(_ finding: Finding) { self.finding = finding }
}

extension CaseReading {
  /// The finding where its verdict's preconditions hold, and the weaker one otherwise.
  func checked(_ finding: Finding) -> CheckedFinding {
    for need in Precondition.allCases where finding.verdict.needs.contains(need) {
      guard let lack = lack(of: need, for: finding) else { continue }
      var weaker = finding
      weaker.verdict = need.weaker
      weaker.asks = [lack.ask]
      if need == .numbersOnFile { tellOfUnknownNumber(&weaker) }
      weaker.slots[.thing] = lack.thing
      return checked(weaker)
    }
    return CheckedFinding(finding)
  }

  /// Nothing is said of another purchase than the one that was asked about.
  private func tellOfUnknownNumber(_ finding: inout Finding) {
    finding.slots = [:]
    guard let number = unknownNumbers.first else { return }
    if number.isAppleOrderNumber, !isFocused { finding.verdict = .orderNumberUnknown }
    if number.kind != Identifier.Kind.purchaseToken.title {
      finding.slots[.order] = .text(number.text)
    }
  }

  private func lack(of need: Precondition, for finding: Finding) -> Lack? {
    let order = finding.slots.order.flatMap(sale)
    let chain = finding.slots.chain.flatMap(self.chain)
    switch need {
    case .numbersOnFile:
      guard let unknown = unknownNumbers.first, !isFocused || finding.ticket.isAboutCharges
      else { return nil }
      return Lack(thing: "\(unknown.kind) \(unknown.text) is not on file", ask: .store)
    case .purchaseOfAsker:
      return lackOfOwner(finding.verdict, chain)
    case .purchaseConfirmed:
      guard let chain, chain.isUnconfirmed else { return nil }
      return Lack(thing: "the store has not confirmed it", ask: .store)
    case .realMoney:
      let environment = order?.environment ?? chain?.record.environment
      return environment.isReal ? nil : Lack(thing: "it was a test purchase", ask: .customer)
    case .deliveryCounted:
      guard let order, item(of: order) == nil, !countsDelivery else { return nil }
      return Lack(thing: "what the app delivers is not counted here", ask: .colleague)
    case .chargesListed:
      // Where a subscription has no charges on file, the one that is may not be alone.
      let tellsOthers = finding.verdict == .oneChargeOnFile || finding.verdict == .chargeNotARenewal
      let subject = tellsOthers ? own.compactMap(\.newest) : [order].compactMap(\.self)
      guard
        let silent = subject.first(where: {
          $0.kind == .autoRenewable && isCharge($0)
            && ($0.store == .microsoft || $0.store == .amazon)
        })
      else { return nil }
      let store = Wording.name(of: silent.store)
      return Lack(thing: "\(store) does not tell each charge of a subscription", ask: .customer)
    case .offersTold:
      guard let order, order.kind == .autoRenewable else { return nil }
      switch order.store {
      case .microsoft:
        return Lack(thing: "Microsoft does not tell with which offer it was bought", ask: .customer)
      case .amazon where !isBeginningTold(of: order):
        return Lack(thing: "Amazon tells of a free trial only while it runs", ask: .customer)
      case .apple, .google, .amazon: return nil
      }
    case .notContradicted:
      if finding.verdict == .purchaseRefunded {
        guard let chain, let told = chain.runsSinceRefund else { return nil }
        return Lack(thing: "which period runs by \(Wording.day(told))", ask: .store)
      }
      if finding.verdict == .duplicateCharge {
        guard let order, order.store == .apple, order.kind == .autoRenewable else { return nil }
        let words = "how the period before ended, as Apple sells a subscription once at a time"
        return Lack(thing: .text(words), ask: .store)
      }
      guard let chain, let told = chain.contradiction(of: order ?? chain.current) else {
        return nil
      }
      let words = "what holds since {date}, when it was told: \(told.word)"
      return Lack(thing: .dated(words, told.at), ask: .store)
    case .pendingTold:
      guard let store = chain?.store, store != .google else { return nil }
      let name = Wording.name(of: store)
      return Lack(
        thing: "\(name) does not tell of a purchase before it is approved",
        ask: .customer
      )
    case .groupKnown:
      guard let order, let earlier = earlierOffer(than: order),
        areOfOneGroup(earlier, order) == nil
      else { return nil }
      let titles = "\(title(earlier)) and \(title(order))"
      return Lack(thing: "whether \(titles) are of one group is not on file", ask: .colleague)
    }
  }

  /// Whoever names another user's order may have two accounts, or a stranger's number: only that it is
  /// another user's may be told, and that only where nothing of their own could be meant.
  private func lackOfOwner(_ verdict: VerdictCode, _ chain: ChainReading?) -> Lack? {
    guard subject.namesUser, file.user != nil, isFocused else { return nil }
    let foreign = verdict.tellsOwner ? chain : scope.first { $0.holder == .somebodyElse }
    guard let foreign, foreign.holder == .somebodyElse,
      !verdict.tellsOwner || own.contains(where: { areAlike($0, foreign) })
    else { return nil }
    return Lack(thing: "the order that was named is another user's", ask: .customer)
  }

  private func areAlike(_ one: ChainReading, _ other: ChainReading) -> Bool {
    guard let sale = one.current, let named = other.current else { return false }
    return giveSame(sale, named)
  }

  /// Whether the store said how the purchase stood on its first day.
  private func isBeginningTold(of order: Order) -> Bool {
    chain(order.chain)?.standings.first.map { $0.statedAt <= order.purchasedAt.adding(days: 1) }
      ?? false
  }

  private func sale(_ id: ID<Order>) -> Order? {
    chains.lazy.flatMap(\.sales).first { $0.id == id }
  }

  /// The numbers of purchases in the question that are not on file.
  private var unknownNumbers: [CaseFile.Subject.Identifier] {
    file.subject.identifiers.filter { !$0.isFound && $0.namesPurchase }
  }

  /// Whether any use of a consumable was ever told.
  private var countsDelivery: Bool {
    file.inventory.contains { $0.used > 0 }
      || file.acts.contains { act in
        if case .consume = act.deed { true } else { false }
      }
  }
}

extension CaseFile.Subject.Identifier {
  /// Whether it is a number that a store gave to a purchase, and nothing that looks like one.
  fileprivate var namesPurchase: Bool {
    let kinds = [Identifier.Kind.googleOrder, .appleOrder, .purchaseToken].map(\.title)
    return kinds.contains(kind) || kind == Identifier.Kind.transaction.title && text.count > 13
  }
}

extension Complaint {
  /// Whether it is about the very charge that is named, and not about what it belongs to.
  fileprivate var isAboutCharges: Bool {
    [.chargedTwice, .refundApple, .refundGoogle, .cancelledButCharged].contains(self)
  }
}

extension ChainReading {
  /// What was told of the end of `sale` after everything that says that it holds, and when.
  fileprivate func contradiction(of sale: Order?) -> (word: String, at: Date)? {
    let stated = standings.filter { $0.testimony.authority == .full }
    let said = sales.filter(\.isConfirmed).map(\.testimony.statedAt) + stated.map(\.statedAt)
    let last = said.max() ?? .distantPast
    let told = notices.last { notice in
      [.refunded, .revoked, .expired].contains(notice.kind) && notice.testimony.statedAt > last
        && (notice.order == nil || notice.order == sale?.id)
    }
    if let told { return (Wording.phrase(forNotice: told.kind), told.testimony.statedAt) }
    // What proves nothing may still be true.
    let hearsay = sales.last { other in
      !other.isConfirmed && other.id == sale?.id && other.testimony.statedAt > last
        && (other.cancelledAt.map { $0 <= instant } ?? false)
    }
    return hearsay.map { ("taken back", $0.testimony.statedAt) }
  }

  /// When the store said that the subscription runs and renews, though the newest period on file was
  /// taken back by then: the refund is then of a period before the one that runs.
  fileprivate var runsSinceRefund: Date? {
    // One that was over when it was given back had been followed by another.
    if let refunded = last(.refunded)?.testimony.statedAt, renews, let end = newest?.expiresAt,
      end.adding(days: 1) < refunded
    {
      return refunded
    }
    guard let standing = lastStanding, standing.renews == true, standing.condition == .running,
      let cancelledAt = newest?.cancelledAt, standing.statedAt >= cancelledAt
    else { return nil }
    return standing.statedAt
  }
}
