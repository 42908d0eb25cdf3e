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

    package init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }
  }

  /// A clickable part of the screen.
  struct Zone: Equatable, Sendable {
    enum Use: Equatable, Sendable {
      case press([Key])
      /// The title of the list column with this key.
      case title(String)
      /// The right edge of a list column with this key and width.
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
  /// The cells row by row, `size.columns` × `size.rows`.
  package internal(set) var cells: [Cell]
  /// Base characters with combining marks, by the index that cells carry.
  package internal(set) var clusters: [String] = []
  /// The clickable zones; where two overlap, the later counts.
  private(set) var zones: [Zone] = []
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

  /// Removes the clickable zones behind `rect`.
  mutating func cover(_ rect: Rect) {
    zones.removeAll { zone in
      zone.rect.column < rect.endColumn && rect.column < zone.rect.endColumn
        && zone.rect.row < rect.endRow && rect.row < zone.rect.endRow
    }
  }

  /// Makes a click on a part of a row press keys.
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
