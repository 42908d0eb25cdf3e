import Entitlements
import Foundation

/// What the status line says about the screen in front.
struct Status {
  /// From the left.
  var parts: [(SafeText, Role)] = []
  /// What the rows are ordered by.
  var order: SafeText?
  var waiting: SafeText?
  /// How many rows the line being typed has left.
  var matches: SafeText = .empty

  init(_ state: State) {
    if state.showsWaiting, let since = state.waitingSince {
      let tenths = Int(min(86_400, max(0, state.now.timeIntervalSince(since))) * 10 + 0.001)
      waiting = "loading\(state.glyphs.ellipsis) \(tenths / 10).\(tenths % 10) s"
    }
    if let top = state.helpTop {
      let height = state.layout.body.rows
      describeScroll(from: top, of: HelpContent(state).lineCount, height: height, state)
      return
    }
    switch state.above.last {
    case nil:
      describe(state.home.listing, filter: state.home.filter, "last purchase", state)
      if let fault = state.home.fault(at: state.now) { describe(fault) }
    case .receipts(let screen): describe(screen.listing, filter: "", "received", state)
    case .user(let screen): describe(screen, state)
    case .receipt(let screen): describe(screen, state)
    }
  }

  private mutating func describe<Row>(
    _ listing: Listing<Row>,
    filter: String,
    _ key: SafeText,
    _ state: State
  ) {
    if !filter.isEmpty {
      parts.append(("filter: \(SafeText(filter).truncated(to: 30, state.glyphs))", .match))
    }
    guard let total = listing.total else { return }
    matches = "\(total.text) found"
    if let failure = listing.failure {
      parts.append(("! \(failure)", .error))
    } else if let position = listing.position {
      parts.append(("\(SafeText.grouped(position)) of \(total.text)", .secondary))
    } else if listing.rows.isEmpty {
      if !filter.isEmpty { parts.append(("no match", .secondary)) }
    } else {
      parts.append(("of \(total.text)", .secondary))
    }
    if !listing.rows.isEmpty { order = "sorted: \(key) \(state.glyphs.sortedDown)" }
  }

  /// A filter that is no query; what is listed is what the last one found.
  private mutating func describe(_ fault: QueryFault) {
    matches = SafeText(fault.description)
    parts.append(("! \(matches)", .error))
  }

  private mutating func describe(_ screen: UserScreen, _ state: State) {
    guard screen.dossier != nil else { return }
    if let failure = screen.failure { parts.append(("! \(failure)", .error)) }
    for batch in state.batches where batch.user == screen.id && !batch.isOver {
      parts.append(("\(batch.deed.word): \(batch.progress)", .info))
    }
    let count = screen.count(of: screen.tab)
    switch screen.tab {
    case .overview:
      let height = state.layout.body.rows - state.layout.tabRows
      let lines = OverviewContent(screen, state).lineCount
      return describeScroll(from: screen.scroll.index, of: lines, height: height, state)
    case .orders: order = "sorted: purchased \(state.glyphs.sortedDown)"
    case .subs: order = "sorted: newest period \(state.glyphs.sortedDown)"
    case .receipts: order = "sorted: received \(state.glyphs.sortedDown)"
    }
    guard count > 0 else { return order = nil }
    let position = SafeText.grouped(min(screen.scroll.index, count - 1) + 1)
    parts.append(("\(position) of \(SafeText.grouped(count))", .secondary))
  }

  /// How much of a text lies below the screen.
  private mutating func describeScroll(from top: Int, of count: Int, height: Int, _ state: State) {
    let rest = count - top - height
    guard rest > 0 else { return }
    parts.append(("\(state.glyphs.below) \(SafeText.plural(rest, "more line"))", .secondary))
  }

  private mutating func describe(_ screen: ReceiptScreen, _ state: State) {
    if screen.isPanelAlone(columns: state.size.columns) {
      let height = state.layout.body.rows - Layout.panelBannerRows
      let count = PanelContent(screen, state, columns: state.size.columns - 2).lines.count
      return describeScroll(from: screen.panelTop, of: count, height: height, state)
    }
    guard let tree = screen.tree, let current = tree.current else { return }
    let separator: SafeText = " \(state.glyphs.crumb) "
    if !tree.search.isEmpty {
      let place = tree.matches.position(of: current).map { "\($0 + 1) of " as SafeText } ?? ""
      matches = tree.matches.isEmpty ? "no match" : "\(place)\(tree.matches.count)"
      parts.append(("search: \(SafeText(tree.search).truncated(to: 24, state.glyphs))", .match))
      parts.append((matches, .secondary))
    }
    let path = tree.path(to: current).map { SafeText($0, limit: 60) }
    parts.append((SafeText.joined(path, by: separator), .secondary))
    if screen.revealedAt != nil { order = "secrets shown" }
  }
}
