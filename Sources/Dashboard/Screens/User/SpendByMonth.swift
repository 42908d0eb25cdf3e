import Basics
import Entitlements
import Foundation

/// What a user paid in production in each of the last twelve months, a row of bars for each
/// currency. Only prices on file count; what was refunded does not.
struct SpendByMonth {
  /// Months since year 0 in UTC, the current one last.
  private let months: Range<Int>
  private let rows: [(currency: Currency, nanos: [Int64])]
  private let view: ViewContext

  private static let count = 12
  private static let maxCurrencies = 3
  private static let labelWidth = 5
  private static let barWidth = 3
  /// The width without the sums.
  private static let chartWidth = labelWidth + count * (barWidth + 1)

  /// `nil` if no price of that time is on file.
  init?(_ orders: [Order], _ view: ViewContext) {
    guard let current = Self.month(of: view.now) else { return nil }
    self.view = view
    months = current - Self.count + 1..<current + 1
    var sums: [Currency: [Int64]] = [:]
    for order in orders where order.isPaid {
      guard let price = order.terms?.price, price.nanos > 0,
        let month = Self.month(of: order.purchasedAt), months.contains(month)
      else { continue }
      let index = month - months.lowerBound
      var nanos = sums[price.currency] ?? Array(repeating: 0, count: Self.count)
      let sum = nanos[index].addingReportingOverflow(price.nanos)
      guard !sum.overflow else { return nil }
      nanos[index] = sum.partialValue
      sums[price.currency] = nanos
    }
    guard !sums.isEmpty else { return nil }
    rows = sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func month(of instant: Date) -> Int? {
    CivilTime(instant, offset: 0).map { $0.year * 12 + $0.month - 1 }
  }

  /// The title, the bars and the months.
  var lines: [StyledLine] {
    var lines = [
      StyledLine("SPENT BY MONTH", .columnTitle).adding("  not refunded", .muted)
    ]
    for row in rows.prefix(Self.maxCurrencies) { lines.append(line(row.currency, row.nanos)) }
    if rows.count > Self.maxCurrencies {
      let others = rows.dropFirst(Self.maxCurrencies).map { SafeText($0.currency.code) }
      lines.append(StyledLine("and in \(.joined(others, by: ", "))", .muted, at: Self.labelWidth))
    }
    var axis = StyledLine()
    for (index, month) in months.enumerated() {
      axis.add(CivilTime.monthNames[month % 12], .muted, at: Self.column(index))
    }
    return lines + [axis]
  }

  private static func column(_ index: Int) -> Int { labelWidth + index * (barWidth + 1) }

  private func line(_ currency: Currency, _ nanos: [Int64]) -> StyledLine {
    var line = StyledLine(SafeText(currency.code), .secondary)
    let (most, levels) = (nanos.max() ?? 1, view.glyphs.levels)
    for (index, amount) in nanos.enumerated() where amount > 0 {
      let level = Int((Double(amount) / Double(most) * Double(levels.count)).rounded(.up)) - 1
      let bar = levels[min(max(0, level), levels.count - 1)]
      let cells = SafeText.joined(Array(repeating: bar, count: Self.barWidth), by: "")
      line.add(cells, .info, at: Self.column(index))
    }
    let total = nanos.reduce(Int64?.some(0)) { sum, amount in
      sum.flatMap { sum in
        let (total, isOver) = sum.addingReportingOverflow(amount)
        return isOver ? nil : total
      }
    }
    if let total {
      let text = SafeText(Money(nanos: total, currency).description)
      line.add(text, .title, at: Self.chartWidth + 1)
    }
    return line
  }
}

extension Order {
  /// Whether the user paid for it in production and kept it. A family's organizer pays with a sale
  /// of their own, and a trial costs nothing.
  var isPaid: Bool {
    environment == .production && cancelledAt == nil && refundedAt == nil && offer != .trial
      && terms?.ownership != .familyShared
  }
}
