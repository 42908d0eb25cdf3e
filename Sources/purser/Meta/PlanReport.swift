import Dashboard
import Entitlements
import Foundation
import Persistence

/// The parsed query and the ledger's plan for it.
struct PlanReport {
  let list: RowList
  let search: Search
  let explanation: QueryExplanation

  /// The most statements shown per section.
  private static let maxStatements = 4

  init(_ list: RowList, _ sort: RowSort, _ search: Search, of ledger: Ledger) async throws {
    self.list = list
    self.search = search
    explanation = try await ledger.search.explanation(of: list, by: sort, matching: search)
  }

  var page: [PageLine] {
    var lines: [PageLine] = [
      .heading("understood"), .entry("list", list.rawValue),
      .entry("query", search.query == .everything ? "everything" : search.query.echo),
      .entry("at", search.instant.formatted(.iso8601)),
      .heading("plan"), .text(plan),
    ]
    lines += section("found by", explanation.sources)
    lines += section("read by", explanation.page)
    return lines
  }

  private var plan: String {
    switch explanation.way {
    case .whole: "No conditions: the list's index is read in its order."
    case .found(let count):
      "By index alone: \(Self.rows(count)) found and sorted in memory."
    case .sieved(let count):
      "By index: \(Self.rows(count)) may match; they are located along the list's own index."
    case .walked: "The list's index is read in its order, and every row is tested."
    }
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  private func section(_ title: String, _ statements: [QueryExplanation.Statement]) -> [PageLine] {
    guard !statements.isEmpty else { return [] }
    var lines: [PageLine] = [.heading(title)]
    for (index, statement) in statements.prefix(Self.maxStatements).enumerated() {
      if index > 0 { lines.append(.blank) }
      lines += SQLLayout.lines(statement.sql).map(PageLine.text)
      lines += statement.steps.map { .entry("", PlanStep.description(of: $0)) }
    }
    let rest = statements.count - Self.maxStatements
    if rest > 0 { lines.append(.text("and \(rest) more of this kind")) }
    return lines
  }
}

/// Formats a statement with one line per clause.
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
    for (index, word) in words.enumerated() {
      let two = words[index...].prefix(2).joined(separator: " ")
      let begins = Self.clauses.contains { $0 == word || $0 == two }
      // JOIN stays on the line of CROSS or LEFT.
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

/// Describes the steps of SQLite's query plans.
enum PlanStep {
  static func description(of step: String) -> String {
    if step.hasPrefix("USE TEMP B-TREE") { return "sorted in memory" }
    if step.contains("SUBQUERY") || step.hasPrefix("CO-ROUTINE") { return "for each of them:" }
    let words = step.split(separator: " ").map(String.init)
    guard words.count > 1, ["SEARCH", "SCAN"].contains(words[0]) else { return step }
    let table = words[1]
    if step.contains("VIRTUAL TABLE") { return "\(table): given values" }
    if step.contains("CONSTANT ROW") { return "one row without a table" }
    let isSearch = words[0] == "SEARCH"
    let condition = step.firstIndex(of: "(").map { String(step[$0...].dropFirst().dropLast()) }
    let filter = condition.map { ", where \($0)" } ?? ""
    if step.contains("INTEGER PRIMARY KEY") { return "\(table): by row ID\(filter)" }
    guard let keyword = words.firstIndex(of: "INDEX"), words.indices.contains(keyword + 1) else {
      return isSearch ? "\(table): searched\(filter)" : "\(table): full scan"
    }
    let index = words[keyword + 1]
    let covering = step.contains("COVERING") ? " (covering)" : ""
    return isSearch
      ? "\(table): by the index \(index)\(filter)\(covering)"
      : "\(table): along the index \(index), in its order\(covering)"
  }
}
