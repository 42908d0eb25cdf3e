import Foundation

/// The rows that are shown, as they stand on the screen: a cursor that moves among them has none of
/// their cells made anew.
struct PreparedRows: Equatable, Sendable {
  /// What all rows look the way they do for, beside their records and the time.
  struct Ground: Equatable, Sendable {
    /// The window's version.
    var version: Int
    /// In cells.
    var width: Int
    /// Of columns that are moved away.
    var offset: Int
    var zone: ClockZone
    var glyphs: GlyphSet
    var layout: ColumnLayout?
  }

  private struct Row: Equatable, Sendable {
    var cells: PlacedRow
    /// It looks so from then on, until it reads differently by itself.
    var since: Date
    var until: Date?

    func holds(at now: Date) -> Bool { since <= now && until.map { now < $0 } ?? true }
  }

  private var ground: Ground?
  /// The place of the first one in the window.
  private var start = 0
  private var rows: [Row] = []

  /// Prepares the rows at `shown` of a window; what is prepared and still true is kept.
  mutating func prepare(
    _ records: [Record],
    at shown: Range<Int>,
    _ ground: Ground,
    _ view: Viewpoint,
    _ table: () -> Table
  ) {
    if ground != self.ground { (self.ground, rows) = (ground, []) }
    let known = start..<start + rows.count
    if known == shown, rows.allSatisfy({ $0.holds(at: view.now) }) { return }
    let placer = RowPlacer(table(), columns: ground.width, view.glyphs)
    rows = shown.map { index in
      if known.contains(index) {
        let row = rows[index - start]
        if row.holds(at: view.now) { return row }
      }
      let record = records[index]
      return Row(
        cells: placer.place(record),
        since: view.now,
        until: record.nextChange(view)
      )
    }
    start = shown.lowerBound
  }

  /// Whether the rows at `shown` are prepared, and still look so.
  func holds(_ shown: Range<Int>, _ ground: Ground, at now: Date) -> Bool {
    ground == self.ground && shown == start..<start + rows.count
      && rows.allSatisfy { $0.holds(at: now) }
  }

  var cells: [PlacedRow] { rows.map(\.cells) }

  /// When the first of them reads differently.
  var nextChange: Date? { rows.compactMap(\.until).min() }
}
