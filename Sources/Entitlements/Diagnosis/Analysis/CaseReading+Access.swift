import Foundation

/// How access by one of the user's own chains stands.
extension CaseReading {
  /// `nil` for a chain that another one took the place of.
  func verdict(on chain: ChainReading) -> VerdictCode? {
    switch chain.state {
    case .active, .trial, .introductory, .autoRenewOff, .gracePeriod:
      if let fault = rightFault(of: chain) { return fault }
      return chain.state == .gracePeriod ? .inGracePeriod : .accessIsActive
    // Amazon ends what is not paid by the end of the grace period.
    case .billingRetry:
      return chain.store == .amazon || chain.isHoldDeduced ? .renewalNotHeard : .paymentOnHold
    case .paused: return .subscriptionPaused
    case .pending: return .purchasePending
    case .unverified:
      if chain.wasCalledOff { return .pendingCancelled }
      return chain.isUnconfirmed ? .saleUnconfirmed : toldVerdict(chain)
    case .refunded: return refundVerdict(chain)
    case .revoked where chain.isFamilyShared: return .familyAccessEnded
    case .revoked: return wentWithRefund(chain) ? .purchaseRefunded : .purchaseRevoked
    case .expired: return endVerdict(chain)
    }
  }

  /// What a purchase comes to that was told of, and is not on file itself: what an app hands in may be
  /// old, though the store signed it.
  func toldVerdict(_ chain: ChainReading) -> VerdictCode {
    let isApps = chain.notices.allSatisfy {
      documentsByID[$0.testimony.evidence]?.isFromApp ?? false
    }
    return isApps && !chain.notices.isEmpty ? .saleUnconfirmed : .saleNotOnFile
  }

  private func endVerdict(_ chain: ChainReading) -> VerdictCode? {
    if chain.current?.cancellation == .upgraded || !predecessors.sales(after: chain.id).isEmpty {
      return nil
    }
    if chain.isRevokedAtEnd {
      return wentWithRefund(chain) ? .purchaseRefunded : .purchaseRevoked
    }
    switch chain.phase?.reason {
    case .replaced: return hasHeir(chain) ? nil : .saleNotOnFile
    case .billing where chain.isEndDeduced: return unheard(since: chain.paidUntil ?? instant)
    case .billing: return .expiredAfterBilling
    case .priceIncrease: return .priceRiseNotAgreed
    // Microsoft says that it was cancelled, money back or not.
    case .other: return wentWithRefund(chain) ? .purchaseRefunded : .subscriptionExpired
    case .unknown:
      if chain.wasCalledOff { return .pendingCancelled }
      if wentWithRefund(chain) { return .purchaseRefunded }
      // Google tells who cancelled (`canceledStateContext`), but not of what is revoked. That ends in
      // the middle of a period.
      if chain.store == .google, chain.renews, chain.last(.expired) == nil,
        case .ended? = chain.lastStanding?.condition,
        chain.endsBeforeToldEnd ?? (chain.current?.isOfWholePeriod == false)
      {
        return .takenBackWithoutReason
      }
      guard let end = chain.paidUntil else { return .subscriptionExpired }
      if let told = chain.last(.renewed, .recovered),
        told.testimony.statedAt >= end.adding(days: -1), isOfNoSale(told, of: chain, after: end)
      {
        return .saleNotOnFile
      }
      if chain.isInUntimedGrace(after: end) { return .inGracePeriod }
      if case .paused(let resumption)? = chain.lastStanding?.condition {
        return unheard(since: resumption ?? end)
      }
      guard chain.awaitsRenewal || chain.lastStandingAt < end else { return .subscriptionExpired }
      return unheard(since: end)
    case .voluntary where isForetold(chain): return .renewalNotHeard
    case .voluntary where endsWithinTerm(chain): return .takenBackWithoutReason
    default: return .subscriptionExpired
    }
  }

  private func unheard(since end: Date) -> VerdictCode {
    instant <= end.adding(days: Self.recentLoss) ? .renewalNotHeard : .renewalUnconfirmed
  }

  /// Whether it seems to have ended, and nobody said so: it may have renewed.
  func isUnheard(_ chain: ChainReading) -> Bool {
    let verdict = verdict(on: chain)
    return verdict == .renewalNotHeard || verdict == .renewalUnconfirmed
  }

  /// Whether that it ended follows only from what was said before: renewal may have been turned on
  /// again, or the money given back, unheard. Nothing is made of it where it is long ago.
  private func isForetold(_ chain: ChainReading) -> Bool {
    guard let end = chain.paidUntil, let told = chain.lastStatedAt else { return false }
    return told < end && instant > end + Self.delay && instant <= end.adding(days: Self.recentLoss)
  }

