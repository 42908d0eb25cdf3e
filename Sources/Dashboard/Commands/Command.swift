import Entitlements
import Foundation

/// The commands of the dashboard's command line.
enum Command: String, CaseIterable {
  case home, users, orders, subs, ent, receipts, events, jobs, audit
  case user, receipt, why, timeline, diff, theme, tz, cli, help, q
  case sort, export
  case set, write, explain
  case sql, themes, keys, config, log, about, checkhealth

  /// The argument, as shown in help.
  var argument: SafeText? {
    switch self {
    case .users, .orders, .subs, .ent, .receipts, .events: "QUERY"
    case .user, .receipt: "ID"
    case .why: "TEXT"
    case .timeline: "ID"
    case .diff: "ID ID"
    case .theme: "NAME"
    case .tz: "utc|local|relative"
    case .sort: "ORDER"
    case .export: "FORM"
    case .set: "tz|glyphs|theme VALUE"
    case .write: "on|off"
    case .sql: "SELECT"
    case .home, .jobs, .audit, .cli, .help, .q, .explain: nil
    case .themes, .keys, .config, .log, .about, .checkhealth: nil
    }
  }

  var help: SafeText {
    switch self {
    case .home: "the first screen"
    case .users: "all users with known purchases"
    case .orders: "every sale"
    case .subs: "every chain of renewals"
    case .ent: "every entitlement, current or past"
    case .receipts: "every document, the rejected ones too"
    case .events: "what the stores reported"
    case .jobs: "jobs and their results"
    case .audit: "what was done by hand"
    case .user: "one user"
    case .receipt: "one document"
    case .why: "why there is access or none"
    case .timeline: "what happened, and when"
    case .diff: "two documents or users beside each other"
    case .theme: "paint with another theme"
    case .tz: "how times are displayed"
    case .sort: "sort the list; reverse inverts the order"
    case .export: "write csv, tsv, json, jsonl, md or html to a file"
    case .cli: "the command that prints this screen"
    case .help: "the keys of this screen"
    case .set: "how the screen looks"
    case .write: "allow changes, or read only"
    case .explain: "how the query was understood and is run"
    case .q: "quit"
    case .sql: "run your own read-only SQL"
    case .themes: "choose a theme"
    case .keys: "every action and its keys"
    case .config: "every setting, and where it is from"
    case .log: "the messages until now"
    case .about: "what this program is"
    case .checkhealth: "what the terminal can do"
    }
  }

  /// Whether it opens a screen without an argument.
  var shows: Bool {
    switch self {
    case .home, .users, .orders, .subs, .ent, .receipts, .events, .jobs, .audit, .sql, .themes,
      .keys, .config, .log, .about, .checkhealth:
      true
    default: false
    }
  }

  static func takesArgument(_ line: String) -> Bool {
    Command(rawValue: line).map { $0.argument != nil } ?? false
  }

  /// The completions of `line`.
  static func completions(of line: String, in state: State) -> [String] {
    guard let space = line.firstIndex(of: " "),
      let command = Command(rawValue: String(line[..<space]))
    else {
      let names = allCases.map(\.rawValue) + state.commands.map(\.name)
      return names.filter { $0.hasPrefix(line) }.sorted()
    }
    let beginning = line[line.index(after: space)...].drop { $0 == " " }
    if ListKind(rawValue: command.rawValue)?.searched != nil {
      return QueryCompletion(state.front.known).completions(of: String(beginning)).map {
        "\(command.rawValue) \($0)"
      }
    }
    return command.values(in: state).filter { $0.hasPrefix(beginning) }.prefix(50).map {
      "\(command.rawValue) \($0)"
    }
  }

  private func values(in state: State) -> [String] {
    switch self {
    case .user: state.front.known.compactMap { $0.user?.raw }
    case .receipt: state.front.known.compactMap { $0.document?.raw }
    case .why, .timeline: state.front.known.map(\.primaryID)
    case .diff: state.front.known.compactMap { $0.document?.raw ?? $0.user?.raw }
    case .theme: state.themeNames
    case .tz: ClockZone.allCases.map(\.rawValue)
    case .write: ["on", "off"]
    case .set:
      ClockZone.allCases.map { "tz \($0.rawValue)" }
        + GlyphSet.allCases.map { "glyphs \($0.rawValue)" } + state.themeNames.map { "theme \($0)" }
    case .sort:
      ((state.front as? TableScreen)?.list.searched?.sorts ?? [])
        .flatMap { [$0.rawValue, "\($0.rawValue) reverse"] }
    case .export: Export.Form.allCases.map(\.rawValue)
    default: []
    }
  }
}
