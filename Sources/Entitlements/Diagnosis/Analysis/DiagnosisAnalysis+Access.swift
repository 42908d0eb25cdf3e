import Basics
import Foundation

/// Verdicts on access by one of the user's own chains.
extension DiagnosisAnalysis {
  /// `nil` for a chain that another one replaced.
  func verdict(on chain: SubscriptionAnalysis) -> VerdictCode? {
    switch chain.state {
    case .active, .trial, .introductory, .autoRenewOff, .gracePeriod:
      if let fault = rightFault(of: chain) { return fault }
      return chain.state == .gracePeriod ? .inGracePeriod : .accessIsActive
    // Amazon ends a subscription that is unpaid at the end of the grace period.
    case .billingRetry:
      return chain.store == .amazon || chain.isHoldDeduced ? .renewalNotReceived : .paymentOnHold
    case .paused: return .subscriptionPaused
    case .pending: return .purchasePending
    case .unverified:
      if chain.wasCancelledWhilePending { return .pendingCancelled }
      return chain.isUnconfirmed ? .saleUnconfirmed : statedVerdict(chain)
    case .refunded: return wasReplacedBefore(chain) ? nil : refundVerdict(chain)
    case .revoked where chain.isFamilyShared: return .familyAccessEnded
    case .revoked: return wentWithRefund(chain) ? .purchaseRefunded : .purchaseRevoked
    case .expired: return endVerdict(chain)
    }
  }

  /// The verdict on a purchase that was reported but is not stored. A document from an app may be
  /// old, even if the store signed it.
  func statedVerdict(_ chain: SubscriptionAnalysis) -> VerdictCode {
    let isApps = chain.notices.allSatisfy {
      documentsByID[$0.evidence]?.isFromApp ?? false
    }
    return isApps && !chain.notices.isEmpty ? .saleUnconfirmed : .saleNotOnFile
  }

  /// Whether another purchase had replaced it when its state began.
  private func wasReplacedBefore(_ chain: SubscriptionAnalysis) -> Bool {
    predecessors.sales(after: chain.id).contains { $0.purchasedAt <= chain.since ?? .distantPast }
  }

  private func endVerdict(_ chain: SubscriptionAnalysis) -> VerdictCode? {
    if !predecessors.sales(after: chain.id).isEmpty { return nil }
    if chain.isRevokedAtEnd {
      return wentWithRefund(chain) ? .purchaseRefunded : .purchaseRevoked
    }
    switch chain.phase?.reason {
    case .replaced: return hasSuccessor(chain) ? nil : .saleNotOnFile
    case .billing where chain.isEndDeduced: return outdated(since: chain.paidUntil ?? instant)
    case .billing: return .expiredAfterBilling
    case .priceIncrease: return .priceRiseNotAgreed
    // Microsoft reports a cancellation, with or without a refund.
    case .other: return wentWithRefund(chain) ? .purchaseRefunded : .subscriptionExpired
    case .unknown:
      if chain.wasCancelledWhilePending { return .pendingCancelled }
      if wentWithRefund(chain) { return .purchaseRefunded }
      // Google states who cancelled (`canceledStateContext`), but not who revoked. A revocation
      // ends in the middle of a period.
      if chain.store == .google, chain.renews, chain.last(.expired) == nil,
        case .ended? = chain.lastRenewalStatus?.condition,
        chain.endsBeforeStatedEnd ?? (chain.current?.isOfWholePeriod == false)
      {
        return .takenBackWithoutReason
      }
      guard let end = chain.paidUntil else { return .subscriptionExpired }
      if let stated = chain.last(.renewed, .recovered),
        stated.statedAt >= end.adding(days: -1),
        isOfNoSale(stated, of: chain, after: end)
      {
        return .saleNotOnFile
      }
      if chain.isInUntimedGrace(after: end) { return .inGracePeriod }
      if case .paused(let resumption)? = chain.lastRenewalStatus?.condition {
        return outdated(since: resumption ?? end)
      }
      guard chain.awaitsRenewal || chain.lastStatusAt < end else { return .subscriptionExpired }
      return outdated(since: end)
    case .voluntary where isForeseen(chain): return .renewalNotReceived
    case .voluntary where endsWithinTerm(chain): return .takenBackWithoutReason
    default: return .subscriptionExpired
    }
  }

