import Entitlements

/// A decoded document's nodes as rows, with the details of the one under the cursor below them.
struct TreeView {
  let view: ViewContext
  let tree: TreeState
  let revealsSecrets: Bool

  private var glyphs: GlyphSet { view.glyphs }
  private static let offsetWidth = 6
  /// Fits `object of 12`.
  private static let typeWidth = 12
  private static let numberWidth = 5

  private struct Columns {
    var offset: Int?
    var type: Int?
    var label: Int
    var labelWidth: Int
    var value: Int
    var end: Int
  }

  private func columns(in rect: Rect) -> Columns {
    var column = rect.column + 2
    var offset: Int?
    var type: Int?
    if rect.columns >= 56, tree.hasOffsets {
      offset = column
      column += Self.offsetWidth + 2
    }
    if rect.columns >= 70 {
      type = column
      column += typeWidth + 2
    }
    let labelWidth = min(34, max(14, (rect.endColumn - column) * 9 / 20))
    return Columns(
      offset: offset,
      type: type,
      label: column,
      labelWidth: labelWidth,
      value: column + labelWidth + 2,
      end: rect.endColumn - 1
    )
  }

  /// The width of the store's field numbers if it has them, else of JSON types.
  private var typeWidth: Int { tree.hasNumbers ? Self.numberWidth : Self.typeWidth }

  func drawTitles(in rect: Rect, on frame: inout Frame) {
    let columns = columns(in: rect)
    if let offset = columns.offset {
      frame.write("OFFSET", .columnTitle, endingAt: offset + Self.offsetWidth, rect.row)
    }
    if let type = columns.type {
      let start = tree.hasNumbers ? type + typeWidth - 4 : type
      frame.write("TYPE", .columnTitle, at: start, rect.row)
    }
    frame.write("  FIELD", .columnTitle, at: columns.label, rect.row)
    frame.write("VALUE", .columnTitle, at: columns.value, rect.row)
  }

  func draw(in rect: Rect, on frame: inout Frame) {
    let columns = columns(in: rect)
    frame.draw(tree.scroll, of: tree.visible.count, in: rect, glyphs) {
      draw(tree.visible[$0], columns, $1, on: &$2)
    }
  }

  private func draw(_ index: Int, _ columns: Columns, _ row: Int, on frame: inout Frame) {
    let entry = tree.entries[index]
    let node = entry.node
    let isMatch = tree.matches.position(of: index) != nil
    if let column = columns.offset, let offset = node.offset {
      frame.write("\(offset)", .muted, endingAt: column + Self.offsetWidth, row)
    }
    if let column = columns.type {
      let edge = column + typeWidth
      if let number = node.number { frame.write("\(number)", .muted, endingAt: edge, row) }
      if !tree.hasNumbers { frame.write(SafeText(node.type), .muted, at: column, row, until: edge) }
    }
    let isParent = tree.hasChildren(index)
    let indent = columns.label + min(entry.depth * 2, columns.labelWidth / 2)
    if isParent {
      frame.write(tree.isFolded(index) ? glyphs.closed : glyphs.open, .accent, at: indent, row)
    }
    let role: Role = isMatch ? .match : !node.isKnown ? .warn : isParent ? .title : .text
    let label: SafeText = node.isKnown ? "\(node.label)" : "? \(node.label)"
    let end = columns.label + columns.labelWidth
    let room = max(1, end - indent - 2)
    frame.write(label.truncated(to: room, .middle, glyphs), role, at: indent + 2, row, until: end)
    drawValue(node, columns, row, on: &frame)
  }

  private func drawValue(
    _ node: Node,
    _ columns: Columns,
    _ row: Int,
    on frame: inout Frame
  ) {
    let room = columns.end - columns.value
    guard room > 0 else { return }
    let value = shortValue(node)
    if value.isEmpty {
      let gloss = view.reading(of: node)
      if !gloss.isEmpty {
        frame.write(gloss, .secondary, at: columns.value, row, until: columns.end, glyphs)
        return
      }
      guard columns.type == nil || tree.hasNumbers else { return }
      // A node that only has children shows its type.
      frame.write(SafeText(node.type).truncated(to: room, glyphs), .muted, at: columns.value, row)
      return
    }
    let text = value.truncated(to: room, node.isKnown ? .end : .middle, glyphs)
    let role: Role = node.isKnown ? .text : .secondary
    let column = frame.write(text, role, at: columns.value, row, until: columns.end)
    guard !node.isSecret || revealsSecrets else { return }
    // The reading is shown only if it fits; it is in full below the tree.
    let readings = [view.reading(of: node), view.distance(of: node)]
    if let rest = readings.first(where: { column + 2 + $0.width <= columns.end }) {
      frame.write(rest, .secondary, at: column + 2, row, until: columns.end)
    }
  }

