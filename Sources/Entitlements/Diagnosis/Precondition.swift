import Foundation

/// A condition for a verdict.
package enum Precondition: String, Sendable, CaseIterable {
  /// The ledger has the question's order numbers and tokens, and the charges that it states by day
  /// or amount: no answer is about another purchase.
  case numbersOnFile = "numbers-on-file"
  /// The user who asks owns the named purchase, or no other that could be meant.
  case purchaseOfAsker = "purchase-of-asker"
  /// The store confirms the purchase by its signature or its answer.
  case purchaseConfirmed = "purchase-confirmed"
  /// It is not a test purchase.
  case realMoney = "real-money"
  /// The app reports its deliveries: otherwise an undelivered purchase cannot be recognized.
  case deliveryCounted = "delivery-counted"
  /// The store reports every charge, not a subscription as one purchase from first to last.
  case chargesListed = "charges-listed"
  /// The store states the offer of a sale.
  case offersStated = "offers-told"
  /// It is known whether two products are in one subscription group.
  case groupKnown = "group-known"
  /// No later statement of the store contradicts it.
  case notContradicted = "not-contradicted"
  /// The store reports purchases that wait for approval or payment.
  case pendingStated = "pending-told"

  /// The verdict to use if the condition is not met.
  package var weaker: VerdictCode {
    switch self {
    case .numbersOnFile, .purchaseOfAsker, .chargesListed, .offersStated, .groupKnown,
      .notContradicted, .pendingStated:
      .cannotTellYet
    case .purchaseConfirmed: .saleUnconfirmed
    case .realMoney: .sandboxOnly
    case .deliveryCounted: .deliveryUnknown
    }
  }
}

/// Whom to ask for a verdict's missing information.
package enum InformationSource: String, Sendable, CaseIterable {
  /// The store, with a query that purser can send.
  case store
  case customer
  /// The app's developer, or its catalog.
  case colleague
}

extension VerdictCode {
  /// The conditions of the verdict: the table of verdicts.
  package var needs: Set<Precondition> {
    let needs = ownNeeds
    return needs.isEmpty ? needs : needs.union([.purchaseOfAsker])
  }

