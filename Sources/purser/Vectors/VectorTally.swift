import Receipts

/// How the answers to one file's cases compare with what they are to be.
struct VectorTally {
  var file: String
  var cases = 0
  var accepted = 0
  var rejected = 0
  /// Invalid or merely acceptable, and accepted.
  var wrongAccepts: [Int] = []
  /// Valid, of our kind, and refused.
  var wrongRefusals: [Int] = []
  /// Valid, refused for their kind: how many of each group for which reason.
  var refused: [String: Int] = [:]

  init(_ file: String, _ cases: [VectorCase]) {
    self.file = file
    self.cases = cases.count
    for item in cases { count(item) }
  }

  private mutating func count(_ item: VectorCase) {
    switch (item.result, item.fault) {
    case (.valid, nil): accepted += 1
    case (.invalid, nil), (.acceptable, nil): wrongAccepts.append(item.number)
    case (.invalid, _?), (.acceptable, _?): rejected += 1
    case (.valid, let fault?):
      if item.isOurKind {
        wrongRefusals.append(item.number)
      } else {
        refused["\(item.group): \(fault.code), \(fault.detail)", default: 0] += 1
      }
    }
  }

  /// What must not be, a line each.
  var faults: [String] {
    wrongAccepts.map { "\(file): case \($0) is accepted and must not be" }
      + wrongRefusals.map { "\(file): case \($0) is valid and refused" }
  }
}

extension VectorTally {
  /// A table of all files, and below it why valid signatures were refused.
  static func lines(_ tallies: [VectorTally]) -> [String] {
    var rows = [
      [
        "file", "cases", "accepted valid", "rejected invalid", "wrong accepts", "refused valid",
      ]
    ]
    rows += tallies.map { row($0.file, [$0]) }
    rows.append(row("all", tallies))
    let reasons = tallies.flatMap { tally in
      tally.refused.sorted { $0.key < $1.key }.map { "  \($0.value) × \(tally.file), \($0.key)" }
    }
    return table(rows) + (reasons.isEmpty ? [] : ["", "valid, but of a kind that no store uses:"])
      + reasons.map(PlainText.safe)
  }

  private static func row(_ name: String, _ tallies: [VectorTally]) -> [String] {
    // A key path to what the standard library computes has the loader warn of its symbol.
    let counts = [
      tallies.map(\.cases), tallies.map(\.accepted), tallies.map(\.rejected),
      tallies.map { $0.wrongAccepts.count },
      tallies.map { $0.wrongRefusals.count + $0.refused.values.reduce(0, +) },
    ]
    return [name] + counts.map { String($0.reduce(0, +)) }
  }

  private static func table(_ rows: [[String]]) -> [String] {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, text in
        let blanks = String(repeating: " ", count: widths[column] - text.count)
        return column == 0 ? text + blanks : blanks + text
      }.joined(separator: "  ")
    }
  }
}
