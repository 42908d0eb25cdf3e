package import Entitlements

/// What can be asked about the program itself, and by the operator's own SQL.
package enum MetaQuestion: Equatable, Sendable {
  case themes
  case theme(name: String)
  /// Every setting and where it comes from.
  case settings
  /// What the program and its surroundings are.
  case about
  /// What the terminal can do, and what it keeps from being done.
  case terminal
  case sql(String)
  /// What a list's query is understood as, and how the ledger answers it.
  case plan(RowList, Query, RowSort)
}

package enum MetaAnswer: Equatable, Sendable {
  case themes([ThemeCard])
  case theme(Theme)
  case page([PageLine])
  case sql(SQLAnswer)
  /// The statement is the operator's to mend.
  case fault(SQLFault)
}

/// A theme that could be had.
package struct ThemeCard: Equatable, Sendable {
  package enum Kind: String, Equatable, Sendable {
    case builtIn = "built in"
    /// A file of roles.
    case roles
    /// A base16 or base24 scheme as it was published.
    case scheme
  }

  package var name: String
  package var kind: Kind
  /// The file's path; empty where there is none.
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
  /// A name, what it is, and a remark: where a value comes from.
  case entry(String, String, note: String = "")
  case text(String)
  case warning(String)
  case blank

  /// As the command line prints it; `width` is that of the names.
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

  /// A number as the screens write it.
  package static func grouped(_ number: Int) -> String { SafeText.grouped(number).string }

  /// How large something is, roughly and in full.
  package static func size(_ bytes: Int) -> String {
    bytes < 1024
      ? SafeText.bytes(bytes).string
      : "\(SafeText.bytes(bytes).string), \(grouped(bytes)) bytes"
  }

  /// As wide as the names of the lines need.
  package static func width(of lines: [PageLine]) -> Int {
    lines.map(\.name.count).max() ?? 0
  }

  var name: String { if case .entry(let name, _, _) = self { name } else { "" } }

  /// Whether it is found by a word.
  func holds(_ needle: String) -> Bool {
    switch self {
    case .heading, .blank: false
    case .entry(let name, let value, let note):
      [name, value, note].contains { $0.lowercased().contains(needle) }
    case .text(let text), .warning(let text): text.lowercased().contains(needle)
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
