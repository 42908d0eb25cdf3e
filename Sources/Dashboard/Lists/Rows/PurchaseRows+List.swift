import Entitlements
import Foundation

// The lists of orders, one row for each transaction, and of subscriptions.

extension OrderRow: ListRow {
  private static let column = ColumnMaker {
    if case .order(let row) = $0 { row.order } else { nil }
  }

  static let list = ListDescriptor(
    noun: "order",
    help: "every sale",
    emptyMessage: ["No orders yet.", "Orders come with the receipts that mention them."],
    sortNames: [.id: "transaction"],
    total: { $0.summary.orders },
    columns: [
      column.time("PURCHASED", "purchasedAt", 0, sort: .purchased, clock: .purchased) {
        $0.purchasedAt
      },
      column("STATE", "state", 5...5, 0, .state { $0.saleState(at: $1) }) {
        Badge($0.saleState(at: $1.now), $1.glyphs).cell
      },
      column.environment(\.environment),
      column("PRODUCT", "productId", 14...28, 0, whole: 40, .text(.product, \.productID)) {
        order,
        _ in
        TableCell(.product(order.productID, of: order.app), .title, cut: .middle)
      },
      column("PRICE", "price", 10...14, 1, alignment: .right) {
        TableCell.known($0.terms?.price.map { SafeText($0.description) }, $1.glyphs)
      },
      column.user(10...16, 2, \.user),
      column("UNTIL", "expiresAt", 16...16, 3, .day(.expires, \.grantedUntil)) {
        TableCell($0.endText($1.clock.text, $1.glyphs), .secondary)
      },
      column.store(4, \.store),
      column(
        "TRANSACTION",
        "transactionId",
        16...30,
        5,
        whole: ColumnMaker<Order>.idWidth,
        sort: .id,
        .text(.txn, \.transactionID)
      ) { order, _ in TableCell(SafeText(order.transactionID), cut: .middle) },
      column("OFFER", "offer", 5...18, 6) { order, _ in
        TableCell(order.offer?.word ?? .empty, .info)
      },
      column.number("QTY", "quantity", 3...5, 7, .secondary) { .grouped($0.quantity) },
      column(
        "KIND",
        "kind",
        12...12,
        8,
        .choice({ .field(.kinds([$0])) }, { order, _ in order.kind })
      ) {
        order,
        _ in TableCell(order.kind.word, .secondary)
      },
    ],
    card: column.card { order, view in
      Card(
        title: TableCell(.product(order.productID, of: order.app), .title, cut: .middle),
        mark: .marked(Badge(order.saleState(at: view.now), view.glyphs).cell, order.environment),
        detail: TableCell(SafeText(order.transactionID), .secondary, cut: .middle),
        note: TableCell(view.clock.text(order.purchasedAt), .secondary)
      )
    }
  )

  var identity: String { order.id.raw }
  var primaryID: String { order.transactionID }
  var userID: ID<User>? { order.user }
  var chain: ID<Subscription>? { order.chain }
  var productID: String? { order.productID }
  var documentID: ID<Document>? { order.evidence }

  var details: [RowDetail] {
    [
      .text("APP", order.app), .text("PRODUCT ID", order.productID),
      .text("COUNTRY", order.terms?.country), .text("ORIGINAL ID", order.originalTransactionID),
      .time("FIRST BOUGHT", order.originalPurchasedAt), .time("CANCELLED", order.cancelledAt),
      .time("REFUNDED", order.refundedAt),
      .text("CHAIN IS", chainState.map { Wording.phrase(for: $0) }),
      .text("DOCUMENT", order.evidence.raw),
    ]
  }

  func open(_ context: inout ScreenContext) { context.open(ReceiptScreen(id: order.evidence)) }

  func changes(_ view: ViewContext) -> [Date?] {
    [
      view.nextStateChange(at: order.expiresAt), view.nextLabelChange(of: order.purchasedAt),
      view.nextLabelChange(of: order.expiresAt),
    ]
  }
}