  /// Whether it ended in the middle of a term. Google and Amazon say of what is given back, too, that
  /// the customer cancelled it. A receipt of Amazon's of what has ended names its trial no more, after
  /// which the terms are counted.
  private func endsWithinTerm(_ chain: ChainReading) -> Bool {
    if let isEarly = chain.endsBeforeToldEnd { return isEarly }
    guard chain.store == .amazon, let sale = chain.current, let end = sale.expiresAt else {
      return false
    }
    if let trial = trialEnd(of: sale) {
      return trial < end && !end.endsPeriods(since: trial, slack: 3_600)
    }
    // It is as long as a trial, of which nothing is on file.
    let days = Int((end.timeIntervalSince(sale.purchasedAt) / Self.day).rounded())
    return [3, 7, 14].contains(days) && !sale.productID.contains("week")
  }

  /// Whether something was bought in its place; else that was not heard of. Amazon's receipts do not
  /// name each other.
  private func hasHeir(_ chain: ChainReading) -> Bool {
    own.contains { heir in heir.id != chain.id && replaced(by: heir)?.id == chain.id }
  }

  /// What the store said was replaced when this was bought.
  func replaced(by heir: ChainReading) -> ChainReading? {
    guard let bought = heir.sales.first?.purchasedAt else { return nil }
    return own.first { chain in
      guard chain.id != heir.id, chain.store == heir.store, chain.phase?.reason == .replaced,
        let end = chain.since
      else { return false }
      return abs(end.timeIntervalSince(bought)) <= 2 * 86_400
    }
  }

  /// Whether a renewal that was told of is of a period after `end` that is not on file. One that names
  /// no sale is of the period that begins nearest to it.
  private func isOfNoSale(_ renewal: Notice, of chain: ChainReading, after end: Date) -> Bool {
    guard let sale = chain.sale(of: renewal) else { return true }
    let told = renewal.testimony.statedAt
    return (sale.accessUntil ?? end) <= end
      && end.timeIntervalSince(told) < told.timeIntervalSince(sale.purchasedAt)
  }

  /// Whether access ended with a refund: one that is given alone leaves it.
  private func wentWithRefund(_ chain: ChainReading) -> Bool {
    guard let sale = chain.current else { return false }
    let refund = refund(of: sale)
    // The store may have said later of what state it was in by then.
    let ends = [chain.since, chain.paidUntil].compactMap(\.self)
    return refund.stage == .refunded
      && ends.contains { abs($0.timeIntervalSince(refund.at)) <= Self.day }
  }

  private static let day: TimeInterval = 86_400

  /// So late after an end the store may still tell of it.
  private static let delay: TimeInterval = 7_200

  private func refundVerdict(_ chain: ChainReading) -> VerdictCode? {
    let sale = chain.sales.last { $0.cancelledAt.map { $0 <= instant } ?? false }
    guard let sale else { return .purchaseRefunded }
    if isVoidedUnacknowledged(sale) == true { return .refundedUnacknowledged }
    if sale.cancellation == .refunded { return .purchaseRefunded }
    return chain.last(.refunded) == nil ? .takenBackWithoutReason : .purchaseRefunded
  }

  /// What is wrong with the rights of a chain that runs.
  private func rightFault(of chain: ChainReading) -> VerdictCode? {
    guard let sale = chain.current, file.user != nil else { return nil }
    if file.catalog != nil, item(of: sale) == nil { return .productNotInCatalog }
    let keys = EntitlementRules.keys(of: sale, file.catalog)
    if keys.isEmpty { return .productGivesNoRight }
    return isCovered(chain) ? nil : .rightMissing
  }

  /// Whether every right that the chain gives, or gave, holds now, whatever it comes from.
  func isCovered(_ chain: ChainReading) -> Bool {
    guard let sale = chain.current else { return false }
    let keys = EntitlementRules.keys(of: sale, file.catalog)
    if !keys.isEmpty, activeKeys[sale.environment]?.isSuperset(of: keys) ?? false { return true }
    // Without a catalog, what another store sells under the same name gives the same.
    guard file.catalog == nil else { return false }
    return own.contains { other in
      other.store != chain.store && other.isProduction && other.state.grantsAccess
        && other.current?.productName == sale.productName
    }
  }

  /// The slots of a chain, by the day of the purchase instead of that of the state.
  func soldSlots(_ chain: ChainReading) -> Slots {
    chain.current.map { slots($0) } ?? slots(chain)
  }

