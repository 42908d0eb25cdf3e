import Entitlements
import Foundation

extension UserRow: ListRow {
  private static let column = ColumnMaker { if case .user(let row) = $0 { row } else { nil } }

  static let list = ListDescriptor(
    noun: "user",
    help: "all users with known purchases",
    emptyMessage: [
      "No users yet.", "Importing a receipt adds its user: purser import FILE --user ID",
    ],
    sortNames: [.purchased: "last purchase", .email: "e-mail"],
    total: { $0.summary.users },
    columns: [
      column(
        "USER",
        "id",
        11...16,
        0,
        whole: ColumnMaker<UserRow>.idWidth,
        sort: .id,
        .text(.user) { $0.id.raw }
      ) { row, _ in
        TableCell(SafeText(row.id.raw), .title, cut: .middle)
      },
      column.text("NAME", "name", 14...24, 1, whole: 40, sort: .name, .text(.name, \.name)) {
        $0.name ?? ""
      },
      column.text(
        "E-MAIL",
        "email",
        26...40,
        0,
        whole: 60,
        sort: .email,
        .text(.email, \.email),
        role: .secondary
      ) {
        $0.email ?? ""
      },
      column("STATE", "state", 5...5, 0, .state { $0.state(at: $1) }) { $0.badge($1) },
      // The state is that of the leading sale; the user's screen shows other environments.
      column.environment(\.environment),
      column(
        "PRODUCT",
        "productId",
        14...24,
        2,
        whole: 40,
        .knownText(.product) { $0.leading?.productID }
      ) {
        row,
        _ in TableCell(row.product, cut: .middle)
      },
      column("UNTIL", "until", 10...10, 3) { TableCell($0.until($1), .secondary) },
      column.number("ORDERS", "orders", 6...6, 5) { .grouped($0.orders) },
      column("STORES", "stores", 6...16, 6, .store(\.stores.first)) { row, _ in
        TableCell(.joined(row.stores.map(\.word), by: " "), .muted)
      },
      column("FLAGS", "flags", 5...24, 7) { row, _ in
        TableCell(.joined(row.flags, by: " "), .warn)
      },
      column.text("ASSIGNED TO", "assignee", 11...20, 9, role: .accent) { $0.assignee ?? "" },
      column("FIRST SEEN", "firstSeenAt", 10...16, 8) {
        TableCell.known($0.firstSeenAt.map($1.clock.day), $1.glyphs, .secondary)
      },
      column(
        "LAST PURCHASE",
        "lastPurchasedAt",
        13...16,
        4,
        sort: .purchased,
        .day(.purchased) { $0.lastPurchasedAt == .distantPast ? nil : $0.lastPurchasedAt }
      ) { row, view in
        let isKnown = row.lastPurchasedAt != .distantPast
        return TableCell(isKnown ? view.clock.day(row.lastPurchasedAt) : "never", .secondary)
      },
    ],
    card: column.card { row, view in
      Card(
        title: TableCell(SafeText(row.email ?? row.name ?? row.id.raw), .title, cut: .middle),
        mark: .marked(row.badge(view), row.environment),
        detail: TableCell(row.product, .secondary, cut: .middle),
        note: TableCell(row.until(view), .secondary)
      )
    }
  )

  var identity: String { id.raw }
  var primaryID: String { id.raw }
  var displayName: SafeText? { SafeText(id.raw) }
  var userID: ID<User>? { id }

  var details: [RowDetail] {
    [
      .time("ACCESS UNTIL", accessUntil), .time("LAST BOUGHT", leading?.purchasedAt),
      .text("LEADING SALE", leading?.id.raw),
      .text("ENVIRONMENTS", environments.map(\.rawValue).joined(separator: " ")),
    ]
  }

  func open(_ context: inout ScreenContext) { context.open(UserScreen(id: id)) }

  func changes(_ view: ViewContext) -> [Date?] {
    [
      view.nextStateChange(at: accessUntil), view.nextLabelChange(of: lastPurchasedAt),
      view.nextLabelChange(of: accessUntil), view.nextLabelChange(of: firstSeenAt),
    ]
  }

  private var environment: Environment? { leading?.environment ?? environments.first }

  private func badge(_ view: ViewContext) -> TableCell {
    guard let state = state(at: view.now) else { return TableCell(view.glyphs.dash, .muted) }
    return Badge(state, view.glyphs).cell
  }

  private var product: SafeText {
    leading.map { .product($0.productID, of: $0.app) } ?? "no purchases"
  }

  private func until(_ view: ViewContext) -> SafeText {
    accessUntil.map(view.clock.day) ?? leading?.endText(view.clock.day, view.glyphs) ?? .empty
  }

  /// What is unusual about a user, as far as the row shows.
  private var flags: [SafeText] {
    var flags: [SafeText] = []
    if id.raw.hasPrefix("anonymous-") { flags.append("anon") }
    if leading?.isFamilyShared == true { flags.append("family") }
    if leading?.cancelledAt != nil { flags.append("refund") }
    if environments.count > 1 { flags.append("mixed") }
    return flags
  }
}

extension Order {
  /// When access by this sale ends; empty for sales that grant no access over time.
  func endText(_ format: (Date) -> SafeText, _ glyphs: GlyphSet) -> SafeText {
    if let grantedUntil { return format(grantedUntil) }
    return kind == .nonConsumable && isConfirmed ? glyphs.infinite : .empty
  }
}
