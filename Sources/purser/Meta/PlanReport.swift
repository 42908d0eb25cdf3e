import Dashboard
import Entitlements
import Foundation
import Persistence

/// What a query was understood as, and how the ledger answers it.
struct PlanReport {
  let list: RowList
  let search: Search
  let explanation: QueryExplanation

  /// Of one kind; nobody reads more.
  private static let mostStatements = 4

  init(_ list: RowList, _ sort: RowSort, _ search: Search, of ledger: Ledger) async throws {
    self.list = list
    self.search = search
    explanation = try await ledger.explanation(of: list, by: sort, matching: search)
  }

  var page: [PageLine] {
    var lines: [PageLine] = [
      .heading("understood"), .entry("list", list.rawValue),
      .entry("query", search.query == .everything ? "everything" : search.query.echo),
      .entry("at", search.instant.formatted(.iso8601)),
      .heading("way"), .text(way),
    ]
    lines += section("found by", explanation.sources)
    lines += section("read by", explanation.page)
    return lines
  }

  private var way: String {
    switch explanation.way {
    case .whole: "Nothing is looked for: the list's index is read in its order."
    case .found(let count):
      "By index alone: \(Self.rows(count)) found, and sorted in memory."
    case .sieved(let count):
      "By index: \(Self.rows(count)) may match; they are looked for along the list's own index."
    case .walked: "The list's index is read in its order, and every row of it tested."
    }
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  private func section(_ title: String, _ statements: [QueryExplanation.Statement]) -> [PageLine] {
    guard !statements.isEmpty else { return [] }
    var lines: [PageLine] = [.heading(title)]
    for (place, statement) in statements.prefix(Self.mostStatements).enumerated() {
      if place > 0 { lines.append(.blank) }
      lines += SQLLayout.lines(statement.sql).map(PageLine.text)
      lines += statement.steps.map { .entry("", PlanStep.words(for: $0)) }
    }
    let rest = statements.count - Self.mostStatements
    if rest > 0 { lines.append(.text("and \(rest) more of the kind")) }
    return lines
  }
}

/// A statement as people write it: a line for each of its clauses.
enum SQLLayout {
  private static let clauses = [
    "FROM", "WHERE", "ORDER BY", "LIMIT", "CROSS JOIN", "JOIN", "LEFT JOIN", "UNION", "GROUP BY",
    "AND",
  ]

  static func lines(_ sql: String) -> [String] {
    var lines: [String] = []
    var line: [Substring] = []
    var depth = 0
    let words = sql.split { $0 == " " || $0 == "\n" }
    for (place, word) in words.enumerated() {
      let two = words[place...].prefix(2).joined(separator: " ")
      let begins = Self.clauses.contains { $0 == word || $0 == two }
      // The second word of two stands behind the first.
      let isSecond = line.count == 1 && word == "JOIN"
      if begins, !isSecond, depth == 0, !line.isEmpty {
        lines.append(line.joined(separator: " "))
        line = []
      }
      line.append(word)
      depth += word.count { $0 == "(" } - word.count { $0 == ")" }
    }
    return lines + (line.isEmpty ? [] : [line.joined(separator: " ")])
  }
}

/// A step of SQLite's plans, in words.
enum PlanStep {
  static func words(for step: String) -> String {
    if step.hasPrefix("USE TEMP B-TREE") { return "sorted in memory" }
    if step.contains("SUBQUERY") || step.hasPrefix("CO-ROUTINE") { return "for each of them:" }
    let words = step.split(separator: " ").map(String.init)
    guard words.count > 1, ["SEARCH", "SCAN"].contains(words[0]) else { return step }
    let table = words[1]
    if step.contains("VIRTUAL TABLE") { return "\(table): values that were given" }
    if step.contains("CONSTANT ROW") { return "one row without a table" }
    let isSearch = words[0] == "SEARCH"
    let condition = step.firstIndex(of: "(").map { String(step[$0...].dropFirst().dropLast()) }
    let what = condition.map { ", where \($0)" } ?? ""
    if step.contains("INTEGER PRIMARY KEY") { return "\(table): by its number\(what)" }
    guard let place = words.firstIndex(of: "INDEX"), words.indices.contains(place + 1) else {
      return isSearch ? "\(table): searched\(what)" : "\(table): all of it is read"
    }
    let index = words[place + 1]
    let alone = step.contains("COVERING") ? ", which holds all that is asked for" : ""
    return isSearch
      ? "\(table): by the index \(index)\(what)\(alone)"
      : "\(table): along the index \(index), in its order\(alone)"
  }
}
