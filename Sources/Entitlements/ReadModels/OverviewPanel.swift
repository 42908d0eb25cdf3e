package import Foundation

/// One topic of the overview as rows of numbers, each of which opens the list behind it.
package struct OverviewPanel: Equatable, Sendable {
  package enum Subject: String, Sendable, CaseIterable {
    case arrivals, stores, delays, rejections, jobs, due, refunds, revenue
  }

  package var subject: Subject
  package var title: String
  /// The beginning of each hour or day; empty for rows without bars.
  package var starts: [Date]
  package var rows: [OverviewRow]

  /// The row whose greatest bar is a full one in the bars of `row`: of a part, the whole.
  package func scale(of row: OverviewRow) -> OverviewRow {
    row.whole.flatMap { whole in rows.first { $0.label == whole } } ?? row
  }

  /// Seconds of one bar.
  package var step: TimeInterval { starts.count > 1 ? starts[1].timeIntervalSince(starts[0]) : 0 }
}

/// A list and the query for the rows that a number counts.
package struct OverviewLink: Equatable, Sendable {
  /// The list's name on the command line.
  package var list: String
  package var query: String

  package init(list: String, query: String) { (self.list, self.query) = (list, query) }
}

/// One row of a panel.
package struct OverviewRow: Equatable, Sendable {
  /// What the values measure.
  package enum Measure: Equatable, Sendable {
    case count
    /// Millionths of the currency's unit.
    case money(Currency)
    /// Milliseconds, at most.
    case delay
  }

  package var label: String
  /// The label of the row that it is a part of.
  package var whole: String?
  package var measure = Measure.count
  /// A value for each bar, without the sandbox; `nil` where there is none.
  package var values: [Int64?] = []
  package var sandboxValues: [Int64?] = []
  /// The medians of delays, without the sandbox; empty for other measures.
  package var medians: [Int64?] = []
  /// The text in place of the sum, if the row has another one.
  package var summary: String?
  /// Whether it may need a person.
  package var isAlarming = false
  /// The list behind the numbers, and its query without environment and time.
  var list: String
  var query = ""
  /// The query's field for the time of a bar.
  var clock: String?
  /// The condition for rows that are not of a sandbox; `nil` if the list has no environments.
  var production: String?
  /// A condition that the time is excluded from, too.
  var excludedClock: String?

  package init(_ label: String, list: String) { (self.label, self.list) = (label, list) }

  /// What the row is called without the rows around it.
  package var name: String { whole.map { "\($0), \(label)" } ?? label }

  package var hasSandbox: Bool { sandboxValues.contains { ($0 ?? 0) > 0 } }

  /// The value of several bars: their sum, or their longest delay.
  package func value(_ bars: Range<Int>? = nil, isSandbox: Bool = false) -> Int64? {
    let all = isSandbox ? sandboxValues : values
    let values = all[(bars ?? all.indices).clamped(to: all.indices)].compactMap(\.self)
    if measure == .delay { return values.max() }
    return values.reduce(0) { sum, value in
      let (next, isOver) = sum.addingReportingOverflow(value)
      return isOver ? sum : next
    }
  }

  /// The value as text.
  package func text(_ bars: Range<Int>? = nil, isSandbox: Bool = false) -> String {
    if bars == nil, !isSandbox, let summary { return summary }
    let value = value(bars, isSandbox: isSandbox)
    switch measure {
    case .count: return "\(value ?? 0)"
    case .money(let currency): return "\(currency.decimal(micros: value ?? 0)) \(currency.code)"
    case .delay: return value.map { "p95 \(Self.delay($0))" } ?? "none"
    }
  }

  static func delay(_ milliseconds: Int64) -> String {
    guard milliseconds < .max else { return "over 3 d" }
    let seconds = Double(milliseconds) / 1000
    let (number, unit) =
      seconds < 60
      ? (seconds, "s")
      : seconds < 3_600
        ? (seconds / 60, "min")
        : seconds < 86_400 ? (seconds / 3_600, "h") : (seconds / 86_400, "d")
    let text = number == number.rounded() ? "\(Int(number))" : "\(number)"
    return "\(text) \(unit)"
  }
}

