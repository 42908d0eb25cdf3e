import Entitlements
import Foundation

/// The words of the command line.
enum Command: String, CaseIterable {
  case home, users, orders, subs, ent, receipts, events, jobs, audit
  case user, receipt, why, theme, tz, cli, help, q
  case sql, themes, keys, config, log, about, checkhealth

  /// What follows the word, for people.
  var argument: SafeText? {
    switch self {
    case .users, .orders, .subs, .ent, .receipts, .events: "QUERY"
    case .user, .receipt: "ID"
    case .why: "TEXT"
    case .theme: "NAME"
    case .tz: "utc|local|relative"
    case .home, .jobs, .audit, .cli, .help, .q: nil
    case .sql: "SELECT"
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
    case .theme: "paint with another theme"
    case .tz: "how times are told"
    case .cli: "the command that prints this screen"
    case .help: "the keys of this screen"
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
    return command.values(in: state).filter { $0.hasPrefix(beginning) }.prefix(50).map {
      "\(command.rawValue) \($0)"
    }
  }

  private func values(in state: State) -> [String] {
    switch self {
    case .user: state.front.known.compactMap { $0.user?.raw }
    case .receipt: state.front.known.compactMap { $0.document?.raw }
    case .why: state.front.known.map(\.quoted)
    case .theme: state.themeNames
    case .tz: ClockZone.allCases.map(\.rawValue)
    default: []
    }
  }

  /// The word that was probably meant.
  static func nearest(to word: String) -> Command? {
    allCases.map { ($0, distance(word, $0.rawValue)) }
      .filter { $0.1 <= 2 || $0.0.rawValue.hasPrefix(word) }
      .min { $0.1 < $1.1 }?.0
  }

  /// Levenshtein's edit distance; a word much longer than any command is far from all.
  private static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.prefix(32))
    let right = Array(right)
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let best = min(row[j] + 1, row[j + 1] + 1, diagonal + (letter == other ? 0 : 1))
        diagonal = row[j + 1]
        row[j + 1] = best
      }
    }
    return row[right.count]
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
    case .cli: tellTwin()
    case .help: helpTop = 0
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

  private mutating func tellTwin() {
    guard let words = front.twin else {
      return toast(.warning, "No command prints this screen.")
    }
    toast(.info, (["purser"] + words.map(Self.quoted)).joined(separator: " "))
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
