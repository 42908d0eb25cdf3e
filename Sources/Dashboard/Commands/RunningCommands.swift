import Entitlements
import Foundation

extension State {
  mutating func run(_ line: String) -> [Effect] {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let word = words.first else { return [] }
    let argument = words.dropFirst().first?.trimmingCharacters(in: .whitespaces) ?? ""
    guard let command = Command(rawValue: word == "q!" || word == "quit" ? "q" : word) else {
      if let custom = commands.first(where: { $0.name == word }) { return launch(custom, argument) }
      return jump(line, word)
    }
    if let list = ListKind(rawValue: command.rawValue) {
      goHome(and: AnyScreen(TableScreen(list, filter: argument, at: view.now)))
      return []
    }
    switch command {
    case .home: goHome()
    case .user where argument.isEmpty:
      toast(.error, ":user needs a user's ID, as in :user 42.")
    case .user: goHome(and: AnyScreen(UserScreen(id: ID(argument))))
    case .receipt where argument.isEmpty:
      toast(.error, ":receipt needs a document's ID: the SHA-256 of its bytes.")
    case .receipt: goHome(and: AnyScreen(ReceiptScreen(id: ID(argument))))
    case .why where argument.isEmpty:
      guard let record = front.records.first else {
        toast(.error, ":why needs an ID, or what the customer wrote.")
        return []
      }
      push(AnyScreen(WhyScreen(record.primaryID)))
    case .why: push(AnyScreen(WhyScreen(argument)))
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
    case .cli: showEquivalentCommand()
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

  /// Handles a line that begins with no command: an identifier opens an inquiry about it.
  private mutating func jump(_ line: String, _ word: String) -> [Effect] {
    guard Identifier.all(in: line).isEmpty else {
      push(AnyScreen(WhyScreen(line)))
      return []
    }
    let names = Command.allCases.map(\.rawValue) + commands.map(\.name)
    let hint = SpellingSuggestions.of(word, in: names).first.map { "Did you mean :\($0)?" }
    toast(.error, "There is no command :\(word). \(hint ?? "Press ? for the commands.")")
    return []
  }

  /// `:set NAME VALUE` changes a display setting.
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

  /// Shows how the query was understood, and for a list also its query plan.
  private mutating func explain() {
    let text = front.text(of: .filter)
    guard !text.isEmpty || front is TableScreen else {
      return toast(.info, "There is no query here.")
    }
    do throws(QueryError) {
      let query = try Query(reading: text, at: view.now)
      toast(.info, "understood as: \(query.echo)")
      guard let table = front as? TableScreen, let list = table.list.searched,
        let sort = table.sort
      else { return }
      let question = AppQuery.plan(list, table.query, sort)
      let equivalentCommand = table.equivalentCommand.map { $0 + ["--explain"] }
      push(AnyScreen(PageScreen("explain", equivalentCommand: equivalentCommand, .asked(question))))
    } catch {
      toast(.warning, "\(text) is no query: \(error.description)")
    }
  }

  /// Applies the write mode of the reopened ledger.
  mutating func take(_ acting: WriteMode) {
    self.acting = acting
    switch acting {
    case .allowed: toast(.info, "writing is on: a lists what can be done")
    case .noStores:
      toast(.warning, "writing is on; to query stores, add [stores] to config.toml")
    case .readOnly: toast(.info, "writing is off: the ledger is read-only")
    }
  }

  private mutating func showEquivalentCommand() {
    guard let words = front.equivalentCommand else {
      return toast(.warning, "No command prints this screen.")
    }
    toast(.info, line(of: words))
  }

  /// The arguments after the program's name as a shell command line.
  func line(of words: [String]) -> String {
    let isOfLedger = !["keys", "themes", "checkhealth", "log"].contains(words.first)
    let option = isOfLedger ? ledgerOption.map { ["--ledger", $0] } ?? [] : []
    return ShellLine.of(["purser"] + words + option)
  }
}

/// Quotes words as a line that a shell splits into the same words.
package enum ShellLine {
  package static func of(_ words: [String]) -> String {
    words.map(primaryID).joined(separator: " ")
  }

  private static func primaryID(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "-_.:@/,+=".utf8.contains(byte)
    }
    guard !plain || word.isEmpty else { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