extension OverviewPanel {
  /// The list behind a number: of some bars, or of all.
  package func link(
    of row: OverviewRow,
    _ bars: Range<Int>? = nil,
    isSandbox: Bool = false
  ) -> OverviewLink {
    var parts = row.query.isEmpty ? [] : [row.query]
    if let production = row.production {
      parts.append(isSandbox ? "env:sandbox,xcode" : production)
    }
    let bars = (bars ?? starts.indices).clamped(to: starts.indices)
    if let clock = row.clock, let first = bars.first, let last = bars.last {
      let range = Self.range(from: starts[first], through: starts[last], step)
      parts.append("\(clock):\(range)")
      if let excluded = row.excludedClock { parts.append("-\(excluded):\(range)") }
    }
    return OverviewLink(list: row.list, query: parts.joined(separator: " "))
  }

  /// The range of a query: days include the last one, instants do not.
  private static func range(from first: Date, through last: Date, _ step: TimeInterval) -> String {
    func text(_ date: Date, _ length: Int) -> String {
      String(date.ISO8601Format().prefix(length))
    }
    guard step >= 86_400 else {
      return "\(text(first, 16))Z..\(text(last.addingTimeInterval(step), 16))Z"
    }
    return first == last ? text(first, 10) : "\(text(first, 10))..\(text(last, 10))"
  }
}

extension Environment {
  fileprivate var isSandbox: Bool { self != .production }
}

extension Overview {
  /// The panels in the order of reading; ages are as of `now`.
  package func panels(at now: Date) -> [OverviewPanel] {
    [
      panel(.arrivals, "ARRIVALS, 48 h", hourStarts, arrivalRows),
      panel(.stores, "LAST FROM EACH STORE", [], storeRows(at: now)),
      panel(.delays, "DELAY FROM THE STORE'S CLOCK, 48 h", hourStarts, delayRows),
      panel(.rejections, "REJECTED, 48 h", hourStarts, rejectionRows),
      panel(.jobs, "JOBS", [], jobRows(at: now)),
      panel(.due, "DUE WITHIN 14 DAYS", dueDays, dueRows),
      panel(.revenue, "REVENUE, 14 days", saleDays, saleRows(isRefund: false)),
      panel(.refunds, "REFUNDS, 14 days", saleDays, saleRows(isRefund: true)),
    ]
  }

  private func panel(
    _ subject: OverviewPanel.Subject,
    _ title: String,
    _ starts: [Date],
    _ rows: [OverviewRow]
  ) -> OverviewPanel {
    OverviewPanel(subject: subject, title: title, starts: starts, rows: rows)
  }

  // Many documents do not state an environment. They count as production.
  private static let notSandbox = "-env:sandbox,xcode"

  private var arrivalRows: [OverviewRow] {
    var rows: [OverviewRow] = []
    for arrivals in arrivals {
      let name = Wording.phrase(forDocument: arrivals.kind)
      let store = arrivals.store?.rawValue ?? "team"
      let label = name.lowercased().hasPrefix(store) ? name : "\(store) \(name)"
      let index =
        rows.firstIndex { $0.label == label }
        ?? {
          var row = OverviewRow(label, list: "receipts")
          let condition = arrivals.store.map { "store:\($0.rawValue) " } ?? ""
          row.query = "\(condition)doc:\(arrivals.kind)"
          (row.clock, row.production) = ("received", Self.notSandbox)
          row.values = Array(repeating: 0, count: Self.hours)
          row.sandboxValues = row.values
          rows.append(row)
          return rows.count - 1
        }()
      rows[index].add(arrivals.byHour, isSandbox: arrivals.environment?.isSandbox == true)
    }
    return rows
  }

