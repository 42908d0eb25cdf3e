/// Which columns of a list are shown, in which order, and how wide.
struct ColumnLayout: Equatable, Sendable {
  /// All columns by key. The first one is always shown.
  private(set) var order: [String]
  /// How many of the first ones stand still while the others are moved sideways.
  private(set) var frozen = 1
  private(set) var hidden: Set<String> = []
  /// In cells, of those whose width was chosen.
  private(set) var widths: [String: Int] = [:]

  private static let possibleWidths = 3...120

  init(_ columns: [Column]) { order = columns.map(\.key) }

  mutating func toggle(_ key: String) {
    guard key != order.first else { return }
    if hidden.remove(key) == nil { hidden.insert(key) }
  }

  /// Moves a column by so many places; what becomes the first one is shown.
  mutating func move(_ key: String, by distance: Int) {
    guard let place = order.firstIndex(of: key) else { return }
    let goal = min(max(0, place + distance), order.count - 1)
    order.insert(order.remove(at: place), at: goal)
    if let first = order.first { hidden.remove(first) }
  }

  /// Freezes all columns up to this one; where they are, none but the first.
  mutating func freeze(upTo key: String) {
    guard let place = order.firstIndex(of: key) else { return }
    frozen = frozen == place + 1 ? 1 : place + 1
  }

  /// Of those that stand still, the shown ones.
  var frozenShown: Int { order.prefix(frozen).count { !hidden.contains($0) } }

  mutating func resize(_ key: String, to width: Int) {
    let possible = Self.possibleWidths
    widths[key] = min(max(possible.lowerBound, width), possible.upperBound)
  }

  func arranged(_ columns: [Column]) -> [Column] {
    let known = Dictionary(columns.map { ($0.key, $0) }) { first, _ in first }
    return order.filter { !hidden.contains($0) }.compactMap { key in
      var column = known[key]
      if let width = widths[key] { column?.width = width...width }
      return column
    }
  }
}

extension ColumnLayout {
  /// As one line of a file: `purchasedAt:20 state | -environment`. Before the bar stands what is
  /// frozen, where that is more than the first column.
  var line: String {
    var words = order.map { key in
      (hidden.contains(key) ? "-" : "") + key + (widths[key].map { ":\($0)" } ?? "")
    }
    if frozen > 1 { words.insert("|", at: frozen) }
    return words.joined(separator: " ")
  }

  /// What was kept, as far as it fits the columns there are; new ones come last.
  init(_ columns: [Column], line: some StringProtocol) {
    self.init(columns)
    var kept: [String] = []
    for word in line.split(separator: " ") {
      if word == "|" {
        frozen = max(1, kept.count)
        continue
      }
      let parts = word.split(separator: ":")
      guard let name = parts.first else { continue }
      let isHidden = name.hasPrefix("-")
      let key = String(isHidden ? name.dropFirst() : name)
      guard order.contains(key), !kept.contains(key) else { continue }
      kept.append(key)
      if isHidden { hidden.insert(key) }
      if parts.count == 2, let width = Int(parts[1]) { resize(key, to: width) }
    }
    order = kept + order.filter { !kept.contains($0) }
    if let first = order.first { hidden.remove(first) }
  }
}
