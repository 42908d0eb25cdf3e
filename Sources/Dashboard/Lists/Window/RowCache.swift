import Foundation

/// A cache of rendered rows, so that moving the cursor does not render them again.
struct RowCache: Equatable, Sendable {
  /// The cache key for rendered rows, beside their records and the time.
  struct Key: Equatable, Sendable {
    /// In cells.
    var width: Int
    /// The number of columns scrolled out of view.
    var offset: Int
    var zone: ClockZone
    var glyphs: GlyphSet
    var layout: ColumnLayout?
  }

  private struct Row: Equatable, Sendable {
    var cells: PlacedRow
    /// The interval in which the rendering is valid.
    var since: Date
    var until: Date?

    // `until` may be up to a second late for relative times.
    func holds(at now: Date) -> Bool {
      since <= now && until.map { now < $0.addingTimeInterval(-1) } ?? true
    }
  }

  private var key: Key?
  /// The window's version.
  private var version: Int?
  /// Rendered rows by their index in the window.
  private var rows: [Int: Row] = [:]
  /// What `rows` render. Apart from them, since a record takes long to copy.
  private var records: [Int: Record] = [:]

  /// Renders the rows of a window at `indices`, reusing valid cached rows.
  mutating func prepare(
    _ records: [Record],
    at indices: Range<Int>,
    version: Int,
    _ key: Key,
    _ view: ViewContext,
    _ table: () -> Table
  ) {
    if key != self.key {
      (rows, self.records) = ([:], [:])
    } else if version != self.version {
      renew(records, at: indices)
    }
    (self.key, self.version) = (key, version)
    let missing = indices.filter { rows[$0]?.holds(at: view.now) != true }
    guard !missing.isEmpty else { return }
    let placer = RowPlacer(table(), columns: key.width, view)
    for index in missing {
      let record = records[index]
      let cells = placer.place(record)
      rows[index] = Row(cells: cells, since: view.now, until: record.nextChange(view))
      self.records[index] = record
    }
  }

  /// Reuses the rows of a reloaded window that are unchanged but at other indices.
  private mutating func renew(_ records: [Record], at indices: Range<Int>) {
    let (oldRows, oldRecords) = (rows, self.records)
    let known = Dictionary(oldRecords.map { ($1.identity, $0) }) { first, _ in first }
    (rows, self.records) = ([:], [:])
    for index in indices {
      let record = records[index]
      guard let old = known[record.identity], oldRecords[old] == record else { continue }
      rows[index] = oldRows[old]
      self.records[index] = record
    }
  }

  /// The rows at `indices`; `nil` if one is missing or no longer valid.
  func cells(of indices: Range<Int>, version: Int, _ key: Key, at now: Date) -> [PlacedRow]? {
    guard version == self.version, key == self.key else { return nil }
    var cells: [PlacedRow] = []
    cells.reserveCapacity(indices.count)
    for index in indices {
      guard let row = rows[index], row.holds(at: now) else { return nil }
      cells.append(row.cells)
    }
    return cells
  }

  /// When the first of the rows at `indices` changes.
  func nextChange(of indices: Range<Int>) -> Date? { indices.compactMap { rows[$0]?.until }.min() }
}