  private var rejectionRows: [OverviewRow] {
    var rows: [OverviewRow] = []
    for refusals in refusals {
      let index =
        rows.firstIndex { $0.label == refusals.code }
        ?? {
          var row = OverviewRow(refusals.code, list: "receipts")
          row.query = "rejection:\(refusals.code)"
          (row.clock, row.production) = ("received", Self.notSandbox)
          row.values = Array(repeating: 0, count: Self.hours)
          row.sandboxValues = row.values
          row.isAlarming = true
          rows.append(row)
          return rows.count - 1
        }()
      rows[index].add(refusals.byHour, isSandbox: refusals.environment?.isSandbox == true)
    }
    return rows
  }

  private var delayRows: [OverviewRow] {
    Store.allCases.compactMap { store in
      let own = delays.filter { $0.store == store }
      let (tests, others) = (
        own.filter { $0.environment?.isSandbox == true },
        own.filter { $0.environment?.isSandbox != true }
      )
      guard !own.isEmpty else { return nil }
      var row = OverviewRow(store.rawValue, list: "receipts")
      row.measure = .delay
      row.query = "store:\(store.rawValue)"
      (row.clock, row.production) = ("received", Self.notSandbox)
      row.values = Self.percentiles(0.95, of: others)
      row.sandboxValues = Self.percentiles(0.95, of: tests)
      row.medians = Self.percentiles(0.5, of: others)
      let total = others.reduce(into: DelayHistogram()) { $0.add($1.total) }
      if let p50 = total.percentile(0.5), let p95 = total.percentile(0.95) {
        let (half, most) = (p50.milliseconds, p95.milliseconds)
        row.summary = "p50 \(OverviewRow.delay(half)), p95 \(OverviewRow.delay(most))"
        row.isAlarming = p95 > 3_600
      } else {
        row.summary = "none"
      }
      return row
    }
  }

  private static func percentiles(_ share: Double, of delays: [Delays]) -> [Int64?] {
    (0..<hours).map { hour in
      delays.reduce(into: DelayHistogram()) { $0.add($1.byHour[hour]) }.percentile(share)?
        .milliseconds
    }
  }

  private func storeRows(at now: Date) -> [OverviewRow] {
    silences.map { silence in
      var row = OverviewRow(silence.store.rawValue, list: "receipts")
      (row.query, row.production) = ("store:\(silence.store.rawValue)", Self.notSandbox)
      let sent = silence.sentAt.map { "notice \(Self.age(of: $0, at: now)) ago" }
      row.summary =
        "\(Self.age(of: silence.latestAt, at: now)) ago, \(sent ?? "no notice in 14 d")"
      row.isAlarming = silence.sentAt.map { now.timeIntervalSince($0) > 86_400 } ?? true
      return row
    }
  }

  private func jobRows(at now: Date) -> [OverviewRow] {
    var rows = jobs.map { jobs in
      var row = OverviewRow(jobs.kind, list: "jobs")
      let count = "\(jobs.waiting + jobs.running)\(jobs.isCapped ? "+" : "")"
      row.summary = "\(count) open, oldest \(Self.age(of: jobs.oldestAt, at: now))"
      row.isAlarming = now.timeIntervalSince(jobs.oldestAt) > 86_400
      return row
    }
    if failedJobs > 0 {
      var row = OverviewRow("failed", list: "jobs")
      (row.summary, row.isAlarming) = ("\(failedJobs)", true)
      rows.append(row)
    }
    return rows
  }

  /// `5 min`, `3 h`, `12 d`.
  private static func age(of date: Date, at now: Date) -> String {
    let seconds = max(0, now.timeIntervalSince(date))
    if seconds < 7_200 { return "\(Int(seconds / 60)) min" }
    return seconds < 172_800 ? "\(Int(seconds / 3_600)) h" : "\(Int(min(seconds / 86_400, 1e6))) d"
  }

