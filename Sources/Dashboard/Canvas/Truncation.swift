extension SafeText {
  enum Truncation: Sendable { case end, middle }

  /// The text in at most `cells` cells. Identifiers are cut in the middle, where they differ least;
  /// prose at its end.
  func truncated(to cells: Int, _ truncation: Truncation, _ glyphs: GlyphSet) -> SafeText {
    guard width > cells else { return self }
    guard cells > 0 else { return .empty }
    let ellipsis = glyphs.ellipsis
    guard cells > 1 else { return ellipsis }
    let room = cells - 1
    if isASCII { return cutASCII(truncation == .end ? room : room / 2, of: room, ellipsis) }
    switch truncation {
    case .end:
      return prefix(room) + ellipsis
    case .middle:
      // The end of an identifier is what people compare, so it gets the odd cell.
      let head = prefix(room / 2)
      return head + ellipsis + suffix(room - room / 2)
    }
  }

  /// The first `head` of `room` characters and the last ones, for ASCII, where each character is
  /// one byte and one cell.
  private func cutASCII(_ head: Int, of room: Int, _ ellipsis: SafeText) -> SafeText {
    let bytes = string.utf8
    let (start, end) = (bytes.prefix(head), bytes.suffix(room - head))
    return "\(plain: Substring(start))\(ellipsis)\(plain: Substring(end))"
  }

  func truncated(to cells: Int, _ glyphs: GlyphSet) -> SafeText {
    truncated(to: cells, .end, glyphs)
  }

  /// The longest prefix that fits `cells`.
  func prefix(_ cells: Int) -> SafeText {
    var used = 0
    return slice(
      string.unicodeScalars.prefix { scalar in
        used += TextWidth.of(scalar)
        return used <= cells
      }
    )
  }

  private func suffix(_ cells: Int) -> SafeText {
    var used = 0
    var start = string.unicodeScalars.endIndex
    var index = start
    while index > string.unicodeScalars.startIndex {
      index = string.unicodeScalars.index(before: index)
      let width = TextWidth.of(string.unicodeScalars[index])
      used += width
      guard used <= cells else { break }
      // Only a base character can begin the tail; its marks follow it.
      if width > 0 { start = index }
    }
    return slice(string.unicodeScalars[start...])
  }

  /// The text in at most `limit` lines of at most `cells` cells, broken at spaces if possible; the
  /// last line is truncated.
  func wrapped(to cells: Int, limit: Int, _ glyphs: GlyphSet) -> [SafeText] {
    guard cells > 0, limit > 0 else { return [] }
    var lines: [SafeText] = []
    var rest = self
    while rest.width > cells, lines.count < limit - 1 {
      var head = rest.prefix(cells)
      // A character wider than the column would never be consumed.
      guard !head.isEmpty else { break }
      if let end = rest.breakOfIdeographs(after: head) {
        head = head.slice(head.string.unicodeScalars.prefix(end))
      } else if let space = head.string.lastIndex(of: " "), space > head.string.startIndex {
        head = head.slice(head.string[..<space].unicodeScalars)
      }
      lines.append(head)
      let tail = rest.string.unicodeScalars.dropFirst(head.string.unicodeScalars.count)
      rest = slice(tail.drop { $0 == " " })
    }
    if !rest.isEmpty { lines.append(rest.truncated(to: cells, glyphs)) }
    return lines
  }
}

extension SafeText {
  /// The number of scalars of `head`, the text's prefix, that form a line ending beside Chinese or
  /// Japanese, which are written without spaces and whose closing marks begin no line; `nil` if a
  /// space is nearer.
  fileprivate func breakOfIdeographs(after head: SafeText) -> Int? {
    let scalars = Array(string.unicodeScalars.prefix(head.string.unicodeScalars.count + 1))
    func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
      (0x2E80...0x9FFF).contains(scalar.value) || (0xFF00...0xFF60).contains(scalar.value)
    }
    var end = scalars.count - 1
    while end > 1, scalars[end] != " " {
      let isBeside = isIdeographic(scalars[end]) || isIdeographic(scalars[end - 1])
      if isBeside, !Self.closingMarks.contains(scalars[end]) { return end }
      end -= 1
    }
    return nil
  }

  private static let closingMarks: Set<Unicode.Scalar> = [
    "。", "、", "，", "；", "：", "？", "！", "）", "」", "』", "》", "ー",
  ]

  /// The text in pieces of at most `cells` cells, broken anywhere.
  func cut(into cells: Int) -> [SafeText] {
    guard cells > 1, width > cells else { return [self] }
    var pieces: [SafeText] = []
    var piece: [Unicode.Scalar] = []
    var used = 0
    for scalar in string.unicodeScalars {
      let width = TextWidth.of(scalar)
      if used + width > cells {
        pieces.append(slice(piece))
        (piece, used) = ([], 0)
      }
      piece.append(scalar)
      used += width
    }
    return piece.isEmpty ? pieces : pieces + [slice(piece)]
  }

  /// The text without its first `cells` cells.
  func dropping(_ cells: Int) -> SafeText {
    guard cells > 0 else { return self }
    var passed = 0
    return slice(
      string.unicodeScalars.drop { scalar in
        guard passed < cells || TextWidth.of(scalar) == 0 else { return false }
        passed += TextWidth.of(scalar)
        return true
      }
    )
  }
}
