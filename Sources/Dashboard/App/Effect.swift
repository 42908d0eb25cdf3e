package import Entitlements
package import Foundation

/// A side effect that the dashboard requests. Effects are values, so that tests can compare them.
package enum Effect: Equatable, Sendable {
  /// Queries the ledger. The answer carries the request's number; outdated answers are dropped.
  /// `instead` is the request that this one replaces.
  case query(LedgerQuery, request: Int, instead: Int?)
  case execute(ActionRequest, request: Int)
  /// Executes the action of a proposal, unless another dashboard has decided on it.
  case confirm(Proposal, ActionRequest, request: Int)
  case decline(Proposal)
  /// Reopens the ledger for writing, or read-only.
  case write(Bool)
  /// Saves the session state for the next dashboard.
  case saveSession(SessionState)
  case loadTheme(name: String)
  /// Cancels the request.
  case cancelQuery(request: Int)
  case copy(Copy)
  /// Copies through the terminal after a desktop tool failed, with the tool's error.
  case send(Copy, after: String)
  case export(Export)
  case writeCase(CaseFileRequest)
  /// Runs an operator's program.
  case launch(ProcessLaunch)
  /// Advances a sandbox's clock, with all that falls due on the way.
  case advanceClock(seconds: Double)
  /// Repaints everything.
  case redraw
  case suspend
  case quit
}

extension Effect {
  /// The request number of the answer.
  package var request: Int? {
    switch self {
    case .query(_, let request, _), .execute(_, let request), .confirm(_, _, let request): request
    default: nil
    }
  }

  /// Whether it prefetches rows beyond the visible ones: it starts only after the frame is sent.
  package var prefetches: Bool {
    guard case .query(.page(let page), _, _) = self else { return false }
    return switch page.anchor {
    case .after, .before: true
    case .first, .last, .from: false
    }
  }
}

/// What one dashboard saves for the next; contains no secrets.
package struct SessionState: Equatable, Sendable {
  /// The command history, the newest last.
  package var lines: [String] = []
  /// The commands that open the screens shown last, the newest last.
  package var visited: [String] = []
  /// The column layouts of lists, a line each.
  package var views: [String] = []
  /// The status messages, the newest last.
  package var messages: [String] = []

  package static let empty = SessionState()
}

/// Content for the clipboard.
package struct Copy: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    /// These records as the command line prints them at that instant.
    case json([Record], at: Date)
  }

  /// A description for the operator: `2000000812345678`, `3 rows`.
  package var title: String
  package var content: Content

  package init(_ title: String, _ content: Content) {
    self.title = title
    self.content = content
  }
}

/// An export of rows to a file.
package struct Export: Equatable, Sendable {
  package enum Form: String, CaseIterable, Sendable { case csv, tsv, json, jsonl, md, html }

  package enum Scope: Equatable, Sendable {
    case records([Record])
    /// All matching rows, up to `maxRows`.
    case matching(Query, RowSort, isReversed: Bool)
  }

  package var list: RowList
  package var scope: Scope
  package var form: Form
  /// The path of a new file.
  package var path: String

  /// The maximum number of rows; larger exports need the command line.
  package static let maxRows = 100_000

  /// `orders-20261121-024000.csv`, named after the instant in UTC.
  fileprivate static func name(of list: RowList, _ form: Form, at now: Date) -> String {
    let digits = now.formatted(.iso8601).filter(\.isNumber)
    return "\(list.rawValue)-\(digits.prefix(8))-\(digits.dropFirst(8)).\(form.rawValue)"
  }
}

extension ScreenContext {
  /// Exports to a file, by default to a new one named after the list and the time.
  mutating func export(
    _ list: RowList,
    _ scope: Export.Scope,
    _ form: Export.Form,
    to path: String?
  ) {
    let path = path ?? Export.name(of: list, form, at: view.now)
    perform(.export(Export(list: list, scope: scope, form: form, path: path)))
  }
}

extension Export.Form {
  var help: SafeText {
    switch self {
    case .csv: "for spreadsheets"
    case .tsv: "values with tabs between"
    case .json: "one object with all fields"
    case .jsonl: "an object a line"
    case .md: "a table for a ticket"
    case .html: "a table for a browser"
    }
  }
}
