/// The visibility, order and widths of a list's columns.
struct ColumnLayout: Equatable, Sendable {
  /// All columns by key. The first one is always shown.
  private(set) var order: [String]
  /// How many of the first columns do not scroll sideways.
  private(set) var frozen = 1
  private(set) var hidden: Set<String> = []
  /// Chosen widths in cells, by key.
  private(set) var widths: [String: Int] = [:]

  private static let possibleWidths = 3...120

  init(_ columns: [Column]) { order = columns.map(\.key) }

  mutating func toggle(_ key: String) {
    guard key != order.first else { return }
    if hidden.remove(key) == nil { hidden.insert(key) }
  }

  /// Moves a column by `distance` positions; the new first column is shown.
  mutating func move(_ key: String, by distance: Int) {
    guard let index = order.firstIndex(of: key) else { return }
    let goal = min(max(0, index + distance), order.count - 1)
    order.insert(order.remove(at: index), at: goal)
    if let first = order.first { hidden.remove(first) }
  }

  /// Freezes all columns up to this one, or only the first one if they already are.
  mutating func freeze(upTo key: String) {
    guard let index = order.firstIndex(of: key) else { return }
    frozen = frozen == index + 1 ? 1 : index + 1
  }

  /// The number of visible frozen columns.
  var frozenShown: Int { order.prefix(frozen).count { !hidden.contains($0) } }

  mutating func resize(_ key: String, to width: Int) {
    let possible = Self.possibleWidths
    widths[key] = min(max(possible.lowerBound, width), possible.upperBound)
  }

  func arranged(_ columns: [Column]) -> [Column] {
    let known = Dictionary(columns.map { ($0.key, $0) }) { first, _ in first }
    return order.filter { !hidden.contains($0) }.compactMap { key in
      var column = known[key]
      if let width = widths[key] {
        column?.width = width...width
        column?.wholeWidth = nil
      }
      return column
    }
  }
}

extension ColumnLayout {
  /// The layout as one line of a file: `purchasedAt:20 state | -environment`. The columns before
  /// the bar are frozen; there is no bar if only the first one is.
  var line: String {
    var words = order.map { key in
      (hidden.contains(key) ? "-" : "") + key + (widths[key].map { ":\($0)" } ?? "")
    }
    if frozen > 1 { words.insert("|", at: frozen) }
    return words.joined(separator: " ")
  }

  /// Parses a saved layout, ignoring unknown columns; new columns come last.
  init(_ columns: [Column], line: some StringProtocol) {
    self.init(columns)
    var saved: [String] = []
    for word in line.split(separator: " ") {
      if word == "|" {
        frozen = max(1, saved.count)
        continue
      }
      let parts = word.split(separator: ":")
      guard let name = parts.first else { continue }
      let isHidden = name.hasPrefix("-")
      let key = String(isHidden ? name.dropFirst() : name)
      guard order.contains(key), !saved.contains(key) else { continue }
      saved.append(key)
      if isHidden { hidden.insert(key) }
      if parts.count == 2, let width = Int(parts[1]) { resize(key, to: width) }
    }
    order = saved + order.filter { !saved.contains($0) }
    if let first = order.first { hidden.remove(first) }
  }
}

/// Makes text safe to paste or read into a spreadsheet.
package enum Spreadsheet {
  /// The characters that begin a formula, and their full-width forms, which some programs accept.
  private static let signs: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

  /// The cell's text, prefixed with a quote if a spreadsheet would run it as a formula. A sign
  /// alone is no formula.
  package static func guarded(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let rest = scalars.drop { $0.properties.isWhitespace || $0.value < 0x20 }
    guard let first = rest.first else { return text }
    let isControlled = scalars.first.map { $0.value < 0x20 } ?? false
    guard isControlled || signs.contains(first) && rest.count > 1 else { return text }
    return "'" + text
  }
}
