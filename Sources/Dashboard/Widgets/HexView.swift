/// A document's bytes in rows of hexadecimal digits, with a stretch of them marked.
struct HexView {
  let bytes: [UInt8]
  let marked: Range<Int>?
  let view: Viewpoint
  /// The stretches that must not be read; `nil` where secrets may stand anywhere.
  let hidden: [Range<Int>]?

  /// Cells that sixteen bytes in a row take, with their offset and their characters.
  static let fullWidth = 78

  private func count(in rect: Rect) -> Int {
    rect.columns >= Self.fullWidth ? 16 : rect.columns >= 46 ? 8 : 4
  }

  /// `bytes 84 to 101 of 9 842`
  var title: SafeText {
    let total = SafeText.grouped(bytes.count)
    guard let marked else { return "bytes: where this stands among them is not known" }
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
    // The marked stretch begins in the second row, so that something is seen before it.
    let first = max(0, (marked?.lowerBound ?? 0) / count - 1)
    let last = max(0, (bytes.count - 1) / count)
    let top = max(0, min(first, last - rect.rows + 1))
    let shown = top * count..<(top + rect.rows) * count
    let veiled = hidden.filter { $0.overlaps(shown) }
    for offset in 0..<rect.rows {
      let start = (top + offset) * count
      guard start < bytes.count else { return }
      let places = start..<min(bytes.count, start + count)
      drawRow(places, count, veiled, rect, rect.row + offset, on: &frame)
    }
  }

  private func drawRow(
    _ places: Range<Int>,
    _ count: Int,
    _ veiled: [Range<Int>],
    _ rect: Rect,
    _ row: Int,
    on frame: inout Frame
  ) {
    let start = rect.column + 2
    frame.write("\(places.lowerBound)", .muted, endingAt: start + 7, row)
    let digits = start + 9
    let letters = digits + count * 3 + 1
    for place in places {
      let offset = place - places.lowerBound
      let isVeiled = veiled.contains { $0.contains(place) }
      let (text, letter, plainRole) = isVeiled ? veil : signs(of: bytes[place])
      let isMarked = marked?.contains(place) ?? false
      let column = digits + offset * 3 + (count == 16 && offset >= 8 ? 1 : 0)
      let letterColumn = letters + offset + (count == 16 ? 1 : 0)
      let role: Role = isMarked ? .match : isVeiled ? .muted : .secondary
      frame.write(text, role, at: column, row, until: rect.endColumn)
      frame.write(
        letter,
        isMarked ? .match : plainRole,
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

  private var veil: (SafeText, SafeText, Role) { ("**", "*", .muted) }

  /// A byte's digits, and its character where it has one.
  private func signs(of byte: UInt8) -> (SafeText, SafeText, Role) {
    let digits = SafeText(Sanitiser.hex(UInt32(byte), digits: 2).lowercased())
    guard (0x20..<0x7F).contains(byte) else { return (digits, ".", .muted) }
    return (digits, SafeText(String(Unicode.Scalar(byte))), .text)
  }
}
