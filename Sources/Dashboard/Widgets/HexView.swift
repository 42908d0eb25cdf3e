/// A document's bytes as rows of hexadecimal digits, with a range marked.
struct HexView {
  let bytes: [UInt8]
  let marked: Range<Int>?
  let view: ViewContext
  /// The ranges of secrets; `nil` if secrets may be anywhere.
  let hidden: [Range<Int>]?

  /// The width in cells of sixteen bytes, with their offset and characters.
  static let fullWidth = 78

  private func count(in rect: Rect) -> Int {
    rect.columns >= Self.fullWidth ? 16 : rect.columns >= 46 ? 8 : 4
  }

  /// `bytes 84 to 101 of 9 842`
  var title: SafeText {
    let total = SafeText.grouped(bytes.count)
    guard let marked else { return "bytes: the position in them is not known" }
    let last = SafeText.grouped(max(marked.lowerBound, marked.upperBound - 1))
    return "bytes \(SafeText.grouped(marked.lowerBound)) to \(last) of \(total)"
  }

  func draw(in rect: Rect, on frame: inout Frame) {
    guard let hidden else {
      let text: SafeText = "The bytes hold secrets. X shows them, for a minute."
      frame.write(text, .secondary, at: rect.column + 2, rect.row, until: rect.endColumn)
      return
    }
    let count = count(in: rect)
    // The marked range begins in the second row, so that some context precedes it.
    let first = max(0, (marked?.lowerBound ?? 0) / count - 1)
    let last = max(0, (bytes.count - 1) / count)
    let top = max(0, min(first, last - rect.rows + 1))
    let shown = top * count..<(top + rect.rows) * count
    let masked = hidden.filter { $0.overlaps(shown) }
    for offset in 0..<rect.rows {
      let start = (top + offset) * count
      guard start < bytes.count else { return }
      let indices = start..<min(bytes.count, start + count)
      drawRow(indices, count, masked, rect, rect.row + offset, on: &frame)
    }
  }

  private func drawRow(
    _ indices: Range<Int>,
    _ count: Int,
    _ masked: [Range<Int>],
    _ rect: Rect,
    _ row: Int,
    on frame: inout Frame
  ) {
    let start = rect.column + 2
    frame.write("\(indices.lowerBound)", .muted, endingAt: start + 7, row)
    let digits = start + 9
    let characters = digits + count * 3 + 1
    for index in indices {
      let offset = index - indices.lowerBound
      let isMasked = masked.contains { $0.contains(index) }
      let (text, character, plainRole) = isMasked ? mask : texts(of: bytes[index])
      let isMarked = marked?.contains(index) ?? false
      let column = digits + offset * 3 + (count == 16 && offset >= 8 ? 1 : 0)
      let characterColumn = characters + offset + (count == 16 ? 1 : 0)
      let role: Role = isMarked ? .match : isMasked ? .muted : .secondary
      frame.write(text, role, at: column, row, until: rect.endColumn)
      frame.write(
        character,
        isMarked ? .match : plainRole,
        at: characterColumn,
        row,
        until: rect.endColumn
      )
      guard isMarked else { continue }
      // Not shown by colour alone.
      frame.select(row: row, from: column, to: column + 2)
      frame.select(row: row, from: characterColumn, to: characterColumn + 1)
    }
  }

  private var mask: (SafeText, SafeText, Role) { ("**", "*", .muted) }

  /// A byte's digits, and its character or a dot.
  private func texts(of byte: UInt8) -> (SafeText, SafeText, Role) {
    let digits = SafeText(Sanitiser.hex(UInt32(byte), digits: 2).lowercased())
    guard (0x20..<0x7F).contains(byte) else { return (digits, ".", .muted) }
    return (digits, SafeText(String(Unicode.Scalar(byte))), .text)
  }
}