  private func outdated(since end: Date) -> VerdictCode {
    instant <= end.adding(days: Self.recentLoss) ? .renewalNotReceived : .renewalUnconfirmed
  }

  /// Whether it seems to have ended without a report: it may have renewed.
  func isOutdated(_ chain: SubscriptionAnalysis) -> Bool {
    let verdict = verdict(on: chain)
    return verdict == .renewalNotReceived || verdict == .renewalUnconfirmed
  }

  /// Whether the end follows only from earlier statements: renewal may have been turned on again,
  /// or the money refunded, without a report. Does not apply to an end long ago.
  private func isForeseen(_ chain: SubscriptionAnalysis) -> Bool {
    guard let end = chain.paidUntil, let stated = chain.lastStatedAt else { return false }
    return stated < end && instant > end + Self.delay
      && instant <= end.adding(days: Self.recentLoss)
  }

  /// Whether it ended in the middle of a term. Google and Amazon also report refunds as cancelled
  /// by the customer. Amazon's receipt of an ended subscription no longer has the trial from whose
  /// end the terms are counted.
  private func endsWithinTerm(_ chain: SubscriptionAnalysis) -> Bool {
    if let isEarly = chain.endsBeforeStatedEnd { return isEarly }
    guard chain.store == .amazon, let sale = chain.current, let end = sale.expiresAt else {
      return false
    }
    if let trial = trialEnd(of: sale) {
      return trial < end && !end.endsPeriods(since: trial, slack: 3_600)
    }
    // It is as long as a trial, but no trial is stored.
    let days = Int((end.timeIntervalSince(sale.purchasedAt) / Self.day).rounded())
    return [3, 7, 14].contains(days) && !sale.productID.contains("week")
  }

  /// Whether the purchase that replaced it is stored. Amazon's receipts do not name each other, and
  /// Apple states no time of an upgrade.
  private func hasSuccessor(_ chain: SubscriptionAnalysis) -> Bool {
    let upgraded = chain.current.flatMap { $0.cancellation == .upgraded ? $0 : nil }
    return own.contains { successor in
      guard successor.id != chain.id else { return false }
      if let upgraded, successor.store == upgraded.store, let first = successor.sales.first,
        upgraded.precedes(first)
      {
        return true
      }
      return replaced(by: successor)?.id == chain.id
    }
  }

  /// The chain that ended as replaced when `successor` was bought.
  func replaced(by successor: SubscriptionAnalysis) -> SubscriptionAnalysis? {
    guard let bought = successor.sales.first?.purchasedAt else { return nil }
    return own.first { chain in
      guard chain.id != successor.id, chain.store == successor.store,
        chain.phase?.reason == .replaced,
        let end = chain.since
      else { return false }
      return abs(end.timeIntervalSince(bought)) <= 2 * 86_400
    }
  }

  /// Whether a reported renewal is for a period after `end` that is not stored. A renewal that
  /// names no sale belongs to the period that begins nearest to it.
  private func isOfNoSale(
    _ renewal: StoreEvent,
    of chain: SubscriptionAnalysis,
    after end: Date
  ) -> Bool {
    guard let sale = chain.sale(of: renewal) else { return true }
    let stated = renewal.statedAt
    return (sale.accessUntil ?? end) <= end
      && end.timeIntervalSince(stated) < stated.timeIntervalSince(sale.purchasedAt)
  }

  /// Whether access ended with a refund: a refund without revocation leaves access.
  private func wentWithRefund(_ chain: SubscriptionAnalysis) -> Bool {
    guard let sale = chain.current else { return false }
    let refund = refund(of: sale)
    // The store may have stated the final state later.
    let ends = [chain.since, chain.paidUntil].compactMap(\.self)
    return refund.stage == .refunded
      && ends.contains { abs($0.timeIntervalSince(refund.at)) <= Self.day }
  }