extension SubscriptionRow: ListRow {
  private typealias Row = (row: SubscriptionRow, name: Subscription.Name?)

  private static let column = ColumnMaker<Row> {
    guard case .subscription(let row) = $0 else { return nil }
    return (row, Subscription.Name(row.id))
  }

  static let list = ListDescriptor(
    noun: "subscription",
    help: "every chain of renewals",
    emptyMessage: ["No subscriptions.", "A renewal chain appears with its first order."],
    sortNames: [.id: "original ID"],
    columns: [
      column("PRODUCT", "productId", 14...28, 0, whole: 40, .text(.product, \.row.productID)) {
        TableCell($0.row.product(of: $0.name, $1.glyphs), .title, cut: .middle)
      },
      column("STATE", "state", 5...5, 0, .state { row, _ in row.row.phase?.state }) {
        $0.row.badge($1.glyphs)
      },
      column.environment(\.name?.environment),
      column.user(10...16, 2, \.row.user),
      column(
        "UNTIL",
        "accessUntil",
        16...16,
        1,
        sort: .expires,
        .day(.expires, \.row.accessUntil)
      ) { TableCell($0.row.until($1), .secondary) },
      column("RENEWS", "renews", 6...6, 5) { row, view in
        switch row.row.phase?.renews {
        case true?: TableCell("yes", .good)
        case false?: TableCell("no", .warn)
        case nil: TableCell(view.glyphs.missing, .muted)
        }
      },
      column.time("SINCE", "startedAt", 4, sort: .started, \.row.startedAt),
      column(
        "ORIGINAL ID",
        "originalTransactionId",
        16...30,
        3,
        whole: ColumnMaker<Row>.idWidth,
        sort: .id,
        .knownText(.otxn, \.name?.originalTransactionID)
      ) { row, _ in TableCell(SafeText(row.row.primaryID), cut: .middle) },
      column.store(6, \.name?.store),
    ],
    card: column.card { row, view in
      Card(
        title: TableCell(row.row.product(of: row.name, view.glyphs), .title, cut: .middle),
        mark: .marked(row.row.badge(view.glyphs), row.name?.environment),
        detail: TableCell(SafeText(row.row.primaryID), .secondary, cut: .middle),
        note: TableCell(row.row.until(view), .secondary)
      )
    }
  )

  var identity: String { id.raw }
  var primaryID: String { Subscription.Name(id)?.originalTransactionID ?? id.raw }
  var userID: ID<User>? { user }
  var chain: ID<Subscription>? { id }

  var details: [RowDetail] {
    [
      .text("APP", Subscription.Name(id)?.app), .text("PRODUCT ID", productID),
      .text("IT IS", phase.map { Wording.phrase(for: $0.state) }),
      .time("STATE SINCE", phase?.from), .time("STATE UNTIL", phase?.until),
      .text("CHAIN", id.raw),
    ]
  }

  func open(_ context: inout ScreenContext) {
    guard let user else { return context.open(WhyScreen(primaryID)) }
    context.open(UserScreen(id: user, tab: .subs))
  }

  func changes(_ view: ViewContext) -> [Date?] {
    [
      view.nextStateChange(at: phase?.until), view.nextLabelChange(of: startedAt),
      view.nextLabelChange(of: accessUntil),
    ]
  }

  private func product(of name: Subscription.Name?, _ glyphs: GlyphSet) -> SafeText {
    guard let productID else { return glyphs.missing }
    return name.map { .product(productID, of: $0.app) } ?? SafeText(productID)
  }

  private func badge(_ glyphs: GlyphSet) -> TableCell {
    phase.map { Badge($0.state, glyphs).cell } ?? TableCell(glyphs.dash, .muted)
  }

  private func until(_ view: ViewContext) -> SafeText {
    if let accessUntil { return view.clock.text(accessUntil) }
    return phase?.state.grantsAccess ?? true ? view.glyphs.infinite : view.glyphs.missing
  }
}
