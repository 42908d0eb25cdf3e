/// A number of columns and rows.
package struct Size: Equatable, Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// One cell of the screen, eight bytes.
package struct Cell: Equatable, Sendable {
  /// A Unicode scalar value; 0 for the right half of a wide character; above `0x8000_0000` an
  /// index into the frame's `clusters`.
  package var glyph: UInt32
  package var role: Role
  /// Whether the cell belongs to the row under the cursor.
  package var isSelected: Bool
  /// Padding with a known value, so that rows can be compared as bytes.
  private var rest: UInt16 = 0

  package static let clusterBit: UInt32 = 0x8000_0000

  package init(glyph: UInt32, role: Role, isSelected: Bool = false) {
    self.glyph = glyph
    self.role = role
    self.isSelected = isSelected
  }

  package static let blank = Cell(glyph: 0x20, role: .text)
}

/// A whole screen as a value: the character and role of each cell, without colours or escapes.
package struct Frame: Equatable, Sendable {
  package struct Point: Equatable, Sendable {
    package var column: Int
    package var row: Int
  }

  /// A clickable part of the screen.
  struct HitRegion: Equatable, Sendable {
    enum Target: Equatable, Sendable {
      case press([Key])
      /// The title of the list column with this key.
      case title(String)
      /// The right edge of a list column with this key and width.
      case edge(String, width: Int)
    }

    var rect: Rect
    var target: Target
  }

  /// A part of a row that a terminal may offer as a link.
  package struct Link: Equatable, Sendable {
    package var row: Int
    package var columns: Range<Int>
    /// Printable ASCII without blanks.
    package var address: String
  }

  package let size: Size
  /// The cells row by row, `size.columns` × `size.rows`.
  package internal(set) var cells: [Cell]
  /// Base characters with combining marks, by the index that cells carry.
  package internal(set) var clusters: [String] = []
  /// The clickable parts; where two overlap, the later counts.
  private(set) var hitRegions: [HitRegion] = []
  /// The popup or dialog in front of the screen, to which the mouse is limited.
  var box: Rect?
  /// The parts that a terminal may offer as links.
  private(set) var links: [Link] = []
  /// The position of the terminal's cursor.
  package var cursor = Point(column: 0, row: 0)
  package var showsCursor = false

  package init(size: Size) {
    self.size = size
    self.cells = Array(repeating: .blank, count: max(0, size.columns * size.rows))
  }

  /// Makes a part of a row a link; an address with blanks or non-ASCII characters is ignored.
  mutating func link(_ columns: Range<Int>, _ row: Int, to address: String) {
    guard !columns.isEmpty, (0..<size.rows).contains(row), columns.upperBound <= size.columns,
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return }
    links.append(Link(row: row, columns: columns, address: address))
  }

  /// The links whose addresses were not drawn over.
  package var visibleLinks: [Link] {
    links.filter { link in
      let start = link.row * size.columns
      return cells[start + link.columns.lowerBound..<start + link.columns.upperBound]
        .map(\.glyph) == link.address.unicodeScalars.map(\.value)
    }
  }

  /// Replaces a link's cells with blanks.
  package mutating func clear(_ link: Link) {
    guard (0..<size.rows).contains(link.row) else { return }
    for column in link.columns.clamped(to: 0..<size.columns) {
      cells[link.row * size.columns + column] = .blank
    }
  }

  /// Removes the clickable parts behind `rect`.
  mutating func cover(_ rect: Rect) {
    hitRegions.removeAll { region in
      region.rect.column < rect.endColumn && rect.column < region.rect.endColumn
        && region.rect.row < rect.endRow && rect.row < region.rect.endRow
    }
  }

  /// Makes a click on a part of a row press keys.
  mutating func press(_ keys: [Key], from start: Int, to end: Int, _ row: Int) {
    guard !keys.isEmpty else { return }
    addHitRegion(.press(keys), from: start, to: end, row)
  }

  mutating func addHitRegion(_ target: HitRegion.Target, from start: Int, to end: Int, _ row: Int) {
    guard end > start else { return }
    let rect = Rect(column: start, row: row, columns: end - start, rows: 1)
    hitRegions.append(HitRegion(rect: rect, target: target))
  }
}

/// A rectangle of cells. Its edges may lie outside the frame: drawing clips.
struct Rect: Equatable, Sendable {
  var column: Int
  var row: Int
  var columns: Int
  var rows: Int

  /// The first column and row past the rectangle.
  var endColumn: Int { column + columns }
  var endRow: Int { row + rows }
  var isEmpty: Bool { columns <= 0 || rows <= 0 }

  /// Cuts `count` rows off the top and returns them.
  mutating func takeTop(_ count: Int) -> Rect {
    let count = min(max(0, count), max(0, rows))
    defer {
      row += count
      rows -= count
    }
    return Rect(column: column, row: row, columns: columns, rows: count)
  }

  mutating func takeBottom(_ count: Int) -> Rect {
    let count = min(max(0, count), max(0, rows))
    rows -= count
    return Rect(column: column, row: row + rows, columns: columns, rows: count)
  }

  mutating func takeRight(_ count: Int) -> Rect {
    let count = min(max(0, count), max(0, columns))
    columns -= count
    return Rect(column: column + columns, row: row, columns: count, rows: rows)
  }

  /// Without a row at the top and at the bottom, and without columns on either side.
  func inset(columns count: Int) -> Rect {
    var inner = insetColumns(count, count)
    (inner.row, inner.rows) = (row + 1, rows - 2)
    return inner
  }

  func insetColumns(_ left: Int, _ right: Int = 0) -> Rect {
    Rect(column: column + left, row: row, columns: max(0, columns - left - right), rows: rows)
  }
}

/// The meaning of a cell; a theme defines its style.
package enum Role: UInt8, Sendable, CaseIterable {
  case text, muted, secondary, title
  /// The header line, and its highlights.
  case bar, barStrong
  /// A key in the hint line, and its label.
  case hintKey, hint
  /// Column titles, and the rule lines of the frame.
  case columnTitle, rule
  case good, warn, bad, info, accent, sandbox
  case match, prompt, error
}
