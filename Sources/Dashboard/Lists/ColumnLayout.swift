/// Which columns of a list are shown, and in which order; kept while the dashboard runs.
struct ColumnLayout: Equatable, Sendable {
  /// All columns by key. The first one stands still and is always shown.
  private(set) var order: [String]
  private(set) var hidden: Set<String> = []

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

  func arranged(_ columns: [Column]) -> [Column] {
    let known = Dictionary(columns.map { ($0.key, $0) }) { first, _ in first }
    return order.filter { !hidden.contains($0) }.compactMap { known[$0] }
  }
}
