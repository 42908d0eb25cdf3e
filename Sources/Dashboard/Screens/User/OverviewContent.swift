import Entitlements
import Foundation

/// The overview of a user: identity, entitlements, payments and latest events.
struct OverviewContent {
  private(set) var lines: [StyledLine] = []

  private let view: ViewContext
  private let width: Int

  /// The minimum screen width with the customer's facts beside the entitlements.
  private static let minColumnsBeside = 110
  private static let factsWidth = 42
  /// The minimum width of the entitlements with the months beside them.
  private static let minRightsWidth = 70
  /// The number of latest events; more on screens with room for them.
  private static let minEvents = 5
  /// The maximum width of the entitlements: the facts stay near them.
  private static let maxRightsWidth = 96

  init(_ screen: UserScreen, _ view: ViewContext) {
    self.view = view
    width = view.size.columns - 3
    guard let userDetails = screen.userDetails else { return }
    let facts = OverviewFacts(userDetails, screen.subjectHistory, view)
    addHeader(userDetails)
    addAccess(screen.subjectHistory?.access, of: userDetails)
    let timeline = Gantt.chart(of: userDetails, width: width, view)
    if view.size.columns >= Self.minColumnsBeside {
      let rest = timeline.count + events(screen.subjectHistory, room: 0).count
      addBeside(userDetails, facts.rows(width: Self.factsWidth), beforeRows: rest)
    } else {
      let summary = facts.summary(width: width) + [.blank]
      let rights = OverviewRights(userDetails, view, width: width).lines
      // On the smallest screens only the entitlements are visible without scrolling.
      lines += view.layout.usesCards ? [.blank] + rights + summary : summary + rights
    }
    // The chart comes before the events.
    lines += timeline
    let room = view.layout.body.rows - view.layout.tabRows - lines.count
    lines += events(screen.subjectHistory, room: room)
    while lines.last == .blank { lines.removeLast() }
  }

  /// The instants displayed relative to now, beside the ends of entitlements.
  static func instants(of userDetails: UserDetails, at now: Date) -> [Date] {
    let newest = userDetails.orders.map(\.purchasedAt).max()
    let phases = userDetails.lives.values.compactMap { $0.last { $0.contains(now) } }
    return [userDetails.user.firstSeenAt] + (newest.map { [$0] } ?? [])
      + userDetails.subscriptions.map(\.accessUntil) + phases.map(\.from)
      + phases.compactMap(\.until) + userDetails.entitlements.map(\.from)
  }

  private mutating func addHeader(_ userDetails: UserDetails) {
    let user = userDetails.user
    let id = SafeText(user.id.raw)
    var names: [SafeText] = []
    if let name = user.name { names.append(SafeText(name)) }
    if let email = user.email { names.append(SafeText(email)) }
    if names.isEmpty { names.append(id) }
    var line = StyledLine(names[0].truncated(to: width, view.glyphs), .title)
    for name in names.dropFirst() where line.end + 6 < width {
      line.add("   \(name.truncated(to: width - line.end - 3, view.glyphs))", .text)
    }
    let named: SafeText = "user \(id.truncated(to: 36, .middle, view.glyphs))"
    let note = userDetails.directoryNote.map { SafeText("directory: \($0)") } ?? .empty
    let isSandbox =
      !userDetails.orders.isEmpty && userDetails.orders.allSatisfy { $0.environment != .production }
    let badge: SafeText = isSandbox ? "[S] sandbox only" : .empty
    if line.end + 3 + named.width <= width {
      line.add("   \(named)", .secondary)
      lines.append(line)
    } else {
      lines += [line, StyledLine(named.truncated(to: width, .middle, view.glyphs), .secondary)]
    }
    if !note.isEmpty {
      lines.append(StyledLine(note.truncated(to: width, view.glyphs), .muted))
    }
    if !badge.isEmpty {
      if let last = lines.indices.last, lines[last].end + 3 + badge.width <= width {
        lines[last].add("   \(badge)", .sandbox)
      } else {
        lines.append(StyledLine(badge, .sandbox))
      }
    }
  }

  /// Adds the access verdict, or a blank line while it is not loaded.
  private mutating func addAccess(_ access: Diagnosis.Verdict?, of userDetails: UserDetails) {
    let apps = Set(userDetails.orders.map(\.app))
    let sentence = access.map { SafeText.sentence($0.sentence, of: apps) } ?? .empty
    let (mark, role) = access?.code.mark(view.glyphs) ?? (.empty, .text)
    let parts = sentence.wrapped(to: width - 2, limit: 3, view.glyphs)
    lines.add(StyledLine(mark, role), parts, .title, at: 2)
    if access == nil { lines.append(.blank) }
    if !view.layout.usesCards { lines.append(.blank) }
  }

