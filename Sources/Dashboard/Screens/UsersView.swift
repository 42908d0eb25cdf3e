import Entitlements
import Foundation

/// The list of users: who holds what, and until when.
struct UsersView {
  let state: State

  func draw(in rect: Rect, on frame: inout Frame) {
    let listing = state.home.listing
    if listing.rows.isEmpty, let failure = listing.failure {
      return frame.write(
        placeholder: ["\(failure)", "Press r to ask again."],
        in: rect,
        isError: true
      )
    }
    guard listing.total != nil else { return }
    let shown = listing.scroll.shown(count: listing.rows.count, height: state.layout.listHeight())
    table.draw(
      listing.rows[shown],
      cursor: listing.scroll.index - shown.lowerBound,
      in: rect,
      cards: state.layout.usesCards,
      state.glyphs,
      on: &frame
    )
  }

  private var table: Table<UserRow> {
    let clock = state.clock
    let glyphs = state.glyphs
    return Table(
      columns: [
        Column(title: "USER", width: 10...26, priority: 0) {
          TableCell(SafeText($0.id.raw), .title, cut: .middle)
        },
        Column(title: "NAME", width: 16...24, priority: 6) {
          TableCell(SafeText($0.name ?? ""))
        },
        Column(title: "E-MAIL", width: 18...32, priority: 2) {
          TableCell(SafeText($0.email ?? ""), .secondary)
        },
        Column(title: "STATE", width: 5...5, priority: 0, cell: badge),
        Column(title: "ENV", width: 3...3, priority: 0, cell: environment),
        Column(title: "PRODUCT", width: 12...28, priority: 3) {
          TableCell(product($0), cut: .middle)
        },
        Column(title: "UNTIL", width: 16...16, priority: 5) { TableCell(until($0), .secondary) },
        Column(title: "ORDERS", width: 6...6, priority: 7, alignment: .right) {
          TableCell(.grouped($0.orders))
        },
        Column(title: "STORES", width: 6...16, priority: 8) {
          TableCell(.joined($0.stores.map(\.word), by: " "), .muted)
        },
        Column(title: "LAST PURCHASE", width: 16...16, priority: 4) {
          TableCell(last($0, clock), .secondary)
        },
      ],
      card: { row in
        Card(
          title: TableCell(SafeText(row.email ?? row.name ?? row.id.raw), .title, cut: .middle),
          mark: mark(row),
          detail: TableCell(product(row), .secondary, cut: .middle),
          note: TableCell(until(row, clock.day), .secondary)
        )
      },
      emptiness: emptiness(glyphs)
    )
  }

  private func badge(_ row: UserRow) -> TableCell {
    guard let order = row.leading else { return TableCell(state.glyphs.dash, .muted) }
    return Badge(order.state(at: state.now), state.glyphs).cell
  }

  private func environment(_ row: UserRow) -> TableCell {
    // The state is the leading sale's; what else was bought in a sandbox is on the user's page.
    (row.leading?.environment ?? row.environments.first)?.mark ?? .empty
  }

  private func mark(_ row: UserRow) -> TableCell {
    let badge = badge(row)
    let mark = environment(row).text
    return TableCell(mark.isEmpty ? badge.text : "\(mark) \(badge.text)", badge.role)
  }

  private func product(_ row: UserRow) -> SafeText {
    row.leading.map { .product($0.productID, of: $0.app) } ?? "no purchases"
  }

  private func until(_ row: UserRow, _ tell: ((Date) -> SafeText)? = nil) -> SafeText {
    guard let order = row.leading else { return .empty }
    return order.endText(tell ?? state.clock.text, state.glyphs)
  }

  private func last(_ row: UserRow, _ clock: Clock) -> SafeText {
    row.lastPurchasedAt == .distantPast ? "never" : clock.text(row.lastPurchasedAt)
  }

  private func emptiness(_ glyphs: GlyphSet) -> [SafeText] {
    guard !state.home.filter.isEmpty else {
      return [
        "No users yet.",
        "Users come with the receipts filed for them: purser receipt import FILE --user ID",
      ]
    }
    let filter = SafeText(state.home.filter).truncated(to: 40, glyphs)
    if let fault = state.home.fault(at: state.now) {
      return ["\(filter) is no query", SafeText(fault.description), "Esc clears the filter."]
    }
    let kinds = Set(Identifier.all(in: state.home.filter).map(\.kind))
    let names = Identifier.Kind.allCases.filter(kinds.contains).map { SafeText($0.title) }
    let searched: SafeText =
      names.isEmpty
      ? "Searched the beginnings of user IDs, names, e-mail addresses and products."
      : "Searched by \(SafeText.joined(names, by: ", "))."
    return ["No user matches \(filter)", searched, "Esc clears the filter."]
  }
}

extension Order {
  /// When access by this sale ends; what does not grant access over time has no end to show.
  func endText(_ tell: (Date) -> SafeText, _ glyphs: GlyphSet) -> SafeText {
    if let accessUntil { return tell(accessUntil) }
    return kind == .nonConsumable ? glyphs.infinite : .empty
  }
}
