import Foundation

/// Why one chain gives access, or none.
struct AccessCause {
  /// How well the cause explains a ticket; less is better.
  enum Rank: Int, Comparable {
    /// A problem with something that is paid for now.
    case trouble
    /// Another user has the purchase.
    case elsewhere
    /// The app's last document was rejected, and nothing before it lasts.
    case refused
    case recentLoss
    case access
    case oldLoss
    case test
    /// Another user had the purchase.
    case elsewherePast

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  var rank: Rank
  var verdict: VerdictCode
  var placeholders: Placeholders
  var chain: SubscriptionAnalysis?

  init(
    _ rank: Rank,
    _ verdict: VerdictCode,
    _ placeholders: Placeholders = [:],
    chain: SubscriptionAnalysis? = nil
  ) {
    self.rank = rank
    self.verdict = verdict
    self.placeholders = placeholders
    self.chain = chain
  }
}

extension DiagnosisAnalysis {
  /// The days after which a loss no longer explains a ticket of a user who has other access.
  static let recentLoss: Double = 60

  func bestAccessCause() -> AccessCause { mergedCause ?? ownAccessCause() }

  /// The most relevant cause among all chains; of equals the newest.
  func ownAccessCause() -> AccessCause {
    let candidates = accessChains
    var causes = candidates.compactMap(cause)
    if causes.isEmpty { causes = successors(of: candidates).compactMap(cause) }
    if var best = causes.min(by: isMoreRelevant) {
      if let newer = purchase(after: best, among: causes) { best = newer }
      if best.rank == .test, let pending = realPending {
        return AccessCause(.test, .purchasePending, pendingPlaceholders(pending))
      }
      if best.rank == .test, let coins = sales(where: isRealConsumable).last {
        return coinsCause(.test, coins)
      }
      if best.rank > .refused, best.rank != .access, let refusal = refusal(after: best.chain) {
        return refusal
      }
      if let chain = best.chain { best.placeholders = placeholders(best.verdict, chain) }
      return best.verdict == .accessIsActive ? partRefund(best) ?? best : best
    }
    return causeWithoutChains
  }

  /// The partial refund that a ticket about a refund means, although access goes on.
  private func partRefund(_ cause: AccessCause) -> AccessCause? {
    guard let sale = cause.chain?.current else { return nil }
    let refund = refund(of: sale)
    guard refund.stage == .refundedInPart, TicketConcepts(in: subject.text).own.contains(.refund)
    else { return nil }
    return AccessCause(cause.rank, .partiallyRefunded, placeholders(refund), chain: cause.chain)
  }

  /// The running purchase made after the best cause was lost; a ticket does not mean that loss.
  private func purchase(after best: AccessCause, among causes: [AccessCause]) -> AccessCause? {
    guard best.rank == .recentLoss, let lost = best.chain?.since else { return nil }
    return causes.filter { cause in
      cause.rank == .access && cause.chain?.sales.first.map { $0.purchasedAt >= lost } ?? false
    }
    .min(by: isMoreRelevant)
  }

  /// The cause if there are only consumables: they were refunded, or grant no lasting entitlement.
  private func coinsCause(_ rank: AccessCause.Rank, _ coins: Order) -> AccessCause {
    let refund = refund(of: coins)
    var placeholders = self.placeholders(refund)
    placeholders[.reason] = Self.noAccess
    return refund.stage == .refunded
      ? AccessCause(rank, .purchaseRefunded, placeholders)
      : AccessCause(rank, .onlyConsumables, self.placeholders(coins))
  }

  /// What is said of a refunded consumable.
  static let noAccess = PlaceholderValue.text("it gave no lasting access")

  /// The last production purchase that waits for approval or payment.
  var realPending: SubscriptionAnalysis? { scope.last { $0.isPending && $0.isProduction } }

  /// The chains that replaced these, one after the other.
  private func successors(of chains: [SubscriptionAnalysis]) -> [SubscriptionAnalysis] {
    var successors: [SubscriptionAnalysis] = []
    var next = chains
    while let chain = next.popLast() {
      let fresh = predecessors.sales(after: chain.id).compactMap { self.chain($0.chain) }
        .filter { successor in !successors.contains { $0 === successor } }
      successors += fresh
      next += fresh
    }
    return successors
  }

