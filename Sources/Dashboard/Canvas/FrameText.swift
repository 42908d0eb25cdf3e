/// A frame as reviewable text: its characters, then their roles.
package enum FrameText {
  /// Both planes, each row between bars. In the role plane a letter stands for a role, in upper
  /// case if the cell is selected; blanks of plain text stay blank.
  package static func planes(of frame: Frame) -> String {
    var text = "\(frame.size.columns)x\(frame.size.rows)"
    if frame.showsCursor { text += " cursor \(frame.cursor.column),\(frame.cursor.row)" }
    text += "\n"
    for row in 0..<frame.size.rows { text += "|" + characters(of: frame, row: row) + "|\n" }
    text += "\n"
    for row in 0..<frame.size.rows { text += "|" + roles(of: frame, row: row) + "|\n" }
    return text
  }

  /// The characters alone, without trailing blanks.
  package static func text(of frame: Frame) -> String {
    (0..<frame.size.rows).map { row in
      let line = characters(of: frame, row: row)
      let end = line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex
      return line[..<end] + "\n"
    }.joined()
  }

  /// One row's characters; a wide one occupies two cells and is written once.
  package static func characters(of frame: Frame, row: Int) -> String {
    var text = ""
    for cell in cells(of: frame, row: row) where cell.glyph != 0 {
      if cell.glyph >= Cell.clusterBit {
        let index = Int(cell.glyph & ~Cell.clusterBit)
        text += frame.clusters.indices.contains(index) ? frame.clusters[index] : "�"
      } else {
        text.unicodeScalars.append(Unicode.Scalar(cell.glyph) ?? "\u{FFFD}")
      }
    }
    return text
  }

  private static func roles(of frame: Frame, row: Int) -> String {
    cells(of: frame, row: row).map { cell in
      if cell.role == .text, cell.glyph == 0x20, !cell.isSelected { return " " }
      return cell.isSelected
        ? letter(of: cell.role).uppercased() : letter(of: cell.role)
    }.joined()
  }

  private static func cells(of frame: Frame, row: Int) -> ArraySlice<Cell> {
    frame.cells[row * frame.size.columns..<(row + 1) * frame.size.columns]
  }

  private static func letter(of role: Role) -> String {
    switch role {
    case .text: "t"
    case .muted: "m"
    case .secondary: "s"
    case .title: "h"
    case .bar: "b"
    case .barStrong: "d"
    case .hintKey: "k"
    case .hint: "i"
    case .columnTitle: "c"
    case .rule: "r"
    case .good: "g"
    case .warn: "w"
    case .bad: "x"
    case .info: "n"
    case .accent: "a"
    case .sandbox: "o"
    case .match: "f"
    case .prompt: "p"
    case .error: "e"
    }
  }
}