  func accessSlots(_ verdict: VerdictCode, _ chain: ChainReading) -> Slots {
    switch verdict {
    case .productNotInCatalog, .productGivesNoRight: return soldSlots(chain)
    case .purchasePending: return pendingSlots(chain)
    case .subscriptionExpired:
      return slots(chain, [.reason: reason(chain).map(SlotValue.text)].compacted)
    case .rightMissing, .accessIsActive:
      let keys = chain.current.map { EntitlementRules.keys(of: $0, file.catalog) } ?? []
      let slots: [Slot: SlotValue?] = [
        .right: .text(keys.joined(separator: ", ")), .until: end(chain),
        .reason: terms(of: chain).map(SlotValue.text),
      ]
      return self.slots(chain, slots.compacted)
    case .saleUnconfirmed where chain.current != nil: return soldSlots(chain)
    case .refundedUnacknowledged:
      let bought = chain.current.map { SlotValue.day($0.purchasedAt) }
      return slots(chain, [.otherDate: bought].compacted)
    case .renewalNotHeard, .renewalUnconfirmed:
      return slots(chain, [.date: chain.paidUntil.map(SlotValue.day)].compacted)
    case .saleNotOnFile, .saleUnconfirmed:
      let told = chain.last(.renewed, .recovered, .purchased)?.testimony.statedAt
      var slots = self.slots(
        chain,
        [.date: (told ?? chain.lastStatedAt).map(SlotValue.day)].compacted
      )
      if chain.current == nil {
        slots[.product] = chain.lastStanding?.nextProductID.map { .text($0) }
      }
      return slots
    default: return slots(chain)
    }
  }

  /// By what terms a chain gives access, where not plainly by having been paid for.
  private func terms(of chain: ChainReading) -> String? {
    if chain.isFamilyShared { return "shared by a family member" }
    return switch chain.state {
    case .trial, .introductory: Wording.phrase(for: chain.state)
    case .autoRenewOff: "which will not renew"
    default: nil
    }
  }

  /// A chain whose rights hold though it does not run: something else gives them.
  func coveredSlots(_ chain: ChainReading) -> Slots {
    let keys = chain.current.map { EntitlementRules.keys(of: $0, file.catalog) } ?? []
    let rights = activeRights.filter { keys.contains($0.key) }
    let ends = rights.compactMap(\.until)
    var slots = soldSlots(chain)
    slots[.right] = .text(keys.joined(separator: ", "))
    slots[.until] = ends.count == rights.count ? ends.min().map(SlotValue.day) : nil
    slots[.product] = nil
    return slots
  }

  /// The end of what is paid for, for a chain that runs.
  private func end(_ chain: ChainReading) -> SlotValue? {
    guard let paid = chain.paidUntil, paid <= instant else {
      return chain.paidUntil.map(SlotValue.day)
    }
    return SlotValue.day(chain.until ?? paid)
  }

  func pendingSlots(_ chain: ChainReading) -> Slots {
    let told = chain.last(.pending)?.testimony.statedAt
    let said = chain.standings.last { $0.condition == .pending }?.statedAt
    let since = told ?? said ?? chain.since
    var slots = self.slots(chain, [.date: since.map(SlotValue.day)].compacted)
    if chain.current == nil { slots[.product] = nil }
    return slots
  }

  func rejectionSlots(_ document: DocumentRow) -> Slots {
    guard case .rejected(let code, _, _) = document.verdict else { return [:] }
    return [.date: .day(document.receivedAt), .code: .text(code)]
  }
}

extension ChainReading {
  /// Whether it ended before the end that the store last told while it ran; `nil` where none was told
  /// of the last period.
  fileprivate var endsBeforeToldEnd: Bool? {
    guard let end = current?.expiresAt else { return nil }
    let told = standings.last { standing in
      standing.condition == .running && standing.statedAt < end && standing.paidUntil != nil
    }
    guard let paidUntil = told?.paidUntil, end <= paidUntil.addingTimeInterval(3_600) else {
      return nil
    }
    return end.addingTimeInterval(3_600) < paidUntil
  }
}

extension Order {
  /// Whether it ends when a period of one of the usual lengths does, as far as its dates tell: what is
  /// revoked ends at another time of day, or after another number of days.
  fileprivate var isOfWholePeriod: Bool {
    guard let expiresAt else { return false }
    return [0.0, 3, 7, 14].contains { trial in
      let start = originalPurchasedAt.adding(days: trial)
      return trial > 0 && abs(expiresAt.timeIntervalSince(start)) <= 10_800
        || start < expiresAt && expiresAt.endsPeriods(since: start, slack: 10_800)
    }
  }
}

extension Date {
  /// Whether weeks, months of thirty days or calendar months since then end at this instant, or as
  /// many seconds before or after it.
  fileprivate func endsPeriods(since start: Date, slack: TimeInterval) -> Bool {
    let days = timeIntervalSince(start) / 86_400
    let whole = Int(days.rounded())
    if abs(days - days.rounded()) * 86_400 <= slack, whole > 0,
      whole.isMultiple(of: 7) || whole.isMultiple(of: 30)
    {
      return true
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let months = calendar.dateComponents([.month], from: start, to: addingTimeInterval(slack)).month
    guard let months, months > 0 else { return false }
    let meant = calendar.date(byAdding: .month, value: months, to: start)
    return meant.map { abs($0.timeIntervalSince(self)) <= slack } ?? false
  }
}