  // Only the cause that is shown gets its placeholders.
  private func placeholders(_ verdict: VerdictCode, _ chain: SubscriptionAnalysis) -> Placeholders {
    switch verdict {
    case .sandboxOnly, .ownedByNobody, .ownedByOtherUser: soldPlaceholders(chain)
    case .accessIsActive where !chain.state.grantsAccess: coveredPlaceholders(chain)
    default: accessPlaceholders(verdict, chain)
    }
  }

  /// The chains that can grant a lasting entitlement. Chains of other users count, because
  /// something that the customer gave led to them.
  var accessChains: [SubscriptionAnalysis] {
    let candidates = isFocused ? scope : chains
    return candidates.filter { chain in
      if !isFocused, isSuccessorOfOther(chain) { return false }
      return chain.sales.isEmpty
        ? !chain.renewalStatuses.isEmpty || chain.isReportedOnly
        : !chain.sales.allSatisfy(isConsumable)
    }
  }

  /// Whether it replaced a purchase of the subject but is another user's, who alone presented it.
  private func isSuccessorOfOther(_ chain: SubscriptionAnalysis) -> Bool {
    guard chain.holder == .otherUser, let former = predecessors.chain(before: chain.id) else {
      return false
    }
    return self.chain(former)?.holder == .subject
      && !chain.record.claims.contains { isSubject($0.user) }
  }

  private func isRealConsumable(_ order: Order) -> Bool {
    isConsumable(order) && Environment?.some(order.environment).isReal
  }

  func isConsumable(_ order: Order) -> Bool { kind(of: order) == .consumable }

  private func isMoreRelevant(_ left: AccessCause, _ right: AccessCause) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    // A failed payment ends access soon, however long another purchase lasts.
    if left.rank == .access, left.verdict != right.verdict {
      if left.verdict == .inGracePeriod { return true }
      if right.verdict == .inGracePeriod { return false }
    }
    let sold = (left.chain?.newest?.purchasedAt, right.chain?.newest?.purchasedAt)
    if sold.0 != sold.1 { return (sold.0 ?? .distantPast) > (sold.1 ?? .distantPast) }
    return (left.chain?.id.raw ?? "") < (right.chain?.id.raw ?? "")
  }

  /// `nil` for a chain that another one replaced.
  private func cause(_ chain: SubscriptionAnalysis) -> AccessCause? {
    guard chain.isProduction else {
      return AccessCause(.test, .sandboxOnly, chain: chain)
    }
    if chain.isUnconfirmed, !isCovered(chain) {
      return AccessCause(.trouble, .saleUnconfirmed, chain: chain)
    }
    let grants = chain.state.grantsAccess
    switch chain.holder {
    case .otherUser, .nobody:
      if !isFocused, isCovered(chain) { return nil }
      // Nothing is left of it to give to the user who asks.
      if !grants, chain.holder == .nobody, let verdict = verdict(on: chain), verdict.isOver {
        return AccessCause(.elsewherePast, verdict, chain: chain)
      }
      return AccessCause(
        grants ? .elsewhere : .elsewherePast,
        chain.holder == .nobody ? .ownedByNobody : .ownedByOtherUser,
        chain: chain
      )
    case .subject: break
    }
    guard let verdict = verdict(on: chain) else { return nil }
    if !grants, isCovered(chain) {
      return AccessCause(.access, .accessIsActive, chain: chain)
    }
    return AccessCause(rank(of: verdict, chain), verdict, chain: chain)
  }

  private func rank(of verdict: VerdictCode, _ chain: SubscriptionAnalysis) -> AccessCause.Rank {
    switch verdict {
    case .accessIsActive, .inGracePeriod: return .access
    case .saleNotOnFile where chain.isReportedOnly, .saleUnconfirmed where chain.isReportedOnly:
      let stated = chain.lastStatedAt ?? .distantPast
      return instant <= stated.adding(days: Self.recentLoss) ? .recentLoss : .oldLoss
    case .paymentOnHold, .subscriptionPaused, .purchasePending, .renewalNotReceived, .saleNotOnFile,
      .productNotInCatalog, .productGivesNoRight, .rightMissing:
      return .trouble
    // A pass that ended as it was sold is no loss to who still has access.
    case .subscriptionExpired
    where chain.current.map({ kind(of: $0) == .nonRenewing }) == true && hasRunningPurchase:
      return .oldLoss
    default:
      guard let since = chain.since else { return .oldLoss }
      return instant <= since.adding(days: Self.recentLoss) ? .recentLoss : .oldLoss
    }
  }

