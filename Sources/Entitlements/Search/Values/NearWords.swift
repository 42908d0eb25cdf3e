/// Finds what somebody may have meant.
package enum NearWords {
  /// More letters than any word here has; what is longer is no slip of the hand.
  private static let longest = 24

  /// The words that differ from `word` by few slips (a letter added, left out, changed, or two
  /// neighbours exchanged), or that it is the beginning of: the nearest first, three at most.
  package static func of(_ word: String, in words: [String]) -> [String] {
    let typed = Array(word.lowercased().utf8.prefix(longest + 1))
    guard !typed.isEmpty, typed.count <= longest else { return [] }
    let slips = max(1, typed.count / 3)
    let near = words.enumerated().compactMap { place, candidate -> (Int, Int, String)? in
      let letters = Array(candidate.lowercased().utf8)
      if typed.count > 1, letters.starts(with: typed) { return (0, place, candidate) }
      let distance = distance(typed, letters)
      // A word of two letters with one slip may be anything.
      return distance <= slips && distance < letters.count - 1 ? (distance, place, candidate) : nil
    }
    return near.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(3).map(\.2)
  }

  /// The fewest slips between two words.
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
