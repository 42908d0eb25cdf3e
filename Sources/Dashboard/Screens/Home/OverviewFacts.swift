import Entitlements
import Foundation

/// Facts about a customer, beside the entitlements.
struct OverviewFacts {
  private typealias Fact = (name: SafeText, value: SafeText, role: Role)

  private var facts: [Fact] = []
  private let view: ViewContext
  private static let nameWidth = 15

  init(_ userDetails: UserDetails, _ subjectHistory: SubjectHistory?, _ view: ViewContext) {
    self.view = view
    addMoney(userDetails.orders)
    let stores = Store.allCases.filter { store in userDetails.orders.contains { $0.store == store }
    }
    add("stores", .joined(stores.map(\.word), by: ", "))
    add("country", country(userDetails.orders))
    add("first seen", when(userDetails.user.firstSeenAt))
    add("last purchase", userDetails.orders.map(\.purchasedAt).max().map(when) ?? "never")
    addCounts(userDetails)
    if let subjectHistory { addNames(subjectHistory) }
  }

  private mutating func add(_ name: SafeText, _ value: SafeText, _ role: Role = .text) {
    if !value.isEmpty { facts.append((name, value, role)) }
  }

  private func when(_ instant: Date) -> SafeText {
    let clock = view.clock
    guard clock.zone != .relative else { return clock.relative(instant) }
    return "\(clock.day(instant)) (\(clock.relative(instant)))"
  }

  /// Adds what was paid in production and not refunded, a sum for each currency.
  private mutating func addMoney(_ orders: [Order]) {
    let sales = orders.filter { $0.environment == .production && $0.cancelledAt == nil }
    var sums: [Currency: Int64] = [:]
    for price in sales.compactMap(\.terms?.price) {
      let sum = sums[price.currency, default: 0].addingReportingOverflow(price.nanos)
      guard !sum.overflow else { return }
      sums[price.currency] = sum.partialValue
    }
    let unknown = sales.count { $0.terms?.price == nil && $0.offer != .trial }
    let totals = sums.sorted { $0.key < $1.key }.map { SafeText(Money(nanos: $1, $0).description) }
    let rest: SafeText =
      unknown > 0 ? "\(SafeText.plural(unknown, "sale")) without a price" : .empty
    guard !totals.isEmpty else {
      return add("spent", sales.isEmpty ? "nothing" : "unknown: \(rest)", .secondary)
    }
    add("spent", .joined(totals, by: ", "), .title)
    add("not counted", rest, .secondary)
  }

  private func country(_ orders: [Order]) -> SafeText {
    let newest = orders.filter { $0.terms?.country != nil }.max { $0.purchasedAt < $1.purchasedAt }
    return newest?.terms?.country.map { SafeText($0) } ?? .empty
  }

  private mutating func addCounts(_ userDetails: UserDetails) {
    let tests = userDetails.orders.count { $0.environment != .production }
    add("orders", .grouped(userDetails.orders.count))
    add("sandbox", tests > 0 ? "[S] \(SafeText.plural(tests, "order"))" : .empty, .sandbox)
    let rejected = userDetails.documents.count { $0.verdict != .genuine }
    add("receipts", .grouped(userDetails.documents.count))
    let confirmedAt = userDetails.documents.compactMap(\.confirmedAt).max()
    add("confirmed", confirmedAt.map { view.clock.text($0) } ?? .empty)
    let count: SafeText = "\(view.glyphs.failed) \(SafeText.plural(rejected, "receipt"))"
    add("rejected", rejected > 0 ? count : .empty, .bad)
  }

  private mutating func addNames(_ subjectHistory: SubjectHistory) {
    let names = subjectHistory.aliases.filter { $0.kind != .purchaseToken }
    if let first = names.first {
      let rest: SafeText = names.count > 1 ? " and \(names.count - 1) more" : .empty
      add("other names", "\(SafeText(first.value).truncated(to: 18, .middle, view.glyphs))\(rest)")
    }
    let notes = subjectHistory.acts.compactMap { act -> (at: Date, text: String)? in
      if case .note(_, let text) = act.kind {
        (act.statementSource.statedAt, text)
      } else {
        nil
      }
    }
    guard let newest = notes.max(by: { $0.at < $1.at }) else { return }
    let count: SafeText = notes.count > 1 ? "\(notes.count), newest: " : .empty
    add(notes.count > 1 ? "notes" : "note", "\(count)\(SafeText(newest.text))")
  }

  /// The facts, a line each.
  func rows(width: Int) -> [StyledLine] {
    var lines = [StyledLine("CUSTOMER", .columnTitle)]
    for fact in facts {
      let values = fact.value.wrapped(to: width - Self.nameWidth, limit: 2, view.glyphs)
      for (index, value) in values.enumerated() {
        var line = StyledLine(index == 0 ? fact.name : .empty, .secondary)
        line.add(value, fact.role, at: Self.nameWidth)
        lines.append(line)
      }
    }
    return lines
  }

  /// The facts in a row, with line breaks between facts.
  func summary(width: Int) -> [StyledLine] {
    var lines = [StyledLine()]
    for fact in facts {
      let isNumber = ["orders", "receipts", "rejected"].contains(fact.name)
      let isOne = isNumber && fact.value == "1" && fact.name != "rejected"
      let noun = isOne ? SafeText(String(fact.name.string.dropLast())) : fact.name
      let name: SafeText = isNumber ? fact.value : fact.name
      let value: SafeText = isNumber ? noun : fact.value
      let room = max(4, width - name.width - 1)
      let shown = value.truncated(to: room, view.glyphs)
      var start = lines[lines.count - 1].end
      if start > 0, start + 5 + name.width + 1 + shown.width > width {
        lines.append(StyledLine())
        start = 0
      }
      let last = lines.count - 1
      if start > 0 { lines[last].add("  \(view.glyphs.dot)", .muted) }
      lines[last].add(name, isNumber ? fact.role : .secondary, at: start > 0 ? start + 5 : 0)
      lines[last].add(" \(shown)", isNumber ? .secondary : fact.role)
    }
    return lines
  }
}
