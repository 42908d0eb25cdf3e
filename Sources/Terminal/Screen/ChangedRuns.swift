import CNcurses
import Dashboard
import Foundation

extension Frame {
  /// Whether the number of cells matches `size`, so that computed indices are valid.
  var isWhole: Bool {
    size.columns > 0 && size.rows > 0
      && cells.count == size.columns.multipliedReportingOverflow(by: size.rows).partialValue
  }

  /// The characters of a cell with several; nil for cells of one and for an index out of range.
  func cluster(of cell: Cell) -> String? {
    guard cell.glyph & Cell.clusterBit != 0 else { return nil }
    let index = Int(cell.glyph & ~Cell.clusterBit)
    return clusters.indices.contains(index) ? clusters[index] : nil
  }

  /// The links that the old frame does not show in the same form.
  func newLinks(from old: Frame?) -> [Link] {
    guard let old else { return visibleLinks }
    let known = old.visibleLinks
    return visibleLinks.filter { link in
      !known.contains(link)
        || changedRuns(in: link.row, from: old).contains { $0.overlaps(link.columns) }
    }
  }

  /// The columns of a row that differ from the old frame, as ranges that never split a wide
  /// character, old or new. Both frames must be whole and equal in size.
  func changedRuns(in row: Int, from old: Frame) -> [Range<Int>] {
    let line = row * size.columns..<(row + 1) * size.columns
    guard !isSame(line, in: old) else { return [] }
    // A frame has thousands of cells: with pointers, each costs a fifth.
    return cells[line].withUnsafeBufferPointer { new in
      old.cells[line].withUnsafeBufferPointer { changedRuns(of: new, from: $0, of: old) }
    }
  }

  private func changedRuns(
    of cells: UnsafeBufferPointer<Cell>,
    from before: UnsafeBufferPointer<Cell>,
    of old: Frame
  ) -> [Range<Int>] {
    func isRightHalf(_ column: Int) -> Bool {
      cells[column].glyph == 0 || before[column].glyph == 0
    }
    var runs: [Range<Int>] = []
    var column = 0
    while column < size.columns {
      guard differs(cells[column], from: before[column], of: old) else {
        column += 1
        continue
      }
      var first = column
      while first > 0 && isRightHalf(first) { first -= 1 }
      var end = column + 1
      while end < size.columns
        && (differs(cells[end], from: before[end], of: old) || isRightHalf(end))
      {
        end += 1
      }
      if let last = runs.last, last.upperBound >= first {
        runs[runs.count - 1] = last.lowerBound..<end
      } else {
        runs.append(first..<end)
      }
      column = end
    }
    return runs
  }

  /// Whether the cells are the same bytes, as in most rows of most frames. Rows with clusters are
  /// compared cell by cell.
  private func isSame(_ range: Range<Int>, in old: Frame) -> Bool {
    guard clusters.isEmpty, old.clusters.isEmpty else { return false }
    return cells[range].withUnsafeBytes { new in
      old.cells[range].withUnsafeBytes { old in
        guard let new = new.baseAddress, let start = old.baseAddress else { return range.isEmpty }
        return memcmp(new, start, old.count) == 0
      }
    }
  }

  private func differs(_ cell: Cell, from before: Cell, of old: Frame) -> Bool {
    // Cluster numbers are specific to a frame.
    if cell.glyph & before.glyph & Cell.clusterBit != 0 {
      return cell.role != before.role || cell.isSelected != before.isSelected
        || cluster(of: cell) != old.cluster(of: before)
    }
    return cell != before
  }
}

extension Frame {
  /// A cell's character for curses. `width` is in columns, `takesUTF8` whether the terminal's
  /// locale has more than ASCII.
  // A method, since an initializer would copy the frame for each cell.
  func glyph(of cell: Cell, width: UInt32, takesUTF8: Bool) -> purser_glyph {
    var glyph = purser_glyph()
    glyph.width = width
    guard cell.glyph & Cell.clusterBit != 0 else {
      glyph.base = Unicode.Scalar(cell.glyph) == nil ? 0x3F : cell.glyph
      if !takesUTF8 { glyph.base = asciiFallback(of: glyph.base) }
      return glyph
    }
    var scalars = (cluster(of: cell) ?? "?").unicodeScalars.makeIterator()
    glyph.base = scalars.next()?.value ?? 0x20
    guard takesUTF8 else {
      glyph.base = asciiFallback(of: glyph.base)
      return glyph
    }
    glyph.marks = (
      scalars.next()?.value ?? 0, scalars.next()?.value ?? 0, scalars.next()?.value ?? 0,
      scalars.next()?.value ?? 0
    )
    return glyph
  }
}

/// The ASCII replacement of a character: a similar shape for lines and symbols, a question mark
/// for letters.
func asciiFallback(of glyph: UInt32) -> UInt32 {
  guard glyph > 0x7E else { return glyph }
  if let fallback = fallbacks[glyph] { return fallback }
  switch glyph {
  // Corners, tees and crosses.
  case 0x2500...0x257F: return 0x2B
  // Blocks and shades.
  case 0x2580...0x259F: return 0x23
  default: return 0x3F
  }
}

private let fallbacks: [UInt32: UInt32] = {
  let families: [(Unicode.Scalar, String)] = [
    ("-", "─━┄┅┈┉╌╍═╴╶╸╺╼╾–—−‐‑⊖▬"),
    ("|", "│┃┆┇┊┋╎╏║╵╷╹╻╽╿▏▎▍▌▐▕¦"),
    ("+", "✓✔±"),
    ("x", "✗✘×✕"),
    ("t", "↻"),
    ("~", "∿≈∼"),
    (".", "◦·∙…‥"),
    ("<", "↺←◂◀◁‹«≤"),
    (">", "→▸▶▷›»≥"),
    ("^", "↑▲▴△"),
    ("v", "↓▼▾▽"),
    ("*", "•●★◆"),
    ("o", "○◇◯☆"),
    ("#", "⊘■▪◼"),
    ("-", "∅"),
    ("'", "‘’‚′"),
    ("\"", "“”„″"),
    (" ", "\u{A0}\u{2007}\u{2009}\u{202F}"),
  ]
  var fallbacks: [UInt32: UInt32] = [:]
  for (fallback, family) in families {
    for scalar in family.unicodeScalars { fallbacks[scalar.value] = fallback.value }
  }
  return fallbacks
}()

/// A request to copy a text to the terminal's clipboard: OSC 52 of xterm's "Operating System
/// Commands". Terminals may ignore it and send no response.
package struct ClipboardText: Equatable, Sendable {
  /// One piece of output: the escape sequence with the text in base64.
  let bytes: [UInt8]

  /// The longest base64 that terminals are known to accept at once.
  static let most = 74_994

  /// `nil` if the text is too long. Inside tmux, both the plain and the wrapped sequence are sent:
  /// depending on its settings, tmux handles only one of them.
  package init?(_ text: String, insideTmux: Bool) {
    let base64 = Data(text.utf8).base64EncodedString()
    guard base64.utf8.count <= Self.most else { return nil }
    let plain = "\u{1B}]52;c;\(base64)\u{7}"
    let wrapped = insideTmux ? "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\" : ""
    bytes = Array((plain + wrapped).utf8)
  }
}
