import Receipts

/// Compares the results of one file's cases with the expected ones.
struct VectorTally {
  var file: String
  var cases = 0
  var accepted = 0
  var rejected = 0
  /// The cases that are invalid or merely acceptable, but accepted.
  var wrongAccepts: [Int] = []
  /// The cases that are valid and of a supported kind, but rejected.
  var wrongRefusals: [Int] = []
  /// The number of valid cases of unsupported kinds, by group and reason.
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

  /// The errors, one line each.
  var faults: [String] {
    wrongAccepts.map { "\(file): case \($0) is accepted but not valid" }
      + wrongRefusals.map { "\(file): case \($0) is valid but rejected" }
  }
}

extension VectorTally {
  /// A table of all files, followed by the reasons why valid signatures were rejected.
  static func lines(_ tallies: [VectorTally]) -> [String] {
    var rows = [
      [
        "file", "cases", "accepted valid", "rejected invalid", "wrongly accepted", "rejected valid",
      ]
    ]
    rows += tallies.map { row($0.file, [$0]) }
    rows.append(row("all", tallies))
    let reasons = tallies.flatMap { tally in
      tally.refused.sorted { $0.key < $1.key }.map { "  \($0.value) × \(tally.file), \($0.key)" }
    }
    return table(rows) + (reasons.isEmpty ? [] : ["", "valid, but of an unsupported kind:"])
      + reasons.map(PlainText.safe)
  }

  private static func row(_ name: String, _ tallies: [VectorTally]) -> [String] {
    // Closures, since the loader warns about key paths to the standard library's computed
    // properties.
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
