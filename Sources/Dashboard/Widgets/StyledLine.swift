/// A line of text runs, each with its column and role.
struct StyledLine: Equatable, Sendable {
  struct Run: Equatable, Sendable {
    var text: SafeText
    var role: Role
    var column: Int
    /// The URL that the run links to.
    var link: String?
  }

  private(set) var runs: [Run] = []

  static let blank = StyledLine()

  init() {}

  init(_ text: SafeText, _ role: Role = .text, at column: Int = 0) { add(text, role, at: column) }

  /// The column after the last run.
  var end: Int { runs.last.map { $0.column + $0.text.width } ?? 0 }

  mutating func add(
    _ text: SafeText,
    _ role: Role = .text,
    at column: Int? = nil,
    link: String? = nil
  ) {
    guard !text.isEmpty else { return }
    runs.append(Run(text: text, role: role, column: column ?? end, link: link))
  }
}

extension Frame {
  /// Draws the lines from `top` on, clipped to `rect`; `glyphs` add an ellipsis to cut text.
  mutating func draw(
    _ lines: [StyledLine],
    from top: Int = 0,
    in rect: Rect,
    _ glyphs: GlyphSet? = nil
  ) {
    for (offset, line) in lines.dropFirst(max(0, top)).prefix(max(0, rect.rows)).enumerated() {
      for run in line.runs {
        let column = rect.column + run.column
        let room = max(0, rect.endColumn - column)
        let text = glyphs.map { run.text.truncated(to: room, $0) } ?? run.text
        let end = write(text, run.role, at: column, rect.row + offset, until: rect.endColumn)
        if let link = run.link { self.link(column..<max(column, end), rect.row + offset, to: link) }
      }
    }
  }
}
