import Entitlements
import Foundation
import ServiceCore

/// Facts as lines of text that a test can state in full: nothing of a fact is left out but the
/// document it comes from, which is the same for all.
extension TranslatedDocument {
  var lines: [String] {
    let head: [String?] = [
      store?.rawValue ?? "no store", kind, environment?.rawValue ?? "no environment",
      app ?? "no app", provenance.rawValue, statedAt.map { "at \($0.short)" },
      "\(purchases) purchases", key.map { "key \($0)" }, account.map { "by \($0)" },
      isOneAccount ? nil : "of anybody",
    ]
    return [head.line] + facts.lines
  }
}

extension Facts {
  var lines: [String] {
    let anonymousQueries =
      orders.map(\.evidence) + renewalStatuses.map(\.evidence) + links.map(\.evidence)
      + notices.map(\.statementSource.evidence)
    return orders.map(\.line) + renewalStatuses.map(\.line) + notices.map(\.line)
      + links.map(\.line)
      + acts.map { "\($0)" }
      + anonymousQueries.filter { $0 != TranslationWorkshop.evidence }.map { "stranger \($0)" }
  }
}

extension Order {
  fileprivate var line: String {
    let parts: [String?] = [
      "sale", id.raw.name, "of \(originalTransactionID)", productID, kind.rawValue,
      quantity == 1 ? nil : "×\(quantity)", webOrderLineItemID.map { "line \($0)" },
      "from \(purchasedAt.short)",
      originalPurchasedAt == purchasedAt ? nil : "since \(originalPurchasedAt.short)",
      expiresAt.map { "until \($0.short)" }, cancelledAt.map { "cancelled \($0.short)" },
      cancellation?.rawValue, offer.map { "\($0)" }, statementSource.said,
    ]
    let terms: [String?] = [
      terms.map { _ in "terms" }, terms?.price?.description, terms?.country,
      terms?.ownership?.rawValue, terms?.statementSource.said, user.map { "user \($0)" },
    ]
    return (parts + terms).line
  }
}

extension RenewalStatus {
  fileprivate var line: String {
    let condition =
      switch condition {
      case .running: "running"
      case .renewing(let until): "renewing until \(until.short)"
      case .gracePeriod(let until): "grace until \(until.short)"
      case .billingRetry(let until): "retry" + (until.map { " until \($0.short)" } ?? "")
      case .paused(let until): "paused" + (until.map { " until \($0.short)" } ?? "")
      case .ended(let reason): "ended \(reason)"
      case .revoked(let at): "revoked \(at.short)"
      case .pending: "pending"
      }
    return [
      "standing", chain.raw.name, condition, renews.map { $0 ? "renews" : "renews not" },
      nextProductID.map { "as \($0)" }, statementSource.said,
    ].line
  }
}

extension StoreEvent {
  fileprivate var line: String {
    [
      "notice", kind.rawValue, chain.map { "chain \($0.raw.name)" },
      order.map { "order \($0.raw.name)" }, detail.map { "“\($0)”" }, statementSource.said,
    ].line
  }
}

extension Link {
  fileprivate var line: String { "link \(kind.rawValue) \(value) of \(chain.raw.name)" }
}

extension StatementSource {
  /// When, by the document's own time, and whether it is hearsay.
  fileprivate var said: String {
    "@\(statedAt.short)" + (authority == .full ? "" : " hearsay")
  }
}

extension String {
  /// What stands behind store, environment and app, which the tests of other things leave out.
  fileprivate var name: String {
    let usual = ":production:com.example.reader:"
    guard let range = range(of: usual) else { return self }
    return String(self[range.upperBound...])
  }
}

extension [String?] {
  fileprivate var line: String { compactMap(\.self).joined(separator: " ") }
}

extension Date {
  /// `2026-01-10`, with the time only where it is not midnight.
  fileprivate var short: String {
    let day = formatted(.iso8601.year().month().day())
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let time = formatted(style).dropFirst(11).dropLast()
    if time == "00:00:00.000" { return day }
    let seconds = time.hasSuffix(".000") ? time.dropLast(4) : time
    return "\(day) \(seconds.hasSuffix(":00") ? seconds.dropLast(3) : seconds)"
  }
}
