import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

/// All data about a user as JSON: a list of rows for each table.
enum DataExportReport {
  static func json(_ file: DataExport) -> JSONValue {
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

  private static func names(in table: DataExport.Table) -> [String] {
    (table.rows.first ?? []).filter(\.isPersonal).map { "\(table.name).\($0.name)" }
  }

  private static func json(_ row: [DataExport.Column]) -> JSONValue {
    .object(row.map { JSONValue.Member($0.name, json($0.value)) })
  }

  /// Bytes become text if they are valid UTF-8 without NUL, otherwise base64.
  private static func json(_ value: DataExport.Value) -> JSONValue {
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
