import Entitlements
import Foundation

/// The commands of the dashboard's command line.
enum Command: String, CaseIterable {
  case home, overview, users, orders, subs, ent, receipts, events, jobs, audit
  case user, receipt, why, timeline, diff, theme, tz, cli, help, q
  case sort, export
  case set, write, explain
  case sql, themes, keys, config, log, about, checkhealth
  case live, advance, sandbox, assign

  /// The commands that this dashboard has.
  static func available(in state: State) -> [Command] {
    allCases.filter { $0 != .advance && $0 != .sandbox || state.advancesClock }
  }

  /// The argument, as shown in help.
  var argument: SafeText? { row.argument }
  var help: SafeText { row.help }
  /// Whether it opens a screen without an argument.
  var shows: Bool { row.shows }
  /// The list that it opens.
  var list: ListKind? { ListKind(rawValue: rawValue) }

  private typealias Row = (argument: SafeText?, help: SafeText, shows: Bool)

  /// The table of commands: argument, help, and whether it opens a screen without an argument.
  private var row: Row {
    switch self {
    case .home: (nil, "the first screen", true)
    case .overview: (nil, "whether everything is well", true)
    case .users, .orders, .subs, .ent, .receipts, .events, .jobs, .audit:
      (list?.searched == nil ? nil : "QUERY", list?.descriptor.help ?? .empty, true)
    case .user: ("ID", "one user", false)
    case .receipt: ("ID", "one document", false)
    case .why: ("TEXT", "why there is access or none", false)
    case .timeline: ("ID", "what happened, and when", false)
    case .diff: ("ID ID", "two documents or users beside each other", false)
    case .theme: ("NAME", "paint with another theme", false)
    case .tz: ("utc|local|relative", "how times are displayed", false)
    case .cli: (nil, "the command that prints this screen", false)
    case .help: (nil, "the keys of this screen", false)
    case .q: (nil, "quit", false)
    case .sort: ("ORDER", "sort the list; reverse inverts the order", false)
    case .export: ("FORM", "write csv, tsv, json, jsonl, md or html to a file", false)
    case .set: ("tz|glyphs|theme VALUE", "how the screen looks", false)
    case .write: ("on|off", "allow changes, or read only", false)
    case .explain: (nil, "how the query was understood and is run", false)
    case .sql: ("SELECT", "run your own read-only SQL", true)
    case .themes: (nil, "choose a theme", true)
    case .keys: (nil, "every action and its keys", true)
    case .config: (nil, "every setting, and where it is from", true)
    case .log: (nil, "the messages until now", true)
    case .about: (nil, "what this program is", true)
    case .checkhealth: (nil, "what the terminal can do", true)
    case .live: ("QUERY", "what arrives as it arrives", true)
    case .sandbox: (nil, "the sandbox's addresses, and a curl line for each endpoint", true)
    case .advance: ("3d", "advance the sandbox's clock", false)
    case .assign: ("NAME|me|nobody", "say who works on the user's case", false)
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
      let names = available(in: state).map(\.rawValue) + state.commands.map(\.name)
      return names.filter { $0.hasPrefix(line) }.sorted()
    }
    let beginning = line[line.index(after: space)...].drop { $0 == " " }
    if command.list?.searched != nil || command == .live {
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
    case .assign: ["me", "nobody"] + state.colleagues
    case .set:
      ClockZone.allCases.map { "tz \($0.rawValue)" }
        + (["auto"] + GlyphSet.allCases.map(\.rawValue)).map { "glyphs \($0)" }
        + state.themeNames.map { "theme \($0)" }
    case .sort:
      ((state.front as? TableScreen)?.list.searched?.sorts ?? [])
        .flatMap { [$0.rawValue, "\($0.rawValue) reverse"] }
    case .export: Export.Form.allCases.map(\.rawValue)
    default: []
    }
  }
}

/// Completes the last word of a query: a field name, or a field's value.
struct QueryCompletion {
  /// The loaded rows, whose values are suggested.
  private let known: [Record]

  init(_ known: [Record]) { self.known = known }

  private static let maxCompletions = 50
  /// The maximum number of rows to inspect, so that a key press stays fast.
  private static let maxKnown = 300

  /// The completed texts; empty if no word has begun.
  func completions(of text: String) -> [String] {
    let start = text.lastIndex { " (|".contains($0) }.map { text.index(after: $0) }
    let head = text[..<(start ?? text.startIndex)]
    var word = text[(start ?? text.startIndex)...]
    var sign = Substring()
    if let first = word.first, "-!".contains(first) {
      sign = word.prefix(1)
      word = word.dropFirst()
    }
    guard !word.isEmpty else { return [] }
    return words(of: String(word)).prefix(Self.maxCompletions).map { "\(head)\(sign)\($0)" }
  }

  private func words(of word: String) -> [String] {
    guard let separator = word.firstIndex(where: { ":=<>~".contains($0) }) else {
      let typed = word.lowercased()
      return Query.Name.allCases.map(\.rawValue).filter { $0.hasPrefix(typed) }.map { "\($0):" }
    }
    var end = word.index(after: separator)
    if end < word.endIndex, word[end] == "=" { end = word.index(after: end) }
    guard let name = Query.Name(String(word[..<separator].filter { $0 != "!" })) else { return [] }
    // Only the last of several values is completed.
    let begun = word[end...].lastIndex(of: ",").map { word.index(after: $0) } ?? end
    let typed = word[begun...].lowercased()
    return values(of: name).filter { $0.lowercased().hasPrefix(typed) && $0 != typed }
      .map { word[..<begun] + $0 }
  }

  private func values(of name: Query.Name) -> [String] {
    guard name.words.isEmpty else { return name.words }
    let rows = known.prefix(Self.maxKnown)
    let seen: [String] =
      switch name {
      case .user: rows.compactMap { $0.user?.raw }
      case .product:
        rows.compactMap { row in
          if case .user(let user) = row { user.leading?.productID } else { row.productID }
        }
      case .app: rows.compactMap { $0.chain.flatMap { Subscription.Name($0)?.app } }
      case .key: rows.compactMap { if case .entitlement(let right) = $0 { right.key } else { nil } }
      case .since, .until, .on, .purchased, .received, .verified:
        ["today", "yesterday", "24h", "7d", "2w", "3mo", "1y"]
      case .expires, .renews: ["today", "24h", "7d", "2w", "3mo", "1y"]
      default: []
      }
    return Set(seen).filter { !$0.contains(" ") && !$0.contains("\"") }.sorted()
  }
}
