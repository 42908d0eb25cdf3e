import Entitlements

/// Every document of the ledger: what was refused stands beside what was believed.
struct ReceiptsView {
  let state: State
  let listing: Listing<DocumentRow>

  func draw(in rect: Rect, on frame: inout Frame) {
    if listing.rows.isEmpty, let failure = listing.failure {
      return frame.write(
        placeholder: ["\(failure)", "Press r to ask again."],
        in: rect,
        isError: true
      )
    }
    guard listing.total != nil else { return }
    let shown = listing.scroll.shown(count: listing.rows.count, height: state.layout.listHeight())
    DocumentTable(state: state, showsUser: true).table.draw(
      listing.rows[shown],
      cursor: listing.scroll.index - shown.lowerBound,
      in: rect,
      cards: state.layout.usesCards,
      state.glyphs,
      on: &frame
    )
  }
}

/// The columns of documents, in the list of all and on a user's page.
struct DocumentTable {
  let state: State
  let showsUser: Bool

  var table: Table<DocumentRow> {
    let clock = state.clock
    let glyphs = state.glyphs
    var columns: [Column<DocumentRow>] = [
      Column(title: "RECEIVED", width: 16...16, priority: 0) {
        TableCell(clock.text($0.receivedAt), .secondary)
      },
      Column(title: "VERDICT", width: 17...20, priority: 0) { $0.verdict.cell(glyphs) },
      Column(title: "ENV", width: 3...3, priority: 0) { $0.environment?.mark ?? .empty },
      Column(title: "KIND", width: 11...16, priority: 7) { TableCell(SafeText($0.kind)) },
      Column(title: "APP", width: 18...26, priority: 5) {
        TableCell($0.app.map { SafeText($0) } ?? glyphs.missing, .secondary, cut: .middle)
      },
      Column(title: "PURCHASES", width: 9...9, priority: 6, alignment: .right) {
        TableCell(.grouped($0.purchases))
      },
      Column(title: "SIZE", width: 8...8, priority: 8, alignment: .right) {
        TableCell(.bytes($0.byteCount), .secondary)
      },
      Column(title: "REASON", width: 24...80, priority: 1) { TableCell($0.verdict.reason) },
    ]
    if showsUser {
      columns.insert(
        Column(title: "USER", width: 8...20, priority: 2) {
          TableCell($0.user.map { SafeText($0.raw) } ?? .empty, .title, cut: .middle)
        },
        at: 3
      )
    } else {
      columns.insert(
        Column(title: "STATED", width: 16...16, priority: 9) {
          TableCell($0.statedAt.map { clock.text($0) } ?? glyphs.missing, .secondary)
        },
        at: 4
      )
    }
    return Table(
      columns: columns,
      card: { row in
        let reason = row.verdict.reason
        let detail = reason.isEmpty ? (row.app.map { SafeText($0) } ?? SafeText(row.kind)) : reason
        let mark = row.environment?.mark.text ?? .empty
        return Card(
          title: row.verdict.cell(glyphs),
          mark: TableCell(clock.text(row.receivedAt), .secondary),
          detail: TableCell(detail, .secondary),
          note: TableCell(mark, .sandbox)
        )
      },
      emptiness: [
        "No receipts yet.", "One is filed with: purser receipt import FILE --user ID",
      ]
    )
  }
}
