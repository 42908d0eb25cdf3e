import Entitlements
import Foundation

/// The overview of a user: who it is, what they hold and pay, and how that came about.
struct OverviewContent {
  private(set) var lines: [StyledLine] = []

  var lineCount: Int { lines.count }

  private let view: Viewpoint
  private let width: Int

  /// From so many columns on, what is known of the customer stands beside what they hold.
  private static let leastBeside = 110
  private static let factsWidth = 42
  private static let mostEvents = 5

  init(_ screen: UserScreen, _ view: Viewpoint) {
    self.view = view
    width = view.size.columns - 3
    guard let dossier = screen.dossier else { return }
    let facts = OverviewFacts(dossier, screen.chronicle, view)
    addHeader(dossier)
    addAccess(screen.chronicle?.access, of: dossier)
    if view.size.columns >= Self.leastBeside {
      let rights = OverviewRights(dossier, view, width: width - Self.factsWidth - 4).lines
      addBeside(rights, facts.rows(width: Self.factsWidth))
    } else {
      let summary = facts.summary(width: width) + [.blank]
      let rights = OverviewRights(dossier, view, width: width).lines
      // On the smallest screens what is held is all that is seen at once.
      lines += view.layout.usesCards ? [.blank] + rights + summary : summary + rights
    }
    let events = events(screen.chronicle)
    // What does not fit is scrolled to, and the picture says more at once.
    addTimeline(dossier)
    lines += events
    while lines.last == .blank { lines.removeLast() }
  }

  /// What it tells the distance of, beside the ends of rights.
  static func instants(of dossier: Dossier, at now: Date) -> [Date] {
    let newest = dossier.orders.map(\.purchasedAt).max()
    let phases = dossier.lives.values.compactMap { $0.last { $0.contains(now) } }
    return [dossier.user.firstSeenAt] + (newest.map { [$0] } ?? [])
      + dossier.subscriptions.map(\.accessUntil) + phases.map(\.from)
      + phases.compactMap(\.until) + dossier.entitlements.map(\.from)
  }

  private mutating func addHeader(_ dossier: Dossier) {
    let user = dossier.user
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
      !dossier.orders.isEmpty && dossier.orders.allSatisfy { $0.environment != .production }
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

  /// How access stands. Its place is kept free while that is not known.
  private mutating func addAccess(_ access: Diagnosis.Verdict?, of dossier: Dossier) {
    let apps = Set(dossier.orders.map(\.app))
    let words = access.map { SafeText.sentence($0.sentence, of: apps) } ?? .empty
    let (mark, role) = access?.code.mark(view.glyphs) ?? (.empty, .text)
    for (place, text) in words.wrapped(to: width - 2, limit: 3, view.glyphs).enumerated() {
      var line = StyledLine(place == 0 ? mark : .empty, role)
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

  private mutating func addTimeline(_ dossier: Dossier) {
    let lanes = TimelineLanes(dossier, view).lanes
    guard let gantt = Gantt(lanes, clock: view.clock, width: width, view.glyphs) else { return }
    var clock = view.clock
    if clock.zone == .relative { clock.zone = .utc }
    var title = StyledLine("TIMELINE", .columnTitle)
    title.add("  \(clock.day(gantt.from)) to \(clock.day(gantt.until))", .muted)
    lines.append(title)
    lines += gantt.lines + [.blank]
  }

  /// What happened last, newest first.
  private func events(_ chronicle: Chronicle?) -> [StyledLine] {
    let past = chronicle?.events.filter { !$0.isScheduled && $0.storeAt <= view.now } ?? []
    guard !past.isEmpty else { return [] }
    let newest = past.suffix(Self.mostEvents).reversed()
    let others = chronicle?.others ?? [:]
    var lines = [StyledLine("LATEST EVENTS", .columnTitle)]
    for event in newest {
      let time =
        view.layout.usesCards ? view.clock.day(event.storeAt) : view.clock.text(event.storeAt)
      var line = StyledLine(time, .secondary)
      let start = view.layout.usesCards ? 12 : 18
      let mark = event.environment?.mark.text ?? .empty
      let sentence = Chronicle.sentence(for: event, others)
      let room = width - start - (mark.isEmpty ? 0 : mark.width + 1)
      line.add(sentence.truncated(to: room, view.glyphs), .text, at: start)
      if !mark.isEmpty { line.add(" \(mark)", .sandbox) }
      lines.append(line)
    }
    return lines
  }
}
