import CNcurses
import Dashboard
import Entitlements
import Foundation
import Persistence

/// The `:checkhealth` page: the terminal's capabilities, problems and remedies.
struct HealthReport {
  let look: Appearance
  /// The number of colours that the screen uses; `nil` without a screen.
  let colors: Int?
  private let environment = ProcessInfo.processInfo.environment

  init(look: Appearance, colors: Int?) { (self.look, self.colors) = (look, colors) }

  var page: [PageLine] { terminal + locale + keys + clipboard }

  private func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private var terminal: [PageLine] {
    let type = variable("TERM")
    // The description may be looked up only without a screen.
    let described = colors ?? type.map { Int(purser_described_colors($0)) }
    var lines: [PageLine] = [
      .heading("terminal"), .entry("TERM", type ?? "", note: type == nil ? "not set" : ""),
      .entry("colours", described.map { $0 < 0 ? "unknown" : "\($0)" } ?? "unknown"),
      .entry("COLORTERM", variable("COLORTERM") ?? "not set"),
      .entry("theme", look.theme, note: look.choices["theme"]?.origin ?? ""),
    ]
    if type == nil || type == "dumb" {
      lines.append(.warning("Nothing can be drawn: set TERM to the terminal's type."))
    } else if described == -1 {
      lines.append(.warning("TERM has no terminfo entry; using xterm-256color instead."))
    }
    if variable("NO_COLOR") != nil {
      lines.append(.warning("NO_COLOR is set: no colours. --color 256 overrides it."))
    }
    return lines
  }

  private var locale: [PageLine] {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first
    // The locale must not be set again while a screen is open.
    let takesUTF8 = colors == nil ? purser_locale() : purser_is_utf8()
    var lines: [PageLine] = [
      .heading("characters"), .entry("locale", locale ?? "not set"),
      .entry("UTF-8", takesUTF8 ? "yes" : "no"),
      .entry("glyphs", look.glyphs(takesUTF8: takesUTF8).rawValue),
    ]
    if let ambiguous = look.choices["ambiguous"] {
      lines.append(.entry("ambiguous", ambiguous.word, note: ambiguous.origin))
      if ambiguous.word == "2" {
        let text = "Lines and blocks take two cells here, so ASCII is used instead."
        lines.append(.text("\(text) --glyphs overrides this."))
      }
    }
    if !takesUTF8 {
      lines.append(.warning("Characters other than ASCII show as ?: set LC_ALL=C.UTF-8."))
    }
    return lines
  }

  private var keys: [PageLine] {
    var lines: [PageLine] = [
      .heading("keys"),
      .entry("Escape", "\(purser_escape_delay()) ms", note: "set ESCDELAY to change it"),
    ]
    if variable("TMUX") != nil {
      lines.append(
        .text("tmux adds its own escape-time, 500 ms before version 3.5: set -sg escape-time 20")
      )
    }
    do {
      let problems = try KeyFile(path: Paths.keys).keymap().problems
      lines += problems.map { .warning($0.description) }
      lines.append(.entry("keys.toml", problems.isEmpty ? "valid" : "\(problems.count) problems"))
    } catch {
      lines.append(.warning(error.description))
    }
    return lines
  }

  private var clipboard: [PageLine] {
    let isRemote = environment.keys.contains { $0.hasPrefix("SSH_") }
    let hasDisplay = variable("DISPLAY") != nil || variable("WAYLAND_DISPLAY") != nil
    let tools = ["pbcopy", "wl-copy", "xclip", "xsel"].filter {
      Paths.program($0, in: environment) != nil
    }
    var lines: [PageLine] = [
      .heading("clipboard"),
      .entry(
        "first",
        isRemote || !hasDisplay && !tools.contains("pbcopy")
          ? "OSC 52, through the terminal" : tools.first ?? "OSC 52, through the terminal"
      ),
      .entry("programs", tools.isEmpty ? "none" : tools.joined(separator: ", ")),
    ]
    if Clipboard(environment).hasNone {
      lines.append(.warning("This terminal has no clipboard: copied text is written to a file."))
      lines.append(.entry("file", Paths.copied))
    }
    if variable("TMUX") != nil || variable("TERM")?.hasPrefix("tmux") == true {
      lines += [
        .text("tmux drops copied text unless its settings contain one of these lines:"),
        .text("  set -g set-clipboard on"), .text("  set -g allow-passthrough on"),
      ]
    } else if variable("STY") != nil {
      lines.append(.text("GNU screen forwards copied text in pieces of at most 768 bytes."))
    }
    return lines
  }
}

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