  private static let day: TimeInterval = 86_400

  /// The delay after an end within which the store may still report it.
  private static let delay: TimeInterval = 7_200

  private func refundVerdict(_ chain: SubscriptionAnalysis) -> VerdictCode? {
    let sale = chain.sales.last { $0.cancelledAt.map { $0 <= instant } ?? false }
    guard let sale else { return .purchaseRefunded }
    if isVoidedUnacknowledged(sale) == true { return .refundedUnacknowledged }
    if sale.cancellation == .refunded { return .purchaseRefunded }
    return chain.last(.refunded) == nil ? .takenBackWithoutReason : .purchaseRefunded
  }

  /// The fault in the entitlements of a running chain.
  private func rightFault(of chain: SubscriptionAnalysis) -> VerdictCode? {
    guard let sale = chain.current, file.user != nil else { return nil }
    if file.catalog != nil, item(of: sale) == nil { return .productNotInCatalog }
    let keys = EntitlementRules.keys(of: sale, file.catalog)
    if keys.isEmpty { return .productGivesNoRight }
    return isCovered(chain) ? nil : .rightMissing
  }

  /// Whether every entitlement that the chain grants, or granted, is active now from any source.
  func isCovered(_ chain: SubscriptionAnalysis) -> Bool {
    guard let sale = chain.current else { return false }
    let keys = EntitlementRules.keys(of: sale, file.catalog)
    if !keys.isEmpty, activeKeys[sale.environment]?.isSuperset(of: keys) ?? false { return true }
    // Without a catalog, a product of the same name from another store grants the same entitlement.
    guard file.catalog == nil else { return false }
    return own.contains { other in
      other.store != chain.store && other.isProduction && other.state.grantsAccess
        && other.current?.productName == sale.productName
    }
  }

  /// The chain's placeholders with the day of the purchase instead of that of the state.
  func soldPlaceholders(_ chain: SubscriptionAnalysis) -> Placeholders {
    chain.current.map { placeholders($0) } ?? placeholders(chain)
  }

  func accessPlaceholders(_ verdict: VerdictCode, _ chain: SubscriptionAnalysis) -> Placeholders {
    switch verdict {
    case .productNotInCatalog, .productGivesNoRight: return soldPlaceholders(chain)
    case .purchasePending: return pendingPlaceholders(chain)
    case .subscriptionExpired:
      return placeholders(chain, [.reason: reason(chain).map(PlaceholderValue.text)])
    case .rightMissing, .accessIsActive:
      let keys = chain.current.map { EntitlementRules.keys(of: $0, file.catalog) } ?? []
      var placeholders = self.placeholders(
        chain,
        [
          .right: .text(keys.joined(separator: ", ")), .until: end(chain),
          .reason: terms(of: chain).map(PlaceholderValue.text),
        ]
      )
      // Without a catalog, the entitlement has the product's name.
      if verdict == .accessIsActive, placeholders[.right] == placeholders[.product] {
        placeholders[.right] = nil
      }
      return placeholders
    case .saleUnconfirmed where chain.current != nil: return soldPlaceholders(chain)
    case .refundedUnacknowledged:
      let bought = chain.current.map { PlaceholderValue.day($0.purchasedAt) }
      return placeholders(chain, [.otherDate: bought])
    case .renewalNotReceived, .renewalUnconfirmed:
      return placeholders(chain, [.date: chain.paidUntil.map(PlaceholderValue.day)])
    case .saleNotOnFile, .saleUnconfirmed:
      let isReplaced = chain.phase?.reason == .replaced
      let stated = isReplaced ? chain.since : chain.last(.renewed, .recovered, .purchased)?.statedAt
      var placeholders = self.placeholders(
        chain,
        [.date: (stated ?? chain.lastStatedAt).map(PlaceholderValue.day)]
      )
      if chain.current == nil || isReplaced {
        placeholders[.product] = chain.lastRenewalStatus?.nextProductID.map { .text($0) }
      }
      return placeholders
    default: return placeholders(chain)
    }
  }

