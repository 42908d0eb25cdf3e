import Basics
import Entitlements
import Foundation

extension State {
  mutating func run(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let word = words.first else { return }
    let argument = words.dropFirst().first?.trimmingCharacters(in: .whitespaces) ?? ""
    guard let command = Command(rawValue: word == "q!" || word == "quit" ? "q" : word) else {
      if let custom = commands.first(where: { $0.name == word }) { return launch(custom, argument) }
      return jump(line, word)
    }
    if let list = command.list {
      guard list.searched != nil || argument.isEmpty else {
        return toast(.error, ":\(word) takes no query.")
      }
      return goHome(and: TableScreen(list, filter: argument, at: view.now))
    }
    switch command {
    case .home: goHome()
    case .overview: goHome(and: overviewScreen)
    case .user where argument.isEmpty:
      toast(.error, ":user needs a user's ID, as in :user 42.")
    case .user: goHome(and: UserScreen(id: ID(argument)))
    case .receipt where argument.isEmpty:
      toast(.error, ":receipt needs a document's ID: the SHA-256 of its bytes.")
    case .receipt: goHome(and: ReceiptScreen(id: ID(argument)))
    case .why where argument.isEmpty:
      guard let record = front.records.first else {
        return toast(.error, ":why needs an ID, or what the customer wrote.")
      }
      push(WhyScreen(record.primaryID))
    case .why: push(WhyScreen(argument))
    case .timeline: openTimeline(argument)
    case .diff: openDifference(argument)
    case .theme where argument.isEmpty:
      let names = themeNames.isEmpty ? "terminal" : themeNames.joined(separator: ", ")
      toast(.error, ":theme needs a name: \(names).")
    case .theme: effects.append(.loadTheme(name: argument))
    case .tz:
      guard let zone = ClockZone(rawValue: argument) else {
        return toast(.error, ":tz takes utc, local or relative.")
      }
      view.zone = zone
    case .set: set(argument)
    case .write:
      guard ["on", "off"].contains(argument) else {
        return toast(.error, ":write takes on or off.")
      }
      effects.append(.write(argument == "on"))
    case .explain: explain()
    case .cli: showEquivalentCommand()
    case .sort: sort(argument)
    case .export: export(argument)
    case .help: openHelp()
    case .q: effects.append(.quit)
    case .live: goHome(and: LiveScreen(filter: argument, at: view.now))
    case .advance: advance(argument)
    case .assign: assign(argument)
    case .sql, .themes, .keys, .config, .log, .about, .checkhealth, .sandbox:
      openMeta(command, argument)
    case .users, .orders, .subs, .ent, .receipts, .events, .jobs, .audit: break
    }
  }

  /// Handles a line that begins with no command: an identifier opens an inquiry about it.
  private mutating func jump(_ line: String, _ word: String) {
    guard Identifier.all(in: line).isEmpty else { return push(WhyScreen(line)) }
    let names = Command.available(in: self).map(\.rawValue) + commands.map(\.name)
    let meant = Self.otherWords[word] ?? SpellingSuggestions.of(word, in: names).first
    let hint = meant.map { "Did you mean :\($0)?" }
    toast(.error, "There is no command :\(word). \(hint ?? "Press ? for the commands.")")
  }

  /// The commands that words of the shell or of other programs mean.
  private static let otherWords = [
    "queue": "home", "queues": "home", "ls": "users", "tail": "live", "case": "why",
    "subscriptions": "subs", "entitlements": "ent", "documents": "receipts", "quit": "q",
    "settings": "config", "health": "checkhealth",
  ]

  /// `:advance 3d` advances the sandbox's clock.
  private mutating func advance(_ argument: String) {
    guard advancesClock else {
      return toast(
        .error,
        isSandbox
          ? "Another process runs this sandbox. Advance its clock with purser sandbox advance 3d."
          : "Only a sandbox's clock can be advanced: purser sandbox opens one."
      )
    }
    guard let seconds = ISO8601Duration.reading(argument)?.timeInterval, seconds > 0 else {
      return toast(.error, ":advance needs a length of time, as in :advance 3d or 1d12h or 30m.")
    }
    effects.append(.advanceClock(seconds: seconds))
    toast(.info, "the clock advances by \(argument)")
  }