  private var ownNeeds: Set<Precondition> {
    switch self {
    // About no purchase, or about missing information.
    case .nothingFound, .orderNumberUnknown, .noPurchaseOnFile, .cannotTellYet, .receiptRejected,
      .receiptWithoutPurchases, .noReceiptSince, .mergedIntoOtherUser, .grantEnded:
      []
    case _ where namesOwner: [.numbersOnFile]
    // About a purchase that proves or grants nothing here.
    case .saleNotOnFile: [.numbersOnFile, .notContradicted]
    case .saleUnconfirmed, .sandboxOnly, .onlyConsumables, .boughtInOtherStore, .purchasePending,
      .pendingCancelled, .pendingCompleted, .otherAppsPurchase:
      [.numbersOnFile]
    case .consumableNotDelivered:
      [.numbersOnFile, .purchaseConfirmed, .deliveryCounted, .notContradicted]
    case .accessIsActive, .inGracePeriod, .accessRecovered, .familyShared, .deliveryUnknown:
      [.numbersOnFile, .purchaseConfirmed, .notContradicted]
    case .purchaseRefunded: [.numbersOnFile, .purchaseConfirmed, .notContradicted]
    case .notPendingNotFamily: [.numbersOnFile, .purchaseConfirmed, .pendingStated]
    case .trialUsedBefore: [.numbersOnFile, .purchaseConfirmed, .realMoney, .groupKnown]
    case .noOfferOnSale: [.numbersOnFile, .purchaseConfirmed, .realMoney, .offersStated]
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
  /// Whether it states an owner, which follows from claims and operator actions and not from a
  /// store.
  var namesOwner: Bool {
    switch self {
    case .ownedByOtherUser, .ownedByNobody, .movedToOtherUser, .mergedIntoOtherUser,
      .transferredByOperator, .ownershipUnknown, .chargeOfOtherUser:
      true
    default: false
    }
  }
}

/// The missing information of a precondition, and whom to ask for it.
struct MissingFact {
  let thing: PlaceholderValue
  let ask: InformationSource

  init(_ thing: PlaceholderValue, ask: InformationSource) {
    self.thing = thing
    self.ask = ask
  }
}

/// A finding that was checked against its verdict's rule. Answers are made only from these.
struct CheckedFinding {
  let finding: Finding

  fileprivate init(_ finding: Finding) { self.finding = finding }
}

extension DiagnosisAnalysis {
  /// The finding if its verdict's preconditions are met, or the weaker one.
  func checked(_ finding: Finding) -> CheckedFinding {
    for need in Precondition.allCases where finding.verdict.needs.contains(need) {
      guard let missingFact = missingFact(of: need, for: finding) else { continue }
      var weaker = finding
      weaker.verdict = need.weaker
      weaker.asks = [missingFact.ask]
      if need == .numbersOnFile { addUnknownNumber(&weaker) }
      weaker.placeholders[.thing] = missingFact.thing
      return checked(weaker)
    }
    return CheckedFinding(finding)
  }

  /// The only finding about a question that names several people: nothing is said of any of them.
  func severalPeople(_ ticket: TicketCategory) -> CheckedFinding? {
    let people = file.subject.people.map(\.raw)
    guard people.count > 1 else { return nil }
    var finding = Finding(ticket)
    let names = people.prefix(3).joined(separator: ", ") + (people.count > 3 ? " and others" : "")
    let thing =
      subject.namesUser
      ? "which account is meant, of \(names)"
      : "which purchase is meant, as the named ones belong to several users: \(names)"
    finding.decide(.cannotTellYet, [.thing: .text(thing)])
    finding.asks = [.customer]
    return checked(finding)
  }

  /// The finding, unless it states that nothing is on file although the question names a purchase
  /// that is.
  func ofNamedPurchase(_ checked: CheckedFinding) -> CheckedFinding {
    var finding = checked.finding
    guard finding.verdict == .noPurchaseOnFile, isFocused, let sale = sales().last,
      chain(sale.chain)?.holder == .subject, case .text(let thing) = finding.placeholders[.thing]
    else { return checked }
    let reason = thing == "purchase" ? "" : ", as \(title(sale)) is no \(thing)"
    finding.decide(
      .cannotTellYet,
      placeholders(sale, [.thing: .text("which purchase is meant\(reason)")])
    )
    finding.asks = [.customer]
    return self.checked(finding)
  }

  /// Removes the placeholders: no answer may be about another purchase.
  private func addUnknownNumber(_ finding: inout Finding) {
    finding.placeholders = [:]
    guard let number = unknownNumbers.first else { return }
    if number.isAppleOrderNumber, !isFocused { finding.verdict = .orderNumberUnknown }
    if number.kind != Identifier.Kind.purchaseToken.title {
      finding.placeholders[.order] = .text(number.text)
    }
  }

  private func missingFact(of need: Precondition, for finding: Finding) -> MissingFact? {
    let order = finding.placeholders.order.flatMap(sale)
    let chain = finding.placeholders.chain.flatMap(self.chain)
    switch need {
    case .numbersOnFile:
      if let charge = file.subject.identifiers.first(where: \.isUnknownCharge),
        finding.ticket.isAboutCharges || finding.ticket == .consumableMissing
      {
        return MissingFact("no \(charge.kind) \(charge.text) is on file", ask: .customer)
      }
      guard let unknown = unknownNumbers.first, !isFocused || finding.ticket.isAboutCharges
      else { return nil }
      return MissingFact("\(unknown.kind) \(unknown.text) is not on file", ask: .store)
    case .purchaseOfAsker:
      return missingOwner(finding.verdict, chain)
    case .purchaseConfirmed:
      guard let chain, chain.isUnconfirmed else { return nil }
      return MissingFact("the store has not confirmed it", ask: .store)
    case .realMoney:
      let environment = order?.environment ?? chain?.record.environment
      return environment.isReal ? nil : MissingFact("it was a test purchase", ask: .customer)
    case .deliveryCounted:
      guard let order, item(of: order) == nil, !countsDelivery else { return nil }
      return MissingFact("what the app delivers is not counted here", ask: .colleague)
    case .chargesListed:
      // Without charges of some subscription, the stored charge may not be the only one.
      let namesOthers = finding.verdict == .oneChargeOnFile || finding.verdict == .chargeNotARenewal
      let subject = namesOthers ? own.compactMap(\.newest) : [order].compactMap(\.self)
      guard
        let silent = subject.first(where: {
          $0.kind == .autoRenewable && isCharge($0)
            && ($0.store == .microsoft || $0.store == .amazon)
        })
      else { return nil }
      let store = Wording.name(of: silent.store)
      return MissingFact("\(store) does not report each charge of a subscription", ask: .customer)
    case .offersStated:
      guard let order, order.kind == .autoRenewable else { return nil }
      switch order.store {
      case .microsoft:
        return MissingFact(
          "Microsoft does not report the offer that it was bought with",
          ask: .customer
        )
      case .amazon where !isBeginningStated(of: order):
        return MissingFact("Amazon reports a free trial only while it runs", ask: .customer)
      case .apple, .google, .amazon: return nil
      }
    case .notContradicted:
      if finding.verdict == .purchaseRefunded {
        guard let chain else { return nil }
        if let refundedAt = refundOfMoneyOnly(chain) {
          let text = "whether access ended with the refund of {date}"
          return MissingFact(.dated(text, refundedAt), ask: .store)
        }
        guard let known = chain.runsSinceRefund else { return nil }
        return MissingFact("which period was running on \(Wording.day(known))", ask: .store)
      }
      if finding.verdict == .duplicateCharge {
        guard let order, order.store == .apple, order.kind == .autoRenewable else { return nil }
        let text = "how the period before ended, as Apple sells a subscription once at a time"
        return MissingFact(.text(text), ask: .store)
      }
      let contradiction =
        finding.verdict == .saleNotOnFile
        ? chain?.recoveryWithoutSale : chain?.contradiction(of: order ?? chain?.current)
      guard let known = contradiction else { return nil }
      let text = "what holds since {date}, when the store reported: \(known.phrase)"
      return MissingFact(.dated(text, known.at), ask: .store)
    case .pendingStated:
      guard let store = chain?.store, store != .google else { return nil }
      let name = Wording.name(of: store)
      return MissingFact("\(name) does not report a purchase before it is approved", ask: .customer)
    case .groupKnown:
      guard let order, let earlier = earlierOffer(than: order),
        areOfOneGroup(earlier, order) == nil
      else { return nil }
      let titles = "\(title(earlier)) and \(title(order))"
      return MissingFact("whether \(titles) are of one group is not on file", ask: .colleague)
    }
  }

  /// A user who names another user's order may have two accounts, or a stranger's number. The
  /// answer may only state that it is another user's, and only if none of their own could be meant.
  private func missingOwner(_ verdict: VerdictCode, _ chain: SubscriptionAnalysis?) -> MissingFact?
  {
    guard subject.namesUser, file.user != nil, isFocused else { return nil }
    let foreign = verdict.namesOwner ? chain : scope.first { $0.holder == .otherUser }
    // A purchase that is named beside one of their own may be a friend's.
    let isBesideOwn = verdict == .ownedByOtherUser && scope.contains { $0.holder == .subject }
    guard let foreign, foreign.holder == .otherUser,
      !verdict.namesOwner || isBesideOwn || own.contains(where: { areAlike($0, foreign) })
    else { return nil }
    return MissingFact("the named order belongs to another user", ask: .customer)
  }

  /// When a subscription was refunded of which only Google's order states it: that proves the
  /// refund, not the end of access, about which nothing was stated since.
  private func refundOfMoneyOnly(_ chain: SubscriptionAnalysis) -> Date? {
    guard chain.store == .google, chain.renews, chain.state == .refunded,
      let sale = chain.sales.last(where: { $0.cancelledAt.map { $0 <= instant } ?? false }),
      let refundedAt = sale.cancelledAt, chain.last(.revoked, .expired) == nil,
      chain.lastRenewalStatus.map({ $0.statedAt < refundedAt }) ?? true
    else { return nil }
    let stated = chain.notices.filter { $0.kind == .refunded && $0.order == sale.id }
    let isMoneyOnly = stated.allSatisfy { documentsByID[$0.evidence]?.kind == Self.orderKind }
    return !stated.isEmpty && isMoneyOnly ? refundedAt : nil
  }

  private func areAlike(_ one: SubscriptionAnalysis, _ other: SubscriptionAnalysis) -> Bool {
    guard let sale = one.current, let named = other.current else { return false }
    return giveSame(sale, named)
  }

  /// Whether the store stated the purchase's status on its first day.
  private func isBeginningStated(of order: Order) -> Bool {
    chain(order.chain)?.renewalStatuses.first.map {
      $0.statedAt <= order.purchasedAt.adding(days: 1)
    }
      ?? false
  }

  private func sale(_ id: ID<Order>) -> Order? {
    chains.lazy.flatMap(\.sales).first { $0.id == id }
  }

  /// The purchase numbers in the question that are not stored.
  private var unknownNumbers: [DiagnosisInput.Subject.Identifier] {
    file.subject.identifiers.filter { !$0.isFound && $0.namesPurchase }
  }

  /// Whether any use of a consumable was ever reported.
  private var countsDelivery: Bool {
    file.inventory.contains { $0.used > 0 }
      || file.acts.contains { act in
        if case .consume = act.kind { true } else { false }
      }
  }
}

extension DiagnosisInput.Subject.Identifier {
  /// Whether it is a number that a store gave to a purchase, and not only resembles one.
  fileprivate var namesPurchase: Bool {
    let kinds =
      [Identifier.Kind.googleOrder, .appleOrder, .purchaseToken].map(\.title)
      + [Identifier.orderTitle]
    return kinds.contains(kind) || kind == Identifier.Kind.transaction.title && text.count > 13
  }
}

extension DiagnosisInput.Subject.Identifier {
  fileprivate var isUnknownCharge: Bool { !isFound && kind == Self.chargeTitle }
}

extension TicketCategory {
  /// Whether it is about the named charge, and not about the purchase that it belongs to.
  fileprivate var isAboutCharges: Bool {
    [.chargedTwice, .refundApple, .refundGoogle, .cancelledButCharged].contains(self)
  }
}

extension SubscriptionAnalysis {
  /// The end of `sale` that was reported after all statements of its validity, and when.
  fileprivate func contradiction(of sale: Order?) -> (phrase: String, at: Date)? {
    let stated = renewalStatuses.filter { $0.statementSource.authority == .full }
    let dates = sales.filter(\.isConfirmed).map(\.statedAt) + stated.map(\.statedAt)
    let last = dates.max() ?? .distantPast
    let known = notices.last { notice in
      [.refunded, .revoked, .expired].contains(notice.kind)
        && notice.statedAt > last
        && (notice.order == nil || notice.order == sale?.id)
    }
    if let known { return (Wording.phrase(forNotice: known.kind), known.statedAt) }
    // Hearsay proves nothing but may be true.
    let hearsay = sales.last { other in
      !other.isConfirmed && other.id == sale?.id && other.statedAt > last
        && (other.cancelledAt.map { $0 <= instant } ?? false)
    }
    return hearsay.map { ("taken back", $0.statedAt) }
  }

  /// The end of a hold or pause that was reported without a sale. It tells of no purchase.
  fileprivate var recoveryWithoutSale: (phrase: String, at: Date)? {
    guard !sales.isEmpty, phase?.reason != .replaced, let known = last(.renewed, .recovered),
      known.kind == .recovered
    else { return nil }
    return (Wording.phrase(forNotice: known.kind), known.statedAt)
  }

  /// Whether Google last stated that the subscription had ended with the period until `end`: no
  /// other followed, because another purchase has another token.
  private func isOver(at end: Date) -> Bool {
    guard store == .google, let last = lastRenewalStatus, case .ended = last.condition else {
      return false
    }
    return last.statementSource.authority == .full && last.paidUntil.map { $0 <= end } ?? false
  }

  /// When the store stated that the subscription runs and renews although the newest stored period
  /// was reversed by then: the refund is then of an earlier period.
  fileprivate var runsSinceRefund: Date? {
    // A period that was over when it was refunded had been followed by another.
    if let refunded = last(.refunded)?.statedAt, renews,
      let end = newest?.expiresAt,
      end.adding(days: 1) < refunded, !isOver(at: end)
    {
      return refunded
    }
    guard let renewalStatus = lastRenewalStatus, renewalStatus.renews == true,
      renewalStatus.condition == .running,
      let cancelledAt = newest?.cancelledAt, renewalStatus.statedAt >= cancelledAt
    else { return nil }
    return renewalStatus.statedAt
  }
}
