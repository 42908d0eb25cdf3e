/// Pairs the entries of two lists by name.
package enum Pairing {
  /// Calls `pair` with the entries of both lists, in the order of the older one, then with those
  /// only in the newer list. A name that is repeated in the newer list has no partner.
  package static func match<Older: Collection, Newer: Collection>(
    _ older: Older,
    _ newer: Newer,
    by name: (Older.Element, Int) -> String,
    _ pair: (_ name: String, _ older: Older.Element?, _ newer: Older.Element?) -> Void
  ) where Older.Element == Newer.Element {
    var indices: [String: Newer.Index] = [:]
    for (number, index) in newer.indices.enumerated() {
      let name = name(newer[index], number)
      if indices[name] == nil { indices[name] = index }
    }
    for (number, item) in older.enumerated() {
      let name = name(item, number)
      pair(name, item, indices.removeValue(forKey: name).map { newer[$0] })
    }
    guard !indices.isEmpty else { return }
    for (number, index) in newer.indices.enumerated() {
      let name = name(newer[index], number)
      if indices[name] == index { pair(name, nil, newer[index]) }
    }
  }
}
