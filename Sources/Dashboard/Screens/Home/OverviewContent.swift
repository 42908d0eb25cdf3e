import Entitlements
import Foundation

/// The overview of a user: identity, entitlements, payments and latest events.
struct OverviewContent {
  private(set) var lines: [StyledLine] = []

  var lineCount: Int { lines.count }

  private let view: ViewContext
  private let width: Int

  /// The minimum screen width with the customer's facts beside the entitlements.
  private static let minColumnsBeside = 110
  private static let factsWidth = 42
  private static let maxEvents = 5

  init(_ screen: UserScreen, _ view: ViewContext) {
    self.view = view
    width = view.size.columns - 3
    guard let userDetails = screen.userDetails else { return }
    let facts = OverviewFacts(userDetails, screen.subjectHistory, view)
    addHeader(userDetails)
    addAccess(screen.subjectHistory?.access, of: userDetails)
    if view.size.columns >= Self.minColumnsBeside {
      let rights = OverviewRights(userDetails, view, width: width - Self.factsWidth - 4).lines
      addBeside(rights, facts.rows(width: Self.factsWidth))
    } else {
      let summary = facts.summary(width: width) + [.blank]
      let rights = OverviewRights(userDetails, view, width: width).lines
      // On the smallest screens only the entitlements are visible without scrolling.
      lines += view.layout.usesCards ? [.blank] + rights + summary : summary + rights
    }
    let events = events(screen.subjectHistory)
    // The chart comes before the events.
    addTimeline(userDetails)
    lines += events
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
    let isSandbox =
      !userDetails.orders.isEmpty && userDetails.orders.allSatisfy { $0.environment != .production }
    let badge: SafeText = isSandbox ? "[S] sandbox only" : .empty
    if line.end + 3 + named.width <= width {
      line.add("   \(named)", .secondary)
      lines.append(line)
    } else {
      lines += [line, StyledLine(named.truncated(to: width, .middle, view.glyphs), .secondary)]
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
    for (index, text) in sentence.wrapped(to: width - 2, limit: 3, view.glyphs).enumerated() {
      var line = StyledLine(index == 0 ? mark : .empty, role)
      line.add(text, .title, at: 2)
      lines.append(line)
    }
    if access == nil { lines.append(.blank) }
    if !view.layout.usesCards { lines.append(.blank) }
  }

  private mutating func addBeside(_ left: [StyledLine], _ right: [StyledLine]) {
    let start = width - Self.factsWidth
    for row in 0..<max(left.count, right.count) {
      var line = row < left.count ? left[row] : .blank
      if row < right.count {
        for run in right[row].runs { line.add(run.text, run.role, at: start + run.column) }
      }
      lines.append(line)
    }
    if lines.last != .blank { lines.append(.blank) }
  }

  private mutating func addTimeline(_ userDetails: UserDetails) {
    let lanes = TimelineLanes(userDetails, view).lanes
    guard let gantt = Gantt(lanes, clock: view.clock, width: width, view.glyphs) else { return }
    var clock = view.clock
    if clock.zone == .relative { clock.zone = .utc }
    var title = StyledLine("TIMELINE", .columnTitle)
    title.add("  \(clock.day(gantt.from)) to \(clock.day(gantt.until))", .muted)
    lines.append(title)
    lines += gantt.lines + [.blank]
  }

  /// The latest events, the newest first.
  private func events(_ subjectHistory: SubjectHistory?) -> [StyledLine] {
    let past = subjectHistory?.events.filter { !$0.isScheduled && $0.storeAt <= view.now } ?? []
    guard !past.isEmpty else { return [] }
    let newest = past.suffix(Self.maxEvents).reversed()
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
