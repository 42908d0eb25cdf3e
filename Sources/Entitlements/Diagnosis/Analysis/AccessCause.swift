import Foundation

/// Why there is access by one chain, or none.
struct AccessCause {
  /// How much it says about a complaint; less is more.
  enum Rank: Int, Comparable {
    /// Something stands in the way of what is paid for now.
    case trouble
    /// Somebody else has what is asked for.
    case elsewhere
    /// What the app sent last was not believed, and nothing before it lasts.
    case refused
    case recentLoss
    case access
    case oldLoss
    case test
    /// Somebody else had it.
    case elsewherePast

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  var rank: Rank
  var verdict: VerdictCode
  var slots: Slots = [:]
  var chain: ChainReading?
}

extension CaseReading {
  /// A loss of longer ago is not what somebody writes about who has access to something else.
  static let recentLoss: Double = 60

  /// Of all chains the one that says most of how access stands; of equals the newest.
  func bestAccessCause() -> AccessCause {
    if let merge = mergedAway {
      let slots: Slots = [.date: .day(merge.testimony.statedAt)]
      return AccessCause(rank: .elsewhere, verdict: .mergedIntoOtherUser, slots: slots, chain: nil)
    }
    let wanted = accessChains
    var causes = wanted.compactMap(cause)
    if causes.isEmpty { causes = heirs(of: wanted).compactMap(cause) }
    if var best = causes.min(by: saysMore) {
      if let newer = purchase(after: best, among: causes) { best = newer }
      if best.rank == .test, let pending = realPending {
        let slots = pendingSlots(pending)
        return AccessCause(rank: .test, verdict: .purchasePending, slots: slots, chain: nil)
      }
      if best.rank == .test, let coins = sales(where: isRealConsumable).last {
        return coinsCause(.test, coins)
      }
      if best.rank > .refused, best.rank != .access, let refusal = refusal(after: best.chain) {
        return refusal
      }
      if let chain = best.chain { best.slots = slots(best.verdict, chain) }
      return best.verdict == .accessIsActive ? partRefund(best) ?? best : best
    }
    return causeWithoutChains
  }

  /// That a part of the money went back leaves access, and is what somebody who speaks of it means.
  private func partRefund(_ cause: AccessCause) -> AccessCause? {
    guard let sale = cause.chain?.current else { return nil }
    let refund = refund(of: sale)
    guard refund.stage == .refundedInPart, TicketConcepts(in: subject.text).own.contains(.refund)
    else { return nil }
    return AccessCause(
      rank: cause.rank,
      verdict: .partiallyRefunded,
      slots: slots(refund),
      chain: cause.chain
    )
  }

  /// What runs and was bought after the best cause was lost: whoever bought anew does not mean that.
  private func purchase(after best: AccessCause, among causes: [AccessCause]) -> AccessCause? {
    guard best.rank == .recentLoss, let lost = best.chain?.since else { return nil }
    return causes.filter { cause in
      cause.rank == .access && cause.chain?.sales.first.map { $0.purchasedAt >= lost } ?? false
    }
    .min(by: saysMore)
  }

  /// What is to say of coins alone: that they were given back, or that they give no lasting right.
  private func coinsCause(_ rank: AccessCause.Rank, _ coins: Order) -> AccessCause {
    let refund = refund(of: coins)
    return refund.stage == .refunded
      ? AccessCause(rank: rank, verdict: .purchaseRefunded, slots: slots(refund), chain: nil)
      : AccessCause(rank: rank, verdict: .onlyConsumables, slots: slots(coins), chain: nil)
  }

  /// What waits for approval or payment, and is no test.
  var realPending: ChainReading? { scope.last { $0.isPending && $0.isProduction } }

  /// The chains that took the place of these, one after the other.
  private func heirs(of chains: [ChainReading]) -> [ChainReading] {
    var heirs: [ChainReading] = []
    var next = chains
    while let chain = next.popLast() {
      let fresh = predecessors.sales(after: chain.id).compactMap { self.chain($0.chain) }
        .filter { heir in !heirs.contains { $0 === heir } }
      heirs += fresh
      next += fresh
    }
    return heirs
  }