  /// Adds the entitlements with the facts at the right edge. What was spent by month is between
  /// them or, if there is no room, below the entitlements, as far as `beforeRows` more rows fit.
  private mutating func addBeside(
    _ userDetails: UserDetails,
    _ facts: [StyledLine],
    beforeRows: Int
  ) {
    let spend = SpendByMonth(userDetails.orders, view)?.lines ?? []
    let spendWidth = spend.map(\.end).max() ?? 0
    let start = min(width - Self.factsWidth, Self.maxRightsWidth + spendWidth + 4)
    let between = start - 4 - spendWidth
    if spend.isEmpty || between - 4 >= Self.minRightsWidth {
      let room = spend.isEmpty ? start - 4 : between - 4
      let rights = OverviewRights(userDetails, view, width: room).lines
      return add([(0, rights), (between, spend), (start, facts)])
    }
    let rights = OverviewRights(userDetails, view, width: start - 4).lines
    let height = view.layout.body.rows - view.layout.tabRows
    let rows = max(rights.count + spend.count, facts.count) + 1
    let fits =
      spendWidth <= start - 4
      && (rights.count + spend.count <= facts.count || lines.count + rows + beforeRows <= height)
    add([(0, fits ? rights + spend : rights), (start, facts)])
  }

  /// Adds blocks of lines beside each other, each at a column.
  private mutating func add(_ blocks: [(column: Int, lines: [StyledLine])]) {
    for row in 0..<(blocks.map(\.lines.count).max() ?? 0) {
      var line = StyledLine.blank
      for block in blocks where row < block.lines.count {
        for run in block.lines[row].runs {
          line.add(run.text, run.role, at: block.column + run.column)
        }
      }
      lines.append(line)
    }
    if lines.last != .blank { lines.append(.blank) }
  }

  /// The latest events that fit into a number of rows, at least a few, the newest first.
  private func events(_ subjectHistory: SubjectHistory?, room: Int) -> [StyledLine] {
    let past = subjectHistory?.events.filter { !$0.isScheduled && $0.storeAt <= view.now } ?? []
    guard !past.isEmpty else { return [] }
    let newest = past.suffix(max(Self.minEvents, room - 1)).reversed()
    let others = subjectHistory?.others ?? [:]
    var lines = [StyledLine("LATEST EVENTS", .columnTitle)]
    for event in newest {
      let time =
        view.layout.usesCards ? view.clock.day(event.storeAt) : view.clock.text(event.storeAt)
      var line = StyledLine(time, .secondary)
      let start = view.layout.usesCards ? 12 : 18
      let mark = event.environment?.mark.text ?? .empty
      let sentence = SubjectHistory.sentence(for: event, others)
      let room = width - start - (mark.isEmpty ? 0 : mark.width + 1)
      line.add(sentence.truncated(to: room, view.glyphs), .text, at: start)
      if !mark.isEmpty { line.add(" \(mark)", .sandbox) }
      lines.append(line)
    }
    return lines
  }
}

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
    view.clock.withDistance(instant, view.clock.day)
  }

  /// Adds what was paid in production and not refunded, a sum for each currency.
  private mutating func addMoney(_ orders: [Order]) {
    let sales = orders.filter(\.isPaid)
    var sums: [Currency: Int64] = [:]
    for price in sales.compactMap(\.terms?.price) {
      let sum = sums[price.currency, default: 0].addingReportingOverflow(price.nanos)
      guard !sum.overflow else { return }
      sums[price.currency] = sum.partialValue
    }
    let unknown = sales.count { $0.terms?.price == nil }
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
    let rejected = userDetails.documents.count { $0.verdict != .genuine && !$0.isAcceptedKey }
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
    let notes = subjectHistory.notes
    guard let newest = notes.first else { return }
    let count: SafeText = notes.count > 1 ? "\(notes.count), newest: " : .empty
    add(notes.count > 1 ? "notes" : "note", "\(count)\(SafeText(newest.text))")
  }

  /// The facts, a line each.
  func rows(width: Int) -> [StyledLine] {
    var lines = [StyledLine("CUSTOMER", .columnTitle)]
    for fact in facts {
      let values = fact.value.wrapped(to: width - Self.nameWidth, limit: 2, view.glyphs)
      lines.add(StyledLine(fact.name, .secondary), values, fact.role, at: Self.nameWidth)
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