  private var hasRunningPurchase: Bool {
    accessChains.contains { chain in
      chain.holder == .subject && chain.isProduction && chain.state.grantsAccess
    }
  }

  private func refusal(after chain: SubscriptionAnalysis?) -> AccessCause? {
    guard let rejected = lastRejection, chain?.since.map({ $0 < rejected.receivedAt }) ?? true
    else { return nil }
    return AccessCause(.refused, .receiptRejected, rejectionPlaceholders(rejected))
  }

  private var causeWithoutChains: AccessCause {
    if !isFocused, let right = activeRights.first(where: { $0.environment == .production }) {
      let placeholders: Placeholders = [
        .right: .text(right.key), .until: right.until.map(PlaceholderValue.day),
        .reason: right.source == nil ? "granted by hand" : nil,
      ]
      return AccessCause(.oldLoss, .accessIsActive, placeholders)
    }
    if let ordered { return ordered }
    if let refusal = refusal(after: nil) { return refusal }
    if let endedGrant { return endedGrant }
    if let coins = sales(where: isConsumable).last { return coinsCause(.oldLoss, coins) }
    if let last = appDocuments.last, last.isEmpty {
      return AccessCause(.oldLoss, .receiptWithoutPurchases, emptyPlaceholders(last))
    }
    return emptyCause("purchase")
  }

  /// The end of the last entitlement that was granted by hand.
  private var endedGrant: AccessCause? {
    let grants = file.entitlements.filter {
      $0.source == nil && ($0.until.map { $0 <= instant } ?? false)
    }
    let last = grants.max { ($0.until ?? $0.from, $0.key) < ($1.until ?? $1.from, $1.key) }
    return last.map { grant in
      AccessCause(
        .oldLoss,
        .grantEnded,
        [.right: .text(grant.key), .date: .day(grant.until ?? grant.from)]
      )
    }
  }

  /// The order or test purchase that is stored if there is no sale in production.
  private var orderOrTest: AccessCause? {
    guard !scope.contains(where: { $0.isProduction && !$0.sales.isEmpty }) else { return nil }
    if let ordered { return ordered }
    let test = scope.last { !$0.isProduction && !$0.sales.isEmpty }
    return test.map { AccessCause(.test, .sandboxOnly, soldPlaceholders($0)) }
  }

  /// An order that is pending, was cancelled while pending, or was only reported.
  private var ordered: AccessCause? {
    if let pending = scope.last(where: \.isPending) {
      return AccessCause(.oldLoss, .purchasePending, pendingPlaceholders(pending))
    }
    if let called = scope.last(where: \.wasCancelledWhilePending) {
      return AccessCause(.oldLoss, .pendingCancelled, calledOffPlaceholders(called))
    }
    return scope.last(where: \.isReportedOnly).map {
      AccessCause(.oldLoss, statedVerdict($0), accessPlaceholders(statedVerdict($0), $0))
    }
  }

  /// Placeholders of a receipt without purchases.
  func emptyPlaceholders(_ document: DocumentRow) -> Placeholders {
    [.date: .day(document.receivedAt), .store: document.store.map(PlaceholderValue.store)]
  }

  /// The cause if there is no `thing`: the order or test purchase orderOrTest, or nothing.
  func emptyCause(_ thing: String) -> AccessCause {
    if let movedAway { return movedAway }
    if let orderOrTest { return orderOrTest }
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
    var placeholders: Placeholders = [.thing: .text(thing)]
    let number =
      verdict == .orderNumberUnknown
      ? unknown.first(where: \.isAppleOrderNumber) : unknown.first(where: \.isOrderNumber)
    placeholders[.order] = number.map { .text($0.text) }
    return AccessCause(.oldLoss, verdict, placeholders)
  }
}

extension DiagnosisInput.Subject.Identifier {
  /// Whether it is a number that a store's e-mail shows, perhaps with a typing error.
  fileprivate var isOrderNumber: Bool {
    [Identifier.Kind.googleOrder, .appleOrder].map(\.title).contains(kind)
  }

  /// `M` and eight to twelve bytes and digits with at least one digit, as in Apple's e-mails.
  var isAppleOrderNumber: Bool {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "M"), (9...13).contains(bytes.count) else { return false }
    let isCode = bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    return isCode && bytes.contains { (0x30...0x39).contains($0) }
  }
}
