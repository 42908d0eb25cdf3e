import Entitlements
import Foundation

/// The words of the command line.
enum Command: String, CaseIterable {
  case users, receipts, user, theme, tz, help, q

  /// What follows the word, for people.
  var argument: SafeText? {
    switch self {
    case .user: "ID"
    case .theme: "NAME"
    case .tz: "utc|local|relative"
    case .users, .receipts, .help, .q: nil
    }
  }

  var help: SafeText {
    switch self {
    case .users: "everybody whose purchases are known"
    case .receipts: "every document, the rejected ones too"
    case .user: "one user"
    case .theme: "paint with another theme"
    case .tz: "how times are told"
    case .help: "the keys of this screen"
    case .q: "quit"
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
    case .user: state.home.listing.rows.map(\.id.raw)
    case .theme: state.themeNames
    case .tz: ClockZone.allCases.map(\.rawValue)
    case .users, .receipts, .help, .q: []
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
      let hint = Command.nearest(to: word).map { "Did you mean :\($0.rawValue)?" }
      toast(.error, "There is no command :\(word). \(hint ?? "Press ? for the commands.")")
      return []
    }
    switch command {
    case .users: go(to: [])
    case .receipts: openReceipts()
    case .user where argument.isEmpty:
      toast(.error, ":user needs a user's ID, as in :user 42.")
    case .user: go(to: [.user(UserScreen(id: ID(argument)))])
    case .theme where argument.isEmpty:
      let names = themeNames.isEmpty ? "terminal" : themeNames.joined(separator: ", ")
      toast(.error, ":theme needs a name: \(names).")
    case .theme: return [.loadTheme(name: argument)]
    case .tz:
      guard let zone = ClockZone(rawValue: argument) else {
        toast(.error, ":tz takes utc, local or relative.")
        return []
      }
      self.zone = zone
    case .help: helpTop = 0
    case .q: return [.quit]
    }
    return []
  }

  private mutating func openReceipts() {
    var screen = ReceiptsScreen()
    screen.listing.restart()
    go(to: [.receipts(screen)])
  }
}
