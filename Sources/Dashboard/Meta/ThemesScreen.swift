import Entitlements
import Foundation

/// The available themes. The one under the cursor is previewed; Enter applies it, leaving discards
/// the preview.
struct ThemesScreen: Screen {
  private var cards = Fetched<[ThemeCard]>()
  private var loading: Loading?
  private var loaded: [String: Outcome<Theme>] = [:]
  /// The current theme, which the cursor begins on.
  private(set) var kept: String
  private var scroll = Scroll()
  private var hasBegun = false

  init(kept: String) { self.kept = kept }

  /// A theme that is being loaded.
  private struct Loading: Equatable {
    var name: String
    var pending: Pending
  }

  var breadcrumb: SafeText { "themes" }
  var equivalentCommand: [String]? { ["themes"] }
  var waiting: Waiting? { cards.waiting }
  var opensNothing: Bool { preview == nil }
  var preview: Theme? {
    guard let current, case .value(let theme) = loaded[current.name] else { return nil }
    return theme
  }

  private var current: ThemeCard? {
    guard let cards = cards.value, cards.indices.contains(scroll.index) else { return nil }
    return cards[scroll.index]
  }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    cards.loadIfNeeded(.meta(.themes), &context)
    scroll.clamp(count: cards.value?.count ?? 0, height: context.view.layout.body.rows)
    // Loads one theme at a time, so that scrolling skips the ones passed.
    guard loading == nil, let current, loaded[current.name] == nil else { return }
    let pending = context.query(.meta(.theme(name: current.name)))
    loading = Loading(name: current.name, pending: pending)
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    if let loading, loading.pending.number == request {
      self.loading = nil
      loaded[loading.name] =
        switch outcome {
        case .value(.theme(let theme)): .value(theme)
        case .value: .failure("There was no theme in the answer.")
        case .failure(let reason): .failure(reason)
        }
      return
    }
    let isAccepted = cards.accept(outcome, to: request)
    guard isAccepted, !hasBegun, let all = cards.value else { return }
    hasBegun = true
    scroll.index = all.firstIndex { $0.name == kept } ?? 0
  }

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    let height = context.view.layout.body.rows
    if let motion = Motion(action, height: height) {
      scroll.move(motion, count: cards.value?.count ?? 0, height: height)
      return true
    }
    switch action {
    case .open:
      guard let preview, let current else { return true }
      kept = current.name
      context.apply(preview)
    case .refresh:
      loaded = [:]
      cards.markStale()
    default: return false
    }
    return true
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    guard let all = cards.value else {
      return frame.write(placeholder: cards.failure, missing: nil, in: rect)
    }
    var list = rect
    let width = min(34, rect.columns)
    if rect.columns >= 70 {
      let sample = list.takeRight(rect.columns - width)
      ThemeSample(view).draw(in: sample.insetColumns(2, 1), failure: failure, on: &frame)
    }
    for (offset, index) in scroll.shown(count: all.count, height: list.rows).enumerated() {
      draw(all[index], at: list.row + offset, isCurrent: index == scroll.index, list, view, &frame)
    }
  }

  private var failure: String? {
    guard let current, case .failure(let reason) = loaded[current.name] else { return nil }
    return reason
  }

  private func draw(
    _ card: ThemeCard,
    at row: Int,
    isCurrent: Bool,
    _ rect: Rect,
    _ view: ViewContext,
    _ frame: inout Frame
  ) {
    if card.name == kept { frame.write(view.glyphs.marked, .accent, at: rect.column + 1, row) }
    let kind = SafeText(card.kind.rawValue)
    let room = rect.columns - 6 - kind.width
    let name = SafeText(card.name).truncated(to: room, .middle, view.glyphs)
    frame.write(name, .text, at: rect.column + 3, row, until: rect.endColumn)
    frame.write(kind, .muted, endingAt: rect.endColumn - 1, row)
    guard isCurrent else { return }
    frame.drawCursor(in: rect, row, view.glyphs)
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    if let failure = cards.failure ?? failure {
      status.add("! \(failure)", .error)
    } else if let path = current?.place, !path.isEmpty {
      status.add(SafeText(path).truncated(to: view.size.columns / 2, .middle, view.glyphs), .muted)
    }
  }
}

/// A sample of every role, for previewing a theme.
private struct ThemeSample {
  private let view: ViewContext

  init(_ view: ViewContext) { self.view = view }

  func draw(in rect: Rect, failure: String?, on frame: inout Frame) {
    if let failure {
      let lines = SafeText(failure).wrapped(to: rect.columns, limit: 6, view.glyphs)
      frame.draw(lines.map { StyledLine($0, .error) }, in: rect)
      return
    }
    frame.draw(lines, in: rect)
    let row = rect.row + 2
    if row < rect.endRow { frame.select(row: row, from: rect.column, to: rect.endColumn) }
  }

  private var lines: [StyledLine] {
    var lines = [StyledLine("Ada Lovelace", .title), row("PRODUCT", "STATE", .columnTitle)]
    lines[1].add("PRICE", .columnTitle, at: 28)
    let states: [SubscriptionState] = [
      .active, .trial, .gracePeriod, .billingRetry, .paused, .autoRenewOff, .expired, .refunded,
      .revoked, .pending, .unverified,
    ]
    for (offset, state) in states.enumerated() {
      let badge = Badge(state, view.glyphs)
      var line = row(offset.isMultiple(of: 2) ? "pro.monthly" : "coins.500", badge.text, badge.role)
      line.add("9.99 EUR", .secondary, at: 28)
      lines.append(line)
    }
    lines += [.blank, sentence]
    var keys = StyledLine("Enter", .hintKey)
    keys.add(" open  ", .hint)
    keys.add("/", .hintKey)
    keys.add(" filter  ", .hint)
    keys.add("[S]", .sandbox)
    keys.add(" sandbox  ", .text)
    keys.add("found", .match)
    lines += [keys, StyledLine(.repeated("\(String(view.glyphs.rule))", 36), .rule)]
    var prompt = StyledLine("> ", .prompt)
    prompt.add("GPA.3372-4648-1234-56789", .text)
    return lines + [prompt, StyledLine("! error: the store could not be reached", .error)]
  }

  private var sentence: StyledLine {
    StyledLine("bought ", .text)
      .adding("2 h ago ", .secondary)
      .adding("in another country", .muted)
  }

  private func row(_ product: SafeText, _ state: SafeText, _ role: Role) -> StyledLine {
    StyledLine(product, role == .columnTitle ? role : .text).adding(state, role, at: 16)
  }
}
