import Foundation

// Google states only the latest end of a period: in a grace period the end of that, and after a
// revocation when it was made. The end that was bought is in an earlier answer about the charge.

extension [Order] {
  /// The sales of one chain, each of Google's with the end that its own answer states.
  package func withStatedEnds(from renewalStatuses: [RenewalStatus]) -> [Order] {
    guard contains(where: \.isGoogleRenewal) else { return self }
    let answers = GoogleAnswers(renewalStatuses)
    return map { sale in
      guard sale.isGoogleRenewal, let own = answers.lastIndex(by: sale),
        let end = answers.inTime[own].paidUntil,
        end != sale.expiresAt
      else { return sale }
      return sale.changing { $0.expiresAt = end }
    }
  }

  /// The sales of one chain with their stated ends, each of Google's with the end that was bought
  /// and, if Google shortened it, with the revocation.
  package func withBoughtEnds(from renewalStatuses: [RenewalStatus]) -> [Order] {
    changed(by: renewalStatuses) { sale, answers in
      guard let end = answers.boughtEnd else { return nil }
      let sale = sale.revoked(by: answers)
      // A customer who cancels keeps the period, unless it was taken back.
      guard sale.cancelledAt != nil || !answers.isShortened else { return nil }
      return sale.changing { $0.expiresAt = end }
    }
  }

  /// The sales with the revocations, but with their stated ends, by which access is decided.
  func withRevocations(from renewalStatuses: [RenewalStatus]) -> [Order] {
    changed(by: renewalStatuses) { $0.revoked(by: $1) }
  }

  /// `change` gets a sale and the answers that show it, the last of which states it.
  private func changed(
    by renewalStatuses: [RenewalStatus],
    _ change: (Order, ArraySlice<RenewalStatus>) -> Order?
  ) -> [Order] {
    guard contains(where: \.isGoogleRenewal) else { return self }
    let answers = GoogleAnswers(renewalStatuses)
    guard answers.inTime.count > 1 else { return self }
    var lastStatedAt = Date.distantPast
    var changes: [ID<Order>: Order] = [:]
    for sale in inOrderOfCharges {
      defer { lastStatedAt = Swift.max(lastStatedAt, sale.statedAt) }
      guard sale.isGoogleRenewal, let own = answers.lastIndex(by: sale) else { continue }
      let first = answers.inTime.partitioningIndex { $0.statedAt > lastStatedAt }
      changes[sale.id] = change(sale, answers.inTime[Swift.min(first, own)...own])
    }
    return changes.isEmpty ? self : map { changes[$0.id] ?? $0 }
  }
}

extension Order {
  fileprivate var isGoogleRenewal: Bool { store == .google && kind == .autoRenewable }

  /// The sale with the revocation that its answers show, unless it has a reversal.
  fileprivate func revoked(by answers: ArraySlice<RenewalStatus>) -> Order {
    guard cancelledAt == nil, answers.isShortened, let last = answers.last,
      last.condition == .ended(.developer) || last.condition == .ended(.unknown),
      let end = last.paidUntil
    else { return self }
    return changing { ($0.cancelledAt, $0.cancellation) = (end, .revoked) }
  }
}

/// The answers of one chain that state an end.
private struct GoogleAnswers {
  let inTime: [RenewalStatus]
  private let indices: [ID<Document>: [Int]]

  init(_ renewalStatuses: [RenewalStatus]) {
    let answers = renewalStatuses.answers
    inTime = answers
    indices = Dictionary(grouping: answers.indices) { answers[$0].evidence }
  }

  func lastIndex(by sale: Order) -> Int? {
    indices[sale.evidence]?.last { inTime[$0].statedAt <= sale.statedAt }
  }
}

extension ArraySlice<RenewalStatus> {
  /// Google may round an end differently in each answer.
  private static var tolerance: TimeInterval { 60 }

  /// The last end that was stated while the period was paid.
  private var paidEnd: Date? { last { $0.condition.isPaid }?.paidUntil }

  /// The end that was bought, if the last answer states another one.
  fileprivate var boughtEnd: Date? {
    guard let last, let stated = last.paidUntil, let paidEnd, paidEnd != stated else { return nil }
    if isShortened { return paidEnd }
    let isUnpaid = contains { $0.condition.isUnpaid } || last.condition == .ended(.billing)
    return isUnpaid && paidEnd < stated ? paidEnd : nil
  }

  /// Whether the purchase ended before the end that was bought, and no other one replaced it.
  fileprivate var isShortened: Bool {
    guard let last, case .ended(let reason) = last.condition, let stated = last.paidUntil,
      let paidEnd, reason != .replaced, reason != .billing
    else { return false }
    return stated.addingTimeInterval(Self.tolerance) < paidEnd
  }
}

extension RenewalStatus.Condition {
  fileprivate var isPaid: Bool {
    switch self {
    case .running, .renewing, .paused: true
    case .gracePeriod, .billingRetry, .ended, .revoked, .pending: false
    }
  }
}
