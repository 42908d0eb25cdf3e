import Entitlements
import Foundation

extension State {
  mutating func run(_ line: String) -> [Effect] {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let word = words.first else { return [] }
    let argument = words.dropFirst().first?.trimmingCharacters(in: .whitespaces) ?? ""
    guard let command = Command(rawValue: word == "q!" || word == "quit" ? "q" : word) else {
      if let own = commands.first(where: { $0.name == word }) { return launch(own, argument) }
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
    let names = Command.allCases.map(\.rawValue) + commands.map(\.name)
    let hint = NearWords.of(word, in: names).first.map { "Did you mean :\($0)?" }
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
    let isOfLedger = !["keys", "themes", "checkhealth", "log"].contains(words.first)
    let option = isOfLedger ? ledgerOption.map { ["--ledger", $0] } ?? [] : []
    return ShellLine.of(["purser"] + words + option)
  }
}

/// Words as a line that a shell takes apart into the same words again.
package enum ShellLine {
  package static func of(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  private static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "-_.:@/,+=".utf8.contains(byte)
    }
    guard !plain || word.isEmpty else { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
