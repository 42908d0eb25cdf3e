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
  /// All eight bytes are known, so that rows can be compared as bytes.
  private var rest: UInt16 = 0

  package static let clusterBit: UInt32 = 0x8000_0000

  package init(glyph: UInt32, role: Role, isSelected: Bool = false) {
    self.glyph = glyph
    self.role = role
    self.isSelected = isSelected
  }

  package static let blank = Cell(glyph: 0x20, role: .text)
}

/// A whole screen as a value: what stands in each cell and what it means. No colour, no escape
/// codes.
package struct Frame: Equatable, Sendable {
  package struct Point: Equatable, Sendable {
    package var column: Int
    package var row: Int

    package init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }
  }

  /// A part of the screen that does something when it is clicked.
  struct Zone: Equatable, Sendable {
    enum Use: Equatable, Sendable {
      case press([Key])
      /// The title of a list's column, by its key.
      case title(String)
      /// The right edge of a list's column that is so wide.
      case edge(String, width: Int)
    }

    var rect: Rect
    var use: Use
  }

  /// A part of a row that a terminal may offer as a link.
  package struct Link: Equatable, Sendable {
    package var row: Int
    package var columns: Range<Int>
    /// Printable ASCII without blanks.
    package var address: String
  }

  package let size: Size
  /// Row by row, `size.columns` × `size.rows` of them.
  package internal(set) var cells: [Cell]
  /// Base characters with combining marks, by the index that cells carry.
  package internal(set) var clusters: [String] = []
  /// What the mouse finds; of two in one place the later counts.
  private(set) var zones: [Zone] = []
  /// What stands in front of the screen, in which alone the mouse counts.
  var box: Rect?
  /// What leads to an address when the terminal is asked to follow it.
  private(set) var links: [Link] = []
  /// Where the terminal's cursor stands, and whether it is shown.
  package var cursor = Point(column: 0, row: 0)
  package var showsCursor = false

  package init(size: Size) {
    self.size = size
    self.cells = Array(repeating: .blank, count: max(0, size.columns * size.rows))
  }

  /// Makes a part of a row a link; an address that could be more than one is none.
  mutating func link(_ columns: Range<Int>, _ row: Int, to address: String) {
    guard !columns.isEmpty, (0..<size.rows).contains(row), columns.upperBound <= size.columns,
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return }
    links.append(Link(row: row, columns: columns, address: address))
  }

  /// The links whose addresses stand there: nothing was drawn over them.
  package var visibleLinks: [Link] {
    links.filter { link in
      let start = link.row * size.columns
      return cells[start + link.columns.lowerBound..<start + link.columns.upperBound]
        .map(\.glyph) == link.address.unicodeScalars.map(\.value)
    }
  }

  /// Leaves blanks where a link stands.
  package mutating func clear(_ link: Link) {
    guard (0..<size.rows).contains(link.row) else { return }
    for column in link.columns.clamped(to: 0..<size.columns) {
      cells[link.row * size.columns + column] = .blank
    }
  }

  /// Nothing behind `rect` is clicked through it.
  mutating func cover(_ rect: Rect) {
    zones.removeAll { zone in
      zone.rect.column < rect.endColumn && rect.column < zone.rect.endColumn
        && zone.rect.row < rect.endRow && rect.row < zone.rect.endRow
    }
  }

  /// Has a click on part of a row press keys.
  mutating func press(_ keys: [Key], from start: Int, to end: Int, _ row: Int) {
    guard !keys.isEmpty else { return }
    listen(for: .press(keys), from: start, to: end, row)
  }

  mutating func listen(for use: Zone.Use, from start: Int, to end: Int, _ row: Int) {
    guard end > start else { return }
    let rect = Rect(column: start, row: row, columns: end - start, rows: 1)
    zones.append(Zone(rect: rect, use: use))
  }
}