  /// `:set NAME VALUE` changes a display setting.
  private mutating func set(_ argument: String) {
    let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
    let value = words.dropFirst().first ?? ""
    switch words.first {
    case "tz"?, "theme"?: run("\(words[0]) \(value)")
    case "glyphs"?:
      if let glyphs = value == "auto" ? terminalGlyphs : GlyphSet(rawValue: value) {
        view.glyphs = glyphs
      } else {
        toast(.error, ":set glyphs takes auto, full, basic or ascii.")
      }
    default: toast(.error, ":set takes tz, glyphs or theme, and a value, as in :set tz local.")
    }
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
      push(PageScreen("explain", equivalentCommand: equivalentCommand, .asked(question)))
    } catch {
      toast(.warning, "\(text) is no query: \(error.description)")
    }
  }

  /// Applies the write mode of the reopened ledger.
  mutating func take(_ writeMode: WriteMode) {
    self.writeMode = writeMode
    switch writeMode {
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
    let isOfLedger = !["keys", "themes", "checkhealth", "log", "sandbox"].contains(words.first)
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

extension State {
  /// `:timeline`: the timeline of what the argument names, else of the record under the cursor.
  mutating func openTimeline(_ argument: String) {
    if !argument.isEmpty {
      push(TimelineScreen(argument))
    } else if let record = front.records.first {
      push(TimelineScreen(record.primaryID))
    } else {
      toast(.error, ":timeline needs an ID, or what the customer wrote.")
    }
  }

  /// The timeline of the record under the cursor, unless the screen has its own.
  mutating func openTimeline() {
    let hasOwn = inFront { $0.perform(.timeline, &$1) }
    if !hasOwn, let record = front.records.first { push(TimelineScreen(record.primaryID)) }
  }

  /// `:diff a b`: compares two documents or two users by their IDs.
  mutating func openDifference(_ argument: String) {
    let names = argument.split(separator: " ").map(String.init)
    guard names.count == 2 || names.isEmpty else {
      return toast(.error, ":diff needs two IDs: of documents, or of users.")
    }
    guard !names.isEmpty else { return openDifference() }
    let areDocuments = names.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) }
    push(
      AnyScreen(
        areDocuments
          ? DiffScreen(documents: ID(names[0]), ID(names[1]))
          : DiffScreen(users: ID(names[0]), ID(names[1]))
      )
    )
  }

  /// Compares the two marked rows.
  mutating func openDifference() {
    let records = front.records
    let documents = records.compactMap(\.document)
    let users = records.compactMap(\.user)
    if records.count == 2, documents.count == 2, documents[0] != documents[1] {
      push(DiffScreen(documents: documents[0], documents[1]))
    } else if records.count == 2, users.count == 2, users[0] != users[1] {
      push(DiffScreen(users: users[0], users[1]))
    } else {
      toast(.warning, "Mark two documents or two users to compare them.")
    }
  }
}

extension State {
  /// `:sort purchased reverse`.
  mutating func sort(_ argument: String) {
    let words = argument.split(separator: " ").map(String.init)
    guard var screen = front as? TableScreen else { return toast(.error, Self.withoutList) }
    guard let sorts = screen.list.searched?.sorts else {
      return toast(.error, "This list has one order only: the newest first.")
    }
    let sort = words.first.flatMap(RowSort.init)
    let isReversed = words.dropFirst() == ["reverse"]
    guard let sort, sorts.contains(sort), words.count == 1 || isReversed else {
      let names = sorts.map(\.rawValue).joined(separator: " or ")
      return toast(.error, "\(screen.list.rawValue) are sorted by \(names), or that and reverse.")
    }
    screen.sort(by: sort, isReversed: isReversed)
    front = screen
  }

  /// `:export csv FILE`.
  mutating func export(_ argument: String) {
    let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard let form = words.first.flatMap(Export.Form.init) else {
      return toast(.error, ":export takes csv, tsv, json, jsonl, md or html, and a file's path.")
    }
    if inFront({ $0.export(form, to: words.dropFirst().first, &$1) }) { return }
    guard let list = (front as? TableScreen)?.list else { return toast(.error, Self.withoutList) }
    toast(.error, list.searched == nil ? list.printing : "There is nothing to export.")
  }

  /// What a command on the rows of a list says on a screen without a list.
  private static let withoutList =
    "Open a list first: \(RowList.allCases.map { ":\($0.rawValue)" }.joined(separator: ", "))."
}