  private var dueRows: [OverviewRow] {
    func row(_ label: String, _ count: (DueDay) -> Int) -> OverviewRow {
      var row = OverviewRow(label, list: "subs")
      (row.clock, row.production) = ("expires", "env:prod")
      func values(_ isSandbox: Bool) -> [Int64?] {
        dueDays.map { day in
          due.reduce(0) { sum, due in
            due.day == day && due.environment.isSandbox == isSandbox ? sum + Int64(count(due)) : sum
          }
        }
      }
      (row.values, row.sandboxValues) = (values(false), values(true))
      return row
    }
    var rows = [
      row("renewals", \.renewals), row("ends of access", \.ends), row("trials that end", \.trials),
    ]
    rows[0].clock = "renews"
    rows[1].excludedClock = "renews"
    // A pending one has no access yet that could end.
    rows[1].query = "-state:pending"
    rows[2].query = "state:trial"
    return rows
  }

  /// The sales in each currency, followed by those at each of its stores if there are several.
  private func saleRows(isRefund: Bool) -> [OverviewRow] {
    let sales = Dictionary(grouping: sales, by: \.currency)
    let known = sales.keys.compactMap(\.self).sorted()
    let listed: [Currency?] = known + (isRefund && sales[nil] != nil ? [nil] : [])
    return listed.flatMap { currency in
      let own = sales[currency] ?? []
      guard var total = saleRow(of: own, in: currency, isRefund: isRefund) else {
        return [OverviewRow]()
      }
      let stores = Dictionary(grouping: own, by: \.store)
      var parts = Store.allCases.compactMap { store in
        stores[store].flatMap { saleRow(of: $0, in: currency, at: store, isRefund: isRefund) }
      }
      if parts.count == 1 { total.label += ", \(parts.removeFirst().label)" }
      return [total] + parts
    }
  }

  /// Sales in a currency, all of one store if that is given; `nil` if there are none.
  private func saleRow(
    of sales: [SaleDay],
    in currency: Currency?,
    at store: Store? = nil,
    isRefund: Bool
  ) -> OverviewRow? {
    func values(_ isSandbox: Bool, _ value: (SaleDay) -> Int64) -> [Int64?] {
      var sums = [Int64](repeating: 0, count: saleDays.count)
      for sale in sales where sale.environment.isSandbox == isSandbox {
        guard let index = saleDays.firstIndex(of: sale.day) else { continue }
        let (next, isOver) = sums[index].addingReportingOverflow(value(sale))
        if !isOver { sums[index] = next }
      }
      return sums
    }
    let name = currency?.code ?? "no price"
    var row = OverviewRow(store?.rawValue ?? name, list: "orders")
    if store != nil { row.whole = name }
    let condition = store.map { "store:\($0.rawValue) " } ?? ""
    row.query = condition + (currency.map { "ccy:\($0.code)" } ?? "-price:*")
    row.production = "env:prod"
    if isRefund {
      row.clock = "refunded"
      (row.values, row.sandboxValues) = (
        values(false) { Int64($0.refunds + $0.refundsInPart) },
        values(true) { Int64($0.refunds + $0.refundsInPart) }
      )
      let parts = values(false) { Int64($0.refundsInPart) }.compactMap(\.self).reduce(0, &+)
      let inPart = parts > 0 ? " (\(parts) in part)" : ""
      if let currency {
        let money = values(false, \.refunded).compactMap(\.self).reduce(0, &+)
        row.summary = "\(row.text())\(inPart), \(currency.decimal(micros: money)) \(currency.code)"
      }
    } else if let currency {
      (row.clock, row.measure) = ("on", .money(currency))
      (row.values, row.sandboxValues) = (values(false, \.revenue), values(true, \.revenue))
    }
    return row.value() == 0 && !row.hasSandbox ? nil : row
  }
}

extension OverviewRow {
  fileprivate mutating func add(_ counts: [Int], isSandbox: Bool) {
    for (index, count) in counts.enumerated() where values.indices.contains(index) {
      if isSandbox {
        sandboxValues[index] = (sandboxValues[index] ?? 0) + Int64(count)
      } else {
        values[index] = (values[index] ?? 0) + Int64(count)
      }
    }
  }
}

extension TimeInterval {
  /// Infinity is the greatest number.
  fileprivate var milliseconds: Int64 { isFinite ? Int64((self * 1000).rounded()) : .max }
}
