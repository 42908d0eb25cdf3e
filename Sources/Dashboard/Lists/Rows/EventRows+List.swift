import Entitlements
import Foundation

// The lists of what happened: store events, jobs, and operator actions.

extension EventRow: ListRow {
  private typealias Row = (row: EventRow, name: Subscription.Name?)

  private static let column = ColumnMaker<Row> {
    guard case .notice(let row) = $0 else { return nil }
    return (row, row.name)
  }

  static let list = ListDescriptor(
    noun: "event",
    help: "what the stores reported",
    emptyMessage: ["No events yet.", "Stores' notifications are filed with: purser ingest FILE"],
    columns: [
      column.time("HAPPENED", "happenedAt", 0, sort: .happened) {
        $0.row.notice.statementSource.statedAt
      },
      column(
        "EVENT",
        "kind",
        20...20,
        0,
        .choice({ .word($0.rawValue) }, { row, _ in row.row.notice.kind })
      ) { row, _ in TableCell(row.row.notice.kind.words, .title) },
      column.environment(\.name?.environment),
      column.user(12...16, 1, \.row.user),
      column("PURCHASE", "chain", 16...30, 2, .knownText(.otxn, \.name?.originalTransactionID)) {
        let id = $0.name?.originalTransactionID
        return TableCell.known(id.map { SafeText($0) }, $1.glyphs, cut: .middle)
      },
      column.store(3, \.name?.store),
      // Rejected notifications have no events; they are receipts only.
      column("RESULT", "result", 7...7, 5) { row, _ in
        row.row.user == nil && row.row.notice.chain != nil
          ? TableCell("no user", .warn) : TableCell("filed", .secondary)
      },
      column.time("RECEIVED", "receivedAt", 6, clock: .received, \.row.receivedAt),
      column.text("SAID", "detail", 16...200, 4, role: .secondary) { $0.row.notice.detail ?? "" },
    ],
    card: column.card { row, view in
      let event = row.row.notice
      return Card(
        title: TableCell(event.kind.words, .title),
        mark: TableCell(view.clock.text(event.statementSource.statedAt), .secondary),
        detail: TableCell(
          SafeText(row.name?.originalTransactionID ?? event.detail ?? ""),
          .secondary,
          cut: .middle
        ),
        note: row.name?.environment.mark ?? .empty
      )
    }
  )

  var identity: String {
    [
      notice.statementSource.evidence.raw, notice.kind.rawValue, notice.chain?.raw ?? "",
      notice.order?.raw ?? "",
    ].joined(separator: "\u{0}")
  }
  var primaryID: String { name?.originalTransactionID ?? user?.raw ?? evidence.raw }
  var userID: ID<User>? { user }
  var chain: ID<Subscription>? { notice.chain }
  var documentID: ID<Document>? { evidence }

  var details: [RowDetail] {
    [
      .text("CHAIN", notice.chain?.raw), .text("SALE", notice.order?.raw),
      .text("DOCUMENT", evidence.raw),
    ]
  }

  func open(_ context: inout ScreenContext) { context.open(ReceiptScreen(id: evidence)) }

  func changes(_ view: ViewContext) -> [Date?] {
    [view.nextLabelChange(of: notice.statementSource.statedAt)]
  }

  private var evidence: ID<Document> { notice.statementSource.evidence }
  private var name: Subscription.Name? { notice.chain.flatMap { Subscription.Name($0) } }
}

extension StoreEvent.Kind {
  /// A short description of the event, at most 20 cells.
  var words: SafeText { SafeText(Wording.phrase(forNotice: self)) }
}

extension JobRow: ListRow {
  private static let column = ColumnMaker { if case .job(let row) = $0 { row } else { nil } }

