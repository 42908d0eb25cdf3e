import Entitlements
import Foundation

/// The words of the command line.
enum Command: String, CaseIterable {
  case home, users, orders, subs, ent, receipts, events, jobs, audit
  case user, receipt, why, timeline, diff, theme, tz, cli, help, q
  case sort, export
  case set, write, explain
  case sql, themes, keys, config, log, about, checkhealth

  /// What follows the word, for people.
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
    case .users: "everybody whose purchases are known"
    case .orders: "every sale"
    case .subs: "every chain of renewals"
    case .ent: "every right that somebody has or had"
    case .receipts: "every document, the rejected ones too"
    case .events: "what the stores told"
    case .jobs: "what was asked for, and what came of it"
    case .audit: "what was done by hand"
    case .user: "one user"
    case .receipt: "one document"
    case .why: "why there is access or none"
    case .timeline: "what happened, and when"
    case .diff: "two documents or users beside each other"
    case .theme: "paint with another theme"
    case .tz: "how times are told"
    case .sort: "list in another order; reverse turns it"
    case .export: "write csv, tsv, json, jsonl, md or html to a file"
    case .cli: "the command that prints this screen"
    case .help: "the keys of this screen"
    case .set: "how the screen looks"
    case .write: "act on the ledger, or only look at it"
    case .explain: "what the query was understood as, and how it is answered"
    case .q: "quit"
    case .sql: "SQL of one's own, for reading"
    case .themes: "looks to choose from"
    case .keys: "every action and its keys"
    case .config: "every setting, and where it is from"
    case .log: "what was said until now"
    case .about: "what this program is"
    case .checkhealth: "what the terminal can do"
    }
  }

  static func takesArgument(_ line: String) -> Bool {
    Command(rawValue: line).map { $0.argument != nil } ?? false
  }

  /// The lines that `line` may become.
  static func completions(of line: String, in state: State) -> [String] {
    guard let space = line.firstIndex(of: " "),
      let command = Command(rawValue: String(line[..<space]))
    else { return allCases.map(\.rawValue).filter { $0.hasPrefix(line) }.sorted() }
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
    case .why, .timeline: state.front.known.map(\.quoted)
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

  /// The word that was probably meant.
  static func nearest(to word: String) -> Command? {
    NearWords.of(word, in: allCases.map(\.rawValue)).first.flatMap(Command.init)
  }
}

extension State {
  mutating func run(_ line: String) -> [Effect] {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let word = words.first else { return [] }
    let argument = words.dropFirst().first?.trimmingCharacters(in: .whitespaces) ?? ""
    guard let command = Command(rawValue: word == "q!" || word == "quit" ? "q" : word) else {
      return jump(line, word)
    }
    if let list = ListKind(rawValue: command.rawValue) {
      goHome(and: Screen(TableScreen(list, filter: argument, at: view.now)))
      return []
    }
    switch command {
    case .home: goHome()
    case .user where argument.isEmpty:
      toast(.error, ":user needs a user's ID, as in :user 42.")
    case .user: goHome(and: Screen(UserScreen(id: ID(argument))))
    case .receipt where argument.isEmpty:
      toast(.error, ":receipt needs a document's ID: the SHA-256 of its bytes.")
    case .receipt: goHome(and: Screen(ReceiptScreen(id: ID(argument))))
    case .why where argument.isEmpty:
      guard let record = front.records.first else {
        toast(.error, ":why needs an ID, or what the customer wrote.")
        return []
      }
      push(Screen(WhyScreen(record.quoted)))
    case .why: push(Screen(WhyScreen(argument)))
    case .timeline: openTimeline(argument)
    case .diff: openDifference(argument)
    case .theme where argument.isEmpty:
      let names = themeNames.isEmpty ? "terminal" : themeNames.joined(separator: ", ")
      toast(.error, ":theme needs a name: \(names).")
    case .theme: return [.loadTheme(name: argument)]
    case .tz:
      guard let zone = ClockZone(rawValue: argument) else {
        toast(.error, ":tz takes utc, local or relative.")
        return []
      }
      view.zone = zone
    case .set: return set(argument)
    case .write:
      guard ["on", "off"].contains(argument) else {
        toast(.error, ":write takes on or off.")
        return []
      }
      return [.write(argument == "on")]
    case .explain: explain()
    case .cli: tellTwin()
    case .sort: sort(argument)
    case .export: return export(argument)
    case .help: openHelp()
    case .q: return [.quit]
    case .sql, .themes, .keys, .config, .log, .about, .checkhealth:
      return openMeta(command, argument)
    case .users, .orders, .subs, .ent, .receipts, .events, .jobs, .audit: break
    }
    return []
  }

  /// A line that begins with no command: an identifier leads to what is known of it.
  private mutating func jump(_ line: String, _ word: String) -> [Effect] {
    guard Identifier.all(in: line).isEmpty else {
      push(Screen(WhyScreen(line)))
      return []
    }
    let hint = Command.nearest(to: word).map { "Did you mean :\($0.rawValue)?" }
    toast(.error, "There is no command :\(word). \(hint ?? "Press ? for the commands.")")
    return []
  }

  /// `:set NAME VALUE` is `:NAME VALUE` for what looks only.
  private mutating func set(_ argument: String) -> [Effect] {
    let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
    let value = words.dropFirst().first ?? ""
    switch words.first {
    case "tz"?, "theme"?: return run("\(words[0]) \(value)")
    case "glyphs"?:
      if let glyphs = GlyphSet(rawValue: value) {
        view.glyphs = glyphs
      } else {
        toast(.error, ":set glyphs takes full, basic or ascii.")
      }
    default: toast(.error, ":set takes tz, glyphs or theme, and a value, as in :set tz local.")
    }
    return []
  }

  /// Tells what the query was understood as, and of a list how the ledger comes by its rows.
  private mutating func explain() {
    let text = front.text(of: .filter)
    guard !text.isEmpty || front is TableScreen else {
      return toast(.info, "No query is in force here.")
    }
    do throws(QueryFault) {
      let query = try Query(reading: text, at: view.now)
      toast(.info, "understood as: \(query.echo)")
      guard let table = front as? TableScreen, let list = table.list.searched,
        let sort = table.sort
      else { return }
      let question = MetaQuestion.plan(list, table.query, sort)
      let twin = table.twin.map { $0 + ["--explain"] }
      push(Screen(PageScreen("explain", twin: twin, .asked(question))))
    } catch {
      toast(.warning, "\(text) is no query: \(error.description)")
    }
  }

  /// What the ledger's reopening came to.
  mutating func take(_ acting: Acting) {
    self.acting = acting
    switch acting {
    case .allowed: toast(.info, "writing is on: a lists what can be done")
    case .noStores:
      toast(.warning, "writing is on; no store can be asked: add [stores] to config.toml (README)")
    case .readOnly: toast(.info, "writing is off: the ledger is only read")
    }
  }

  private mutating func tellTwin() {
    guard let words = front.twin else {
      return toast(.warning, "No command prints this screen.")
    }
    toast(.info, line(of: words))
  }

  /// The words after the program's name as a line for a shell.
  func line(of words: [String]) -> String {
    let isOfLedger = !["keys", "themes", "checkhealth"].contains(words.first)
    let option = isOfLedger ? ledgerOption.map { ["--ledger", $0] } ?? [] : []
    return (["purser"] + (words + option).map(Self.quoted)).joined(separator: " ")
  }

  /// As a shell takes it.
  private static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "-_.:@/,+=".utf8.contains(byte)
    }
    guard !plain || word.isEmpty else { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
