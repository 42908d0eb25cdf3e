import Entitlements
import Foundation

// The lists of entitlements, and of the documents that prove them, genuine and rejected ones.

extension Entitlement: ListRow {
  private static let column = ColumnMaker {
    if case .entitlement(let row) = $0 { row } else { nil }
  }

  static let list = ListDescriptor(
    noun: "entitlement",
    help: "every entitlement, current or past",
    emptyMessage: ["No entitlements.", "They come from purchases and from grants by hand."],
    columns: [
      column(
        "USER",
        "user",
        10...16,
        0,
        whole: ColumnMaker<Entitlement>.idWidth,
        sort: .user,
        .text(.user, \.user.raw)
      ) { right, _ in
        TableCell(SafeText(right.user.raw), .title, cut: .middle)
      },
      column("ENTITLEMENT", "key", 14...40, 0, .text(.key, \.key)) { right, _ in
        TableCell(right.label, cut: .middle)
      },
      column(
        "STATE",
        "active",
        5...5,
        0,
        .quality(.qualities([.active])) { $0.isActive(at: $1) }
      ) { Badge($0.plainState(at: $1.now), $1.glyphs).cell },
      column.environment(\.environment),
      column("UNTIL", "until", 16...16, 1, .day(.expires, \.until)) {
        TableCell($0.until.map($1.clock.text) ?? $1.glyphs.infinite, .secondary)
      },
      column.time("SINCE", "from", 3, \.from),
      column("FROM", "order", 22...32, 2, whole: 44) {
        TableCell($0.sourceText ?? $1.glyphs.missing, .secondary, cut: .middle)
      },
      column("REASON", "reason", 16...17, 4) { TableCell($0.reason(at: $1.now), .secondary) },
    ],
    card: column.card { right, view in
      Card(
        title: TableCell(SafeText(right.user.raw), .title, cut: .middle),
        mark: .marked(Badge(right.plainState(at: view.now), view.glyphs).cell, right.environment),
        detail: TableCell(right.label, .secondary, cut: .middle),
        note: TableCell(right.until.map(view.clock.day) ?? view.glyphs.infinite, .secondary)
      )
    }
  )

  var identity: String {
    "\(user.raw)\u{0}\(key)\u{0}\(environment.rawValue)\u{0}\(source?.raw ?? "")"
  }
  var primaryID: String { user.raw }
  var displayName: SafeText? { "\(key) of \(user.raw)" }
  var userID: ID<User>? { user }
  var documentID: ID<Document>? { evidence }
  var details: [RowDetail] { [.text("SALE", source?.raw), .text("DOCUMENT", evidence.raw)] }

  func open(_ context: inout ScreenContext) { context.open(UserScreen(id: user)) }

  func changes(_ view: ViewContext) -> [Date?] {
    [view.nextStateChange(at: until), view.nextLabelChange(of: until)]
  }

  /// The store and purchase that it comes from; `nil` for a manual grant.
  private var purchaseName: Subscription.Name? { source.flatMap { Subscription.Name(ID($0.raw)) } }

  /// The entitlement's name; for a product, without the app's prefix.
  private var label: SafeText { purchaseName.map { .product(key, of: $0.app) } ?? SafeText(key) }

  /// The sale that grants the entitlement, by the store's ID.
  private var sourceText: SafeText? {
    purchaseName.map { "\($0.store.word) \($0.originalTransactionID)" }
      ?? source.map { SafeText($0.raw) }
  }

  /// Why the entitlement is active or not, as far as the row shows.
  private func reason(at now: Date) -> SafeText {
    let isGrant = source == nil
    switch plainState(at: now) {
    case .pending: return "begins later"
    case .expired: return isGrant ? "grant has ended" : "period has ended"
    default: return isGrant ? "granted by hand" : "by a purchase"
    }
  }

