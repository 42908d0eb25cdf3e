import Foundation

/// Rows as they stand on the screen: a cursor that moves among them has none of their cells made
/// anew.
struct PreparedRows: Equatable, Sendable {
  /// What all rows look the way they do for, beside their records and the time.
  struct Ground: Equatable, Sendable {
    /// In cells.
    var width: Int
    /// Of columns that are moved away.
    var offset: Int
    var zone: ClockZone
    var glyphs: GlyphSet
    var layout: ColumnLayout?
  }

  private struct Row: Equatable, Sendable {
    var record: Record
    var cells: PlacedRow
    /// It looks so from then on, until it reads differently by itself.
    var since: Date
    var until: Date?

    // The next change of a relative time is told up to a second late.
    func holds(at now: Date) -> Bool {
      since <= now && until.map { now < $0.addingTimeInterval(-1) } ?? true
    }
  }

  private var ground: Ground?
  /// The window's.
  private var version: Int?
  /// By their places in the window.
  private var rows: [Int: Row] = [:]

  /// Prepares the rows of a window at `places`; what is prepared and still true is kept.
  mutating func prepare(
    _ records: [Record],
    at places: Range<Int>,
    version: Int,
    _ ground: Ground,
    _ view: Viewpoint,
    _ table: () -> Table
  ) {
    if ground != self.ground {
      rows = [:]
    } else if version != self.version {
      renew(records, at: places)
    }
    (self.ground, self.version) = (ground, version)
    let missing = places.filter { rows[$0]?.holds(at: view.now) != true }
    guard !missing.isEmpty else { return }
    let placer = RowPlacer(table(), columns: ground.width, view.glyphs)
    for place in missing {
      let record = records[place]
      let cells = placer.place(record)
      rows[place] = Row(
        record: record,
        cells: cells,
        since: view.now,
        until: record.nextChange(view)
      )
    }
  }

  /// A window that was read anew has most of its rows as they were, in other places.
  private mutating func renew(_ records: [Record], at places: Range<Int>) {
    let known = Dictionary(rows.values.map { ($0.record.identity, $0) }) { first, _ in first }
    rows = [:]
    for place in places {
      guard let row = known[records[place].identity], row.record == records[place] else { continue }
      rows[place] = row
    }
  }

  /// The rows at `places`; `nil` where one of them is not prepared, or no longer looks so.
  func cells(
    of places: Range<Int>,
    version: Int,
    _ ground: Ground,
    at now: Date
  ) -> [PlacedRow]? {
    guard version == self.version, ground == self.ground else { return nil }
    var cells: [PlacedRow] = []
    cells.reserveCapacity(places.count)
    for place in places {
      guard let row = rows[place], row.holds(at: now) else { return nil }
      cells.append(row.cells)
    }
    return cells
  }

  /// When the first of the rows at `places` reads differently.
  func nextChange(of places: Range<Int>) -> Date? { places.compactMap { rows[$0]?.until }.min() }
}
