package import Entitlements
import Foundation

/// An export of rows to a file.
package struct Export: Equatable, Sendable {
  package enum Form: String, CaseIterable, Sendable { case csv, tsv, json, jsonl, md, html }

  package enum Scope: Equatable, Sendable {
    case records([Record])
    /// All matching rows, up to `most`.
    case matching(Query, RowSort, isReversed: Bool)
  }

  package var list: RowList
  package var scope: Scope
  package var form: Form
  /// The path of a new file.
  package var path: String

  /// The maximum number of rows; larger exports need the command line.
  package static let most = 100_000

  /// `orders-20261121-024000.csv`, named after the instant in UTC.
  static func name(of list: RowList, _ form: Form, at now: Date) -> String {
    let digits = now.formatted(.iso8601).filter(\.isNumber)
    return "\(list.rawValue)-\(digits.prefix(8))-\(digits.dropFirst(8)).\(form.rawValue)"
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
