package import Entitlements
import Foundation

/// A query about the program itself, or an SQL statement of the operator.
package enum AppQuery: Equatable, Sendable {
  case themes
  case theme(name: String)
  /// Every setting and where it comes from.
  case settings
  /// The program's version and environment.
  case about
  /// A sandbox's addresses and command lines.
  case sandbox
  /// The terminal's capabilities.
  case terminal
  case sql(String)
  /// How a list's query is understood, and its query plan.
  case plan(RowList, Query, RowSort)
}

/// An available theme.
package struct ThemeCard: Equatable, Sendable {
  package enum Kind: String, Equatable, Sendable {
    case builtIn = "built in"
    /// A file of roles.
    case roles
    /// A base16 or base24 scheme file.
    case scheme
  }

  package var name: String
  package var kind: Kind
  /// The file's path; empty if there is none.
  package var place: String

  package init(name: String, kind: Kind, place: String) {
    self.name = name
    self.kind = kind
    self.place = place
  }
}

/// A line of a page of text.
package enum PageLine: Equatable, Sendable {
  case heading(String)
  /// A name, its value, and a note such as the value's source.
  case entry(String, String, note: String = "")
  case text(String)
  case warning(String)
  case blank

  /// The line as the command line prints it; `width` is that of the names.
  package func plain(width: Int) -> String {
    switch self {
    case .heading(let text): text.uppercased()
    case .entry(let name, let value, let note):
      name.padded(to: width) + "  " + (note.isEmpty ? value : value + "  (\(note))")
    case .text(let text): text
    case .warning(let text): "! " + text
    case .blank: ""
    }
  }

  /// A number with grouped digits, as the screens show it.
  package static func grouped(_ number: Int) -> String { SafeText.grouped(number).string }

  /// A size, rounded and exact.
  package static func size(_ bytes: Int) -> String {
    bytes < 1024
      ? SafeText.bytes(bytes).string : "\(SafeText.bytes(bytes).string), \(grouped(bytes)) bytes"
  }

  /// The width of the longest name.
  package static func width(of lines: [PageLine]) -> Int { lines.map(\.name.count).max() ?? 0 }

  var name: String { if case .entry(let name, _, _) = self { name } else { "" } }

  /// Whether the line contains the lower-case text.
  func holds(_ searchText: String) -> Bool {
    switch self {
    case .heading, .blank: false
    case .entry(let name, let value, let note):
      [name, value, note].contains { $0.lowercased().contains(searchText) }
    case .text(let text), .warning(let text): text.lowercased().contains(searchText)
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension State {
  /// Opens a screen about the program itself, or the SQL screen.
  mutating func openMeta(_ command: Command, _ argument: String) {
    switch command {
    case .themes: push(ThemesScreen(kept: chosenTheme.name))
    case .keys: push(PageScreen("keys", equivalentCommand: ["keys"], .fixed(keymap.page)))
    case .config: push(page("config", ["config", "show"], .settings))
    case .about: push(page("about", ["info"], .about))
    case .sandbox where !advancesClock:
      toast(.error, "Only the dashboard of purser sandbox has this page.")
    case .sandbox: push(page("sandbox", ["sandbox", "curl"], .sandbox))
    case .checkhealth: push(page("checkhealth", ["checkhealth"], .terminal))
    case .log:
      push(PageScreen("log", equivalentCommand: ["log"], .fixed(logPage)))
      effects.append(.saveSession(memory))
    case .sql:
      push(SQLScreen(argument))
      if argument.isEmpty { openField(.filter) } else { inFront { $0.submit(.filter, &$1) } }
    default: break
    }
  }

  private func page(_ name: SafeText, _ command: [String], _ query: AppQuery) -> AnyScreen {
    AnyScreen(PageScreen(name, equivalentCommand: command, .asked(query)))
  }

  /// This session's messages, the newest first.
  private var logPage: [PageLine] {
    let earlier = pastMessages.reversed().map(PageLine.text)
    return notices.reversed().map { message in
      .entry(view.clock.absolute(message.since).string, message.notice.marked)
    } + (earlier.isEmpty ? [] : [.heading("before this session")] + earlier)
  }

  /// All messages as they are saved and printed, the newest last.
  var messages: [String] {
    pastMessages
      + notices.filter { Self.isFit($0.notice.text) }.map { message in
        let clock = Clock(now: view.now, zone: .utc, localOffset: 0)
        let time = clock.absolute(message.since).string
        return "\(time)  \(message.notice.severity)  \(message.notice.text)"
      }
  }
}