  /// The state at an instant, as a subscription state.
  func plainState(at instant: Date) -> SubscriptionState {
    if isActive(at: instant) { return .active }
    return instant < from ? .pending : .expired
  }
}

extension DocumentRow: ListRow {
  private static let column = ColumnMaker {
    if case .document(let row) = $0 { row } else { nil }
  }

  static let list = ListDescriptor(
    noun: "receipt",
    help: "every document, the rejected ones too",
    emptyMessage: ["No receipts yet.", "Add one with: purser import FILE --user ID"],
    sortNames: [.id: "document"],
    total: { $0.summary.documents },
    columns: [
      column.time("RECEIVED", "receivedAt", 0, sort: .received, clock: .received, \.receivedAt),
      column(
        "VERDICT",
        "verdict",
        10...10,
        0,
        .quality(.has([.error])) { row, _ in row.verdict != .genuine }
      ) { $0.verdict.word($1.glyphs) },
      column("KIND", "kind", 13...20, 0) { row, _ in TableCell(row.kindWords) },
      column.environment(\.environment),
      column.user(10...16, 2, role: .title, \.user),
      column("APP", "app", 18...24, 3, whole: 40, .text(.app, \.app)) {
        TableCell.known($0.app.map { SafeText($0) }, $1.glyphs, .secondary, cut: .middle)
      },
      column.naming(
        column("CONTENT, REASON", "reason", 14...60, 1, whole: 200) { $0.content($1.clock) }
      ) { $0.verdict == .genuine ? .plural($0.purchases, "purchase") : $0.verdict.reason },
      column.naming(
        column.number("SIZE", "bytes", 8...8, 4, .secondary) { .bytes($0.byteCount) }
      ) { $0.sizeRange },
      column.time("STATED", "statedAt", 5, \.statedAt),
    ],
    card: column.card { row, view in
      let reason = row.verdict.reason
      return Card(
        title: row.verdict.word(view.glyphs),
        mark: TableCell(view.clock.text(row.receivedAt), .secondary),
        detail: TableCell(
          reason.isEmpty ? row.app.map { SafeText($0) } ?? row.kindWords : reason,
          .secondary
        ),
        note: TableCell(row.environment?.mark.text ?? .empty, .sandbox)
      )
    }
  )

  var identity: String { id.raw }
  var primaryID: String { id.raw }
  var displayName: SafeText? { "receipt \(String(id.raw.prefix(8)))" }
  var userID: ID<User>? { user }
  var documentID: ID<Document>? { id }

  var details: [RowDetail] {
    [
      .text("STORE", store?.rawValue), .text("IT WAS", Wording.phrase(for: origin)),
      .text("RESTS ON", Wording.phrase(for: provenance)), .time("APPLIED", appliedAt),
      .text("SHA-256", id.raw),
    ]
  }

  func open(_ context: inout ScreenContext) { context.open(ReceiptScreen(id: id)) }

  func changes(_ view: ViewContext) -> [Date?] { [view.nextLabelChange(of: receivedAt)] }

  /// The sizes that are counted together.
  private var sizeRange: SafeText {
    switch byteCount {
    case ..<1_024: "below 1 KB"
    case ..<3_072: "1 to 3 KB"
    case ..<10_240: "3 to 10 KB"
    case ..<30_720: "10 to 30 KB"
    case ..<102_400: "30 to 100 KB"
    case ..<1_048_576: "0.1 to 1 MB"
    default: "1 MB and more"
    }
  }

  /// The content of a genuine document, or the reason of a rejection.
  private func content(_ clock: Clock) -> TableCell {
    guard case .genuine = verdict else { return TableCell(verdict.reason) }
    let content: SafeText =
      event == nil && productID == nil
      ? .plural(purchases, "purchase") : SafeText(Wording.content(of: self))
    guard let confirmedAt else { return TableCell(content, .secondary) }
    return TableCell("\(content), confirmed \(clock.text(confirmedAt))", .secondary)
  }
}
