import Entitlements

/// The overview of a user: who it is, what they hold now, and how that came about.
struct OverviewContent {
  private(set) var lines: [StyledLine] = []

  var lineCount: Int { lines.count }

  private let view: Viewpoint
  private let width: Int

  init(_ screen: UserScreen, _ view: Viewpoint) {
    self.view = view
    width = view.size.columns - 3
    guard let dossier = screen.dossier else { return }
    addHeader(dossier)
    addRights(dossier)
    addTimeline(dossier)
  }

  private mutating func addHeader(_ dossier: Dossier) {
    let user = dossier.user
    let separator: SafeText = "  \(view.glyphs.dot)  "
    var names: [SafeText] = []
    if let name = user.name { names.append(SafeText(name)) }
    if let email = user.email { names.append(SafeText(email)) }
    if names.isEmpty { names.append(SafeText(user.id.raw)) }
    var line = StyledLine(names[0], .title)
    for name in names.dropFirst() { line.add("   \(name)", .text) }
    lines.append(line)

    let rejected = dossier.documents.count {
      if case .rejected = $0.verdict { true } else { false }
    }
    let refused: SafeText = rejected > 0 ? ", \(rejected) rejected" : ""
    let facts: [SafeText] = [
      "user \(SafeText(user.id.raw).truncated(to: 36, .middle, view.glyphs))",
      .plural(dossier.orders.count, "order"),
      "\(SafeText.plural(dossier.documents.count, "receipt"))\(refused)",
      "first seen \(view.clock.day(user.firstSeenAt))",
    ]
    let text = SafeText.joined(facts, by: separator)
    lines += text.wrapped(to: width, limit: 2, view.glyphs).map { StyledLine($0, .secondary) }
    lines.append(.blank)
  }

  private mutating func addRights(_ dossier: Dossier) {
    lines.append(StyledLine("ENTITLEMENTS", .columnTitle))
    guard !dossier.entitlements.isEmpty else {
      lines += [
        StyledLine("none: no purchase on file grants a lasting entitlement", .secondary), .blank,
      ]
      return
    }
    let labels = dossier.entitlements.map { label($0, dossier) }
    let room = min(labels.map(\.width).max() ?? 0, max(12, width * 2 / 5))
    let isMarked = dossier.entitlements.contains { $0.environment != .production }
    for (right, label) in zip(dossier.entitlements, labels) {
      let now = stateNow(of: right, dossier)
      let badge = Badge(now, view.glyphs)
      var line = StyledLine(badge.text, badge.role)
      if view.layout.usesCards {
        line.add(label.truncated(to: width - 12, .middle, view.glyphs), .text, at: 7)
        line.add(right.environment.mark.text, .sandbox, at: width - 3)
        lines.append(line)
        lines.append(
          StyledLine(sentence(right, now).truncated(to: width - 7, view.glyphs), .secondary, at: 7)
        )
        continue
      }
      line.add(label.truncated(to: room, .middle, view.glyphs), .text, at: 7)
      let mark = right.environment.mark
      line.add(mark.text, mark.role, at: 9 + room)
      let start = 9 + room + (isMarked ? 5 : 0)
      line.add(
        sentence(right, now).truncated(to: width - start, view.glyphs),
        .secondary,
        at: start
      )
      lines.append(line)
    }
    lines.append(.blank)
  }

  private func label(_ right: Entitlement, _ dossier: Dossier) -> SafeText {
    let source = dossier.orders.first { $0.id == right.source }
    return source.map { .product(right.key, of: $0.app) } ?? SafeText(right.key)
  }

  /// What the sale behind a right is, where it is on file.
  private func stateNow(of right: Entitlement, _ dossier: Dossier) -> SubscriptionState {
    if let source = dossier.orders.first(where: { $0.id == right.source }) {
      let chain = dossier.subscriptions.first { $0.id == source.subscription }
      return chain.map { dossier.state(of: $0, at: view.now) } ?? source.state(at: view.now)
    }
    return right.isActive(at: view.now) ? .active : .expired
  }

  private func sentence(_ right: Entitlement, _ now: SubscriptionState) -> SafeText {
    let phrase = SafeText(Wording.phrase(for: now))
    guard let until = right.until else {
      return now.grantsAccess ? "\(phrase), without end" : phrase
    }
    let clock = view.clock
    let time = clock.zone == .relative ? clock.relative(until) : clock.absolute(until)
    let distance: SafeText = clock.zone == .relative ? "" : " (\(clock.relative(until)))"
    switch now {
    case .autoRenewOff: return "active until \(time)\(distance), no renewal"
    case .billingRetry, .paused: return "\(phrase) since \(time)\(distance)"
    default:
      let until: SafeText = now.grantsAccess ? " until" : ""
      return "\(phrase)\(until) \(time)\(distance)"
    }
  }

  private mutating func addTimeline(_ dossier: Dossier) {
    let lanes = TimelineLanes(dossier, view).lanes
    guard let gantt = Gantt(lanes, clock: view.clock, width: width, view.glyphs) else { return }
    var clock = view.clock
    if clock.zone == .relative { clock.zone = .utc }
    var title = StyledLine("TIMELINE", .columnTitle)
    title.add("  \(clock.day(gantt.from)) to \(clock.day(gantt.until))", .muted)
    lines.append(title)
    lines += gantt.lines
  }
}
