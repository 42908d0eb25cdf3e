import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

/// Everything on file about a person, as JSON: the tables by name, in each a list of rows.
enum PersonReport {
  static func json(_ file: PersonFile) -> JSONValue {
    let tables = file.tables.filter { !$0.rows.isEmpty }
    return .of([
      ("schemaVersion", .number("1")), ("user", .string(file.user.raw)),
      ("aliases", .array(file.aliases.map { .string($0) })),
      (
        "personalColumns",
        .array(tables.flatMap { names(in: $0) }.map { .string($0) })
      ),
      (
        "tables",
        .object(tables.map { JSONValue.Member($0.name, .array($0.rows.map(json))) })
      ),
    ])
  }

  private static func names(in table: PersonFile.Table) -> [String] {
    (table.rows.first ?? []).filter(\.isPersonal).map { "\(table.name).\($0.name)" }
  }

  private static func json(_ row: [PersonFile.Column]) -> JSONValue {
    .object(row.map { JSONValue.Member($0.name, json($0.value)) })
  }

  /// Bytes are given as the text they are, or else in base64.
  private static func json(_ value: PersonFile.Value) -> JSONValue {
    switch value {
    case .null: .null
    case .number(let number): .number("\(number)")
    case .text(let text): .string(text)
    case .instant(let date):
      .string(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    case .bytes(let bytes):
      if let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) {
        .string(text)
      } else {
        .object([JSONValue.Member("base64", .string(Data(bytes).base64EncodedString()))])
      }
    }
  }
}