  // Of the causes of all chains only one is told.
  private func slots(_ verdict: VerdictCode, _ chain: ChainReading) -> Slots {
    switch verdict {
    case .sandboxOnly, .ownedByNobody, .ownedByOtherUser: soldSlots(chain)
    case .accessIsActive where !chain.state.grantsAccess: coveredSlots(chain)
    default: accessSlots(verdict, chain)
    }
  }

  /// The chains that can give a lasting right. Those of others count where the question names them
  /// or they are on file at all: they were found by something the customer gave.
  var accessChains: [ChainReading] {
    let wanted = isFocused ? scope : chains
    return wanted.filter { chain in
      chain.sales.isEmpty
        ? !chain.standings.isEmpty || chain.isToldOnly : !chain.sales.allSatisfy(isConsumable)
    }
  }

  private func isRealConsumable(_ order: Order) -> Bool {
    isConsumable(order) && Environment?.some(order.environment).isReal
  }

  func isConsumable(_ order: Order) -> Bool { kind(of: order) == .consumable }

  private func saysMore(_ left: AccessCause, _ right: AccessCause) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    let sold = (left.chain?.newest?.purchasedAt, right.chain?.newest?.purchasedAt)
    if sold.0 != sold.1 { return (sold.0 ?? .distantPast) > (sold.1 ?? .distantPast) }
    return (left.chain?.id.raw ?? "") < (right.chain?.id.raw ?? "")
  }

  /// `nil` for a chain that another one took the place of.
  private func cause(_ chain: ChainReading) -> AccessCause? {
    guard chain.isProduction else {
      return AccessCause(rank: .test, verdict: .sandboxOnly, chain: chain)
    }
    if chain.isUnconfirmed, !isCovered(chain) {
      return AccessCause(rank: .trouble, verdict: .saleUnconfirmed, chain: chain)
    }
    let grants = chain.state.grantsAccess
    switch chain.holder {
    case .somebodyElse, .nobody:
      if !isFocused, isCovered(chain) { return nil }
      return AccessCause(
        rank: grants ? .elsewhere : .elsewherePast,
        verdict: chain.holder == .nobody ? .ownedByNobody : .ownedByOtherUser,
        chain: chain
      )
    case .subject: break
    }
    guard let verdict = verdict(on: chain) else { return nil }
    if !grants, isCovered(chain) {
      return AccessCause(rank: .access, verdict: .accessIsActive, chain: chain)
    }
    return AccessCause(rank: rank(of: verdict, chain), verdict: verdict, chain: chain)
  }

  private func rank(of verdict: VerdictCode, _ chain: ChainReading) -> AccessCause.Rank {
    switch verdict {
    case .accessIsActive, .inGracePeriod: return .access
    case .saleNotOnFile where chain.isToldOnly, .saleUnconfirmed where chain.isToldOnly:
      let told = chain.lastStatedAt ?? .distantPast
      return instant <= told.adding(days: Self.recentLoss) ? .recentLoss : .oldLoss
    case .paymentOnHold, .subscriptionPaused, .purchasePending, .renewalNotHeard, .saleNotOnFile,
      .productNotInCatalog, .productGivesNoRight, .rightMissing:
      return .trouble
    default:
      guard let since = chain.since else { return .oldLoss }
      return instant <= since.adding(days: Self.recentLoss) ? .recentLoss : .oldLoss
    }
  }

  private func refusal(after chain: ChainReading?) -> AccessCause? {
    guard let rejected = lastRejection, chain?.since.map({ $0 < rejected.receivedAt }) ?? true
    else {
      return nil
    }
    return AccessCause(
      rank: .refused,
      verdict: .receiptRejected,
      slots: rejectionSlots(rejected),
      chain: nil
    )
  }

