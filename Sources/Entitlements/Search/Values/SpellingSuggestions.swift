/// Finds keywords with a similar spelling.
package enum SpellingSuggestions {
  /// The maximum length of a word; all keywords are shorter.
  private static let maxLength = 24

  /// The words that differ from `word` by few typing errors (a character added, omitted, changed,
  /// or two neighbours swapped), or that begin with it: the nearest first, at most three.
  package static func of(_ word: String, in words: [String]) -> [String] {
    let typed = Array(word.lowercased().utf8.prefix(maxLength + 1))
    guard !typed.isEmpty, typed.count <= maxLength else { return [] }
    let maxDistance = max(1, typed.count / 3)
    let near = words.enumerated().compactMap { index, candidate -> (Int, Int, String)? in
      let bytes = Array(candidate.lowercased().utf8)
      if typed.count > 1, bytes.starts(with: typed) { return (0, index, candidate) }
      let distance = distance(typed, bytes)
      // A word of two characters with an error could be anything.
      return distance <= maxDistance && distance < bytes.count - 1
        ? (distance, index, candidate) : nil
    }
    return near.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(3).map(\.2)
  }

  /// The minimum number of typing errors between two words.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var next = [row + 1]
      for column in right.indices {
        let change = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(change, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[right.count]
  }
}
