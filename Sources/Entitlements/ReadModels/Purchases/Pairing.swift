/// Entries of two lists, brought together by their names.
package enum Pairing {
  /// Hands on the entries of both lists in pairs, in the order of the older one; those of the newer
  /// list alone come at the end. A name that occurs again in the newer list stands by itself.
  package static func match<Older: Collection, Newer: Collection>(
    _ older: Older,
    _ newer: Newer,
    by name: (Older.Element, Int) -> String,
    _ pair: (_ name: String, _ older: Older.Element?, _ newer: Older.Element?) -> Void
  ) where Older.Element == Newer.Element {
    var places: [String: Newer.Index] = [:]
    for (number, place) in newer.indices.enumerated() {
      let name = name(newer[place], number)
      if places[name] == nil { places[name] = place }
    }
    for (number, item) in older.enumerated() {
      let name = name(item, number)
      pair(name, item, places.removeValue(forKey: name).map { newer[$0] })
    }
    guard !places.isEmpty else { return }
    for (number, place) in newer.indices.enumerated() {
      let name = name(newer[place], number)
      if places[name] == place { pair(name, nil, newer[place]) }
    }
  }
}