  static let list = ListDescriptor(
    noun: "job",
    help: "jobs and their results",
    emptyMessage: [
      "No jobs.", "Re-verifying and restoring become jobs; ended ones are kept a while.",
    ],
    orderName: "requested",
    command: ["jobs", "list", "--all", "--limit", ListDescriptor.maxRows],
    total: { $0.jobs.values.reduce(0, +) },
    columns: [
      column.text("JOB", "id", 8...9, 0, role: .title) { $0.id },
      column("STATE", "state", 12...12, 0) { $0.stateCell($1.glyphs) },
      column("WHAT", "kind", 10...16, 0) { row, _ in TableCell(row.kindWord) },
      column.text("ABOUT", "key", 12...44, 1, whole: 60, role: .secondary, cut: .middle) {
        $0.handle
      },
      column.number("TRIES", "attempts", 5...5, 4) { .grouped($0.attempts) },
      column.time("REQUESTED", "createdAt", 3, \.createdAt),
      column.text("BY", "actor", 6...14, 5, role: .muted) { $0.actor },
      column.text("RESULT", "detail", 16...80, 2, role: .secondary) {
        $0.detail ?? $0.outcome ?? ""
      },
    ],
    card: column.card { row, view in
      Card(
        title: TableCell("\(row.id) \(row.kindWord)", .title),
        mark: row.stateCell(view.glyphs),
        detail: TableCell(SafeText(row.handle), .secondary, cut: .middle),
        note: TableCell(view.clock.day(row.createdAt), .secondary)
      )
    }
  )

  var identity: String { "\(id)" }
  var primaryID: String { "\(id)" }

  var details: [RowDetail] {
    [
      .time("DUE", dueAt), .time("ENDED", endedAt), .text("OUTCOME", outcome),
      .text("BATCH", batch), .text("TASK", task),
    ]
  }

  func open(_ context: inout ScreenContext) { context.open(JobScreen(self)) }

  func changes(_ view: ViewContext) -> [Date?] { [view.nextLabelChange(of: createdAt)] }

  /// The kind as it is shown; two kinds are stored under older words.
  var kindWord: SafeText {
    isWebhook ? "webhook" : kind == "deed" ? "action" : SafeText(kind)
  }

  /// Whether it delivers changed entitlements to the webhook.
  var isWebhook: Bool { kind == "tell" }

  private func stateCell(_ glyphs: GlyphSet) -> TableCell {
    let (mark, role) = state.mark(glyphs)
    let hasTried = state == .waiting && outcome != nil
    return TableCell("\(mark) \(state.word)", hasTried ? .warn : role)
  }
}

extension AuditRow: ListRow {
  private static let column = ColumnMaker { if case .audit(let row) = $0 { row } else { nil } }

  static let list = ListDescriptor(
    noun: "entry",
    help: "what was done by hand",
    emptyMessage: ["No manual actions yet.", "Grants, transfers and erasures are listed here."],
    command: ["audit", "--limit", ListDescriptor.maxRows],
    total: \.audited,
    columns: [
      column.number("ENTRY", "number", 6...8, 0, .muted) { "\(Int($0.number))" },
      column.time("AT", "at", 0, \.at),
      column.text("BY", "actor", 8...20, 0, role: .title) { $0.actor },
      column.text("ACTION", "deed", 8...16, 0) { $0.action },
      column("USER", "user", 10...16, 0) {
        TableCell.known($0.user.map { SafeText($0.raw) }, $1.glyphs, cut: .middle)
      },
      column.text("WITH (SHA-256)", "subject", 16...64, 1, role: .secondary, cut: .middle) {
        $0.subject
      },
      column.text("ENTRY'S HASH", "hash", 16...64, 2, role: .muted, cut: .middle) { $0.hash },
    ],
    card: column.card { row, view in
      Card(
        title: TableCell(SafeText(row.action), .title),
        mark: TableCell(view.clock.text(row.at), .secondary),
        detail: TableCell(SafeText(row.actor), .secondary),
        note: TableCell("\(Int(row.number))", .muted)
      )
    }
  )

  var identity: String { "\(number)" }
  var primaryID: String { "\(number)" }

  func changes(_ view: ViewContext) -> [Date?] { [view.nextLabelChange(of: at)] }
}
