/// Writes articles of the manual for a terminal.
struct ManualText {
  /// Columns, at least 40.
  let width: Int
  /// Whether headings and code are set off with escape sequences.
  let hasStyles: Bool

  func text(of article: ManualArticle) -> String {
    var lines: [String] = []
    var wasItem = false
    for block in article.blocks {
      var isItem = false
      if case .item = block { isItem = true }
      if !lines.isEmpty, !(isItem && wasItem) { lines.append("") }
      wasItem = isItem
      lines += self.lines(of: block)
    }
    return lines.joined(separator: "\n")
  }

  private func lines(of block: ManualArticle.Block) -> [String] {
    switch block {
    case .heading(let level, let text):
      [styled(level == 1 ? plain(text).uppercased() : plain(text), "1")]
    case .paragraph(let text): wrapped(text)
    case .item(let marker, let depth, let text):
      wrapped(
        text,
        first: String(repeating: "  ", count: depth) + marker + " ",
        indent: depth * 2 + marker.count + 1
      )
    case .code(_, let code): code.map { "    " + $0 }
    case .table(let rows): table(rows)
    }
  }

  /// Breaks a paragraph between words; a word is never split.
  private func wrapped(_ text: String, first: String = "", indent: Int = 0) -> [String] {
    var lines: [String] = []
    var line = first
    var column = first.count
    var isEmpty = true
    for (word, style) in words(of: text) {
      if !isEmpty, column + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent)
        column = indent
        isEmpty = true
      }
      if !isEmpty { line += " " }
      line += style.map { styled(word, $0) } ?? word
      column += word.count + (isEmpty ? 0 : 1)
      isEmpty = false
    }
    return lines + [line]
  }

  /// The words of a paragraph with the style of each. What touches without a space is one word.
  private func words(of text: String) -> [(String, String?)] {
    var words: [(String, String?)] = []
    var touches = false
    for piece in InlineText.pieces(of: text) {
      let style: String? =
        switch piece {
        case .plain: nil
        case .code: "36"
        case .strong: "1"
        }
      let parts = marked(piece).split(separator: " ", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index == 0, touches, let last = words.popLast() {
          words.append((last.0 + part, last.1 ?? style))
        } else if !part.isEmpty {
          words.append((String(part), style))
        }
      }
      touches = !piece.text.hasSuffix(" ") && !words.isEmpty
    }
    return words
  }

  /// In columns, or with an entry for each row where the columns don't fit.
  private func table(_ rows: [[String]]) -> [String] {
    let cells = rows.map { $0.map(plain) }
    let count = cells.map { $0.count }.max() ?? 0
    let columns = (0..<count).map { column in cells.map { column < $0.count ? $0[column] : "" } }
    guard let widths = widths(of: columns) else { return entries(cells) }
    var lines: [String] = []
    for row in cells.indices {
      let parts = (0..<count).map { column in
        ManualText(width: widths[column], hasStyles: false).wrapped(columns[column][row])
      }
      for line in 0..<(parts.map { $0.count }.max() ?? 0) {
        let text = (0..<count).map { column in
          let part = line < parts[column].count ? parts[column][line] : ""
          return column == count - 1 ? part : part.padded(to: widths[column])
        }.joined(separator: "  ")
        lines.append(row == 0 ? styled(text, "1") : text)
      }
    }
    return lines
  }

  private func entries(_ cells: [[String]]) -> [String] {
    let titles = cells.first ?? []
    return cells.dropFirst().flatMap { row in
      wrapped(row.first ?? "")
        + zip(titles, row).dropFirst().filter { !$1.isEmpty }.flatMap { title, cell in
          wrapped(title.isEmpty ? cell : "\(title): \(cell)", first: "  ", indent: 4)
        }
    }
  }

  /// The widths of columns: what is in them, or a fair share of the line; `nil` where the longest
  /// words don't fit side by side.
  private func widths(of columns: [[String]]) -> [Int]? {
    var widths = columns.map { $0.map { $0.count }.max() ?? 0 }
    let longestWords = columns.map { cells in
      cells.flatMap { $0.split(separator: " ") }.map { $0.count }.max() ?? 0
    }
    var rest = width - 2 * (columns.count - 1)
    var open = Array(columns.indices)
    while !open.isEmpty {
      let share = rest / open.count
      let fixed = open.filter { widths[$0] <= share || longestWords[$0] >= share }
      for index in fixed.isEmpty ? open : fixed {
        widths[index] = max(longestWords[index], min(widths[index], share))
        rest -= widths[index]
      }
      open.removeAll { fixed.isEmpty || fixed.contains($0) }
    }
    return rest < 0 ? nil : widths
  }

  private func plain(_ text: String) -> String { InlineText.pieces(of: text).map(marked).joined() }

  /// Code is in backquotes where no colour sets it off.
  private func marked(_ piece: InlineText) -> String {
    if case .code(let code) = piece, !hasStyles { "`\(code)`" } else { piece.text }
  }

  private func styled(_ text: String, _ code: String) -> String {
    hasStyles ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