  private var causeWithoutChains: AccessCause {
    func cause(_ verdict: VerdictCode, _ slots: Slots = [:]) -> AccessCause {
      AccessCause(rank: .oldLoss, verdict: verdict, slots: slots, chain: nil)
    }
    if !isFocused, let right = activeRights.first(where: { $0.environment == .production }) {
      let slots: [Slot: SlotValue?] = [
        .right: .text(right.key), .until: right.until.map(SlotValue.day),
        .reason: right.source == nil ? "granted by hand" : nil,
      ]
      return cause(.accessIsActive, slots.compacted)
    }
    if let ordered { return ordered }
    if let refusal = refusal(after: nil) { return refusal }
    if let endedGrant { return endedGrant }
    if let coins = sales(where: isConsumable).last { return coinsCause(.oldLoss, coins) }
    if let last = appDocuments.last, last.isEmpty {
      return cause(.receiptWithoutPurchases, emptySlots(last))
    }
    return emptyCause("purchase")
  }

  /// The end of the last right that was granted by hand.
  private var endedGrant: AccessCause? {
    let grants = file.entitlements.filter {
      $0.source == nil && ($0.until.map { $0 <= instant } ?? false)
    }
    let last = grants.max { ($0.until ?? $0.from, $0.key) < ($1.until ?? $1.from, $1.key) }
    return last.map { grant in
      let slots: Slots = [.right: .text(grant.key), .date: .day(grant.until ?? grant.from)]
      return AccessCause(rank: .oldLoss, verdict: .grantEnded, slots: slots, chain: nil)
    }
  }

  /// What is on file where nothing was sold in production.
  private var instead: AccessCause? {
    guard !scope.contains(where: { $0.isProduction && !$0.sales.isEmpty }) else { return nil }
    if let ordered { return ordered }
    guard let test = scope.last(where: { !$0.isProduction && !$0.sales.isEmpty }) else {
      return nil
    }
    return AccessCause(rank: .test, verdict: .sandboxOnly, slots: soldSlots(test), chain: nil)
  }

  /// An order that waits, was called off, or was told of and is not on file itself.
  private var ordered: AccessCause? {
    func cause(_ verdict: VerdictCode, _ slots: Slots) -> AccessCause {
      AccessCause(rank: .oldLoss, verdict: verdict, slots: slots, chain: nil)
    }
    if let pending = scope.last(where: \.isPending) {
      return cause(.purchasePending, pendingSlots(pending))
    }
    if let called = scope.last(where: \.wasCalledOff) {
      return cause(.pendingCancelled, calledOffSlots(called))
    }
    return scope.last(where: \.isToldOnly).map {
      cause(toldVerdict($0), accessSlots(toldVerdict($0), $0))
    }
  }

  /// Slots of a receipt that lists nothing.
  func emptySlots(_ document: DocumentRow) -> Slots {
    let store: Store? = document.store
    return [.date: .day(document.receivedAt), .store: store.map(SlotValue.store)].compacted
  }

  /// There is no `thing` to judge: what was ordered, called off or tested instead, else nothing.
  func emptyCause(_ thing: String) -> AccessCause {
    if let movedAway {
      return AccessCause(rank: .elsewhere, verdict: movedAway.verdict, slots: movedAway.slots)
    }
    if let instead { return instead }
    if own.isEmpty, !isFocused, let endedGrant { return endedGrant }
    let unknown = file.subject.identifiers.filter { !$0.isFound }
    let verdict: VerdictCode =
      if unknown.contains(where: { $0.isAppleOrderNumber }), !isFocused {
        .orderNumberUnknown
      } else if file.subject.isFound {
        .noPurchaseOnFile
      } else {
        .nothingFound
      }
    var slots: Slots = [.thing: .text(thing)]
    if verdict == .orderNumberUnknown {
      slots[.order] = unknown.first(where: \.isAppleOrderNumber).map { .text($0.text) }
    }
    return AccessCause(rank: .oldLoss, verdict: verdict, slots: slots, chain: nil)
  }
}

extension CaseFile.Subject.Identifier {
  /// `M` and eight to twelve letters and digits, a digit among them: what Apple's e-mails show.
  var isAppleOrderNumber: Bool {
    let letters = text.utf8
    guard letters.first == UInt8(ascii: "M"), (9...13).contains(letters.count) else { return false }
    let isCode = letters.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    return isCode && letters.contains { (0x30...0x39).contains($0) }
  }
}

extension [Slot: SlotValue?] {
  /// The slots that have a value.
  var compacted: Slots { Slots(compactMapValues(\.self)) }
}
