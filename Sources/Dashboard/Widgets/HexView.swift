/// A document's bytes in rows of hexadecimal digits, with a stretch of them marked.
struct HexView {
  let bytes: [UInt8]
  let marked: Range<Int>?
  let view: Viewpoint
  /// Whether something secret stands among them that must not be read.
  let isHidden: Bool

  /// An offset, the digits, and the characters, as far as they fit.
  private func count(in rect: Rect) -> Int {
    rect.columns >= 78 ? 16 : rect.columns >= 46 ? 8 : 4
  }

  func draw(in rect: Rect, on frame: inout Frame) {
    guard !isHidden else {
      let text: SafeText = "The bytes hold secrets. X shows them, for a minute."
      frame.write(text, .secondary, at: rect.column + 2, rect.row, until: rect.endColumn)
      return
    }
    let count = count(in: rect)
    // The marked stretch begins in the second row, so that something is seen before it.
    let first = max(0, (marked?.lowerBound ?? 0) / count - 1)
    let last = max(0, (bytes.count - 1) / count)
    let top = max(0, min(first, last - rect.rows + 1))
    for offset in 0..<rect.rows {
      let start = (top + offset) * count
      guard start < bytes.count else { return }
      drawRow(start..<min(bytes.count, start + count), count, rect, rect.row + offset, on: &frame)
    }
  }

  private func drawRow(
    _ places: Range<Int>,
    _ count: Int,
    _ rect: Rect,
    _ row: Int,
    on frame: inout Frame
  ) {
    let start = rect.column + 2
    frame.write("\(places.lowerBound)", .muted, endingAt: start + 7, row)
    let digits = start + 9
    let letters = digits + count * 3 + 1
    for place in places {
      let byte = bytes[place]
      let offset = place - places.lowerBound
      let isMarked = marked?.contains(place) ?? false
      let role: Role = isMarked ? .match : .secondary
      let text = SafeText(Sanitiser.hex(UInt32(byte), digits: 2).lowercased())
      let column = digits + offset * 3 + (count == 16 && offset >= 8 ? 1 : 0)
      frame.write(text, role, at: column, row, until: rect.endColumn)
      let isPlain = (0x20..<0x7F).contains(byte)
      let letterColumn = letters + offset + (count == 16 ? 1 : 0)
      let letter = SafeText(isPlain ? String(Unicode.Scalar(byte)) : ".")
      frame.write(
        letter,
        isMarked ? .match : isPlain ? .text : .muted,
        at: letterColumn,
        row,
        until: rect.endColumn
      )
      guard isMarked else { continue }
      // Told by more than colour.
      frame.select(row: row, from: column, to: column + 2)
      frame.select(row: row, from: letterColumn, to: letterColumn + 1)
    }
  }
}