  private func shortValue(_ node: Node) -> SafeText {
    if node.isSecret, !revealsSecrets { return view.masked(node.value) }
    // The bytes of an unknown node are shown undecoded.
    if !node.isKnown, !node.bytes.isEmpty { return Self.hex(node.bytes, limit: 48) }
    return SafeText(node.value)
  }

  static func hex(_ bytes: [UInt8], limit: Int) -> SafeText {
    let digits = bytes.prefix(limit).map { Sanitiser.hex(UInt32($0), digits: 2).lowercased() }
    return SafeText(digits.joined(separator: " "))
  }

  /// Draws the node under the cursor: its type, whole value, meaning and bytes.
  func drawDetail(in rect: Rect, on frame: inout Frame) {
    frame.drawRule(of: rect, glyphs)
    guard let index = tree.current else { return }
    let node = tree.entries[index].node
    let end = rect.endColumn - 1
    let start = rect.column + 2
    let column = frame.write("\(node.label)", .title, at: start, rect.row + 1, until: end)
    var facts: [SafeText] = [SafeText(node.type)]
    if let number = node.number { facts.append("type \(number)") }
    if let length = node.length { facts.append(.plural(length, "byte")) }
    if let offset = node.offset { facts.append("at offset \(offset)") }
    if !node.isKnown { facts.append("unknown") }
    let text = SafeText.joined(facts, by: "  \(glyphs.dot)  ")
    frame.write(text, .muted, at: column + 3, rect.row + 1, until: end, glyphs)
    let lines = detailLines(node, columns: end - start)
    for (offset, line) in lines.prefix(max(0, rect.rows - 2)).enumerated() {
      frame.write(line.0, line.1, at: start, rect.row + 2 + offset, until: end)
    }
  }

  private func detailLines(_ node: Node, columns: Int) -> [(SafeText, Role)] {
    var lines: [(SafeText, Role)] = []
    let isMasked = node.isSecret && !revealsSecrets
    if isMasked {
      lines.append(("\(view.masked(node.value))   X reveals it", .text))
    } else {
      let value = SafeText(node.value, detail: .inspector, limit: 2048)
      let texts = [value, view.reading(of: node)].filter { !$0.isEmpty }
      let text = SafeText.joined(texts, by: "   ").truncated(to: columns, glyphs)
      if !text.isEmpty { lines.append((text, .text)) }
    }
    let note = node.note ?? (node.isKnown ? nil : "This field is not documented.")
    if let note { lines.append((SafeText(note).truncated(to: columns, glyphs), .secondary)) }
    if !node.bytes.isEmpty, !isMasked {
      // Three columns per byte.
      let text = Self.hex(node.bytes, limit: max(1, (columns - 1) / 3))
      let isCut = (node.length ?? node.bytes.count) * 3 > columns
      lines.append((isCut ? text + " \(glyphs.ellipsis)" : text, .muted))
    }
    return lines
  }
}

extension ViewContext {
  /// The readable meaning of a node's value: `→ 2026-11-21 02:40Z (in 3 h)`, `9.99 USD`.
  func reading(of node: Node) -> SafeText {
    guard let instant = node.instant else { return node.gloss.map { SafeText($0) } ?? .empty }
    let clock = clock
    let zone: SafeText = clock.offset == 0 ? "Z" : " \(clock.name)"
    return "\(glyphs.arrow) \(clock.absolute(instant))\(zone) (\(clock.relative(instant)))"
  }
  /// The shortest reading of an instant: its distance from now.
  func distance(of node: Node) -> SafeText {
    node.instant.map { "(\(clock.relative($0)))" } ?? .empty
  }
}