  /// The terms on which a chain gives access, unless it is simply paid for.
  private func terms(of chain: SubscriptionAnalysis) -> String? {
    if chain.isFamilyShared { return "shared by a family member" }
    let ending = "which will not renew"
    switch chain.state {
    case .trial, .introductory:
      let phrase = Wording.phrase(for: chain.state)
      return chain.phase?.renews == false ? "\(phrase), \(ending)" : phrase
    case .autoRenewOff: return ending
    default: return nil
    }
  }

  /// Placeholders of an ended chain whose entitlements are active from another source.
  func coveredPlaceholders(_ chain: SubscriptionAnalysis) -> Placeholders {
    let keys = chain.current.map { EntitlementRules.keys(of: $0, file.catalog) } ?? []
    let rights = activeRights.filter { keys.contains($0.key) }
    let ends = rights.compactMap(\.until)
    var placeholders = soldPlaceholders(chain)
    placeholders[.right] = .text(keys.joined(separator: ", "))
    placeholders[.until] = ends.count == rights.count ? ends.min().map(PlaceholderValue.day) : nil
    placeholders[.product] = nil
    return placeholders
  }

  /// The end of the access by a running chain: of the paid time, or of what follows it.
  func end(_ chain: SubscriptionAnalysis) -> PlaceholderValue? {
    guard let paid = chain.paidUntil, paid <= instant else {
      return chain.paidUntil.map(PlaceholderValue.day)
    }
    return PlaceholderValue.day(chain.until ?? paid)
  }

  func pendingPlaceholders(_ chain: SubscriptionAnalysis) -> Placeholders {
    let stated = chain.last(.pending)?.statedAt
    let statusAt = chain.renewalStatuses.last { $0.condition == .pending }?.statedAt
    let since = stated ?? statusAt ?? chain.since
    var placeholders = self.placeholders(chain, [.date: since.map(PlaceholderValue.day)])
    if chain.current == nil { placeholders[.product] = nil }
    return placeholders
  }

  func rejectionPlaceholders(_ document: DocumentRow) -> Placeholders {
    guard case .rejected(let code, _, _) = document.verdict else { return [:] }
    return [.date: .day(document.receivedAt), .code: .text(code)]
  }
}

extension SubscriptionAnalysis {
  /// Whether it ended before the end that the store last stated while it ran; `nil` if none was
  /// stated for the last period.
  fileprivate var endsBeforeStatedEnd: Bool? {
    guard let end = current?.expiresAt else { return nil }
    let stated = renewalStatuses.last { renewalStatus in
      renewalStatus.condition == .running && renewalStatus.statedAt < end
        && renewalStatus.paidUntil != nil
    }
    guard let paidUntil = stated?.paidUntil, end <= paidUntil.addingTimeInterval(3_600) else {
      return nil
    }
    return end.addingTimeInterval(3_600) < paidUntil
  }
}

extension Order {
  /// Whether it ends with a period of one of the usual lengths, judging by its dates: a revoked
  /// purchase ends at another time of day, or after another number of days.
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
  /// Whether weeks, months of thirty days or calendar months since `start` end at this instant,
  /// within `slack` seconds.
  fileprivate func endsPeriods(since start: Date, slack: TimeInterval) -> Bool {
    let days = timeIntervalSince(start) / 86_400
    let whole = Int(days.rounded())
    if abs(days - days.rounded()) * 86_400 <= slack, whole > 0,
      whole.isMultiple(of: 7) || whole.isMultiple(of: 30)
    {
      return true
    }
    let calendar = Calendar.gmt
    let months = calendar.dateComponents([.month], from: start, to: addingTimeInterval(slack)).month
    guard let months, months > 0 else { return false }
    let meant = calendar.date(byAdding: .month, value: months, to: start)
    return meant.map { abs($0.timeIntervalSince(self)) <= slack } ?? false
  }
}
