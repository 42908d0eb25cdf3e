import Algorithms
import ArgumentParser
import Basics
import Dashboard
import Entitlements
import Receipts

/// The output format of a list.
enum ListForm: String, CaseIterable, EnumerableFlag {
  case table, json, jsonl, csv, tsv, md, html

  static func help(for value: Self) -> ArgumentHelp? {
    switch value {
    case .table: "Print a table with truncated columns. The default on a terminal."
    case .json: "Print one JSON object."
    case .jsonl: "Print one JSON object per row. The default for pipes."
    case .csv: "Print CSV (RFC 4180)."
    case .tsv: "Print tab-separated values."
    case .md: "Print a Markdown table."
    case .html: "Print an HTML page with a table."
    }
  }
}

/// Prints rows. Escapes terminal control characters and spreadsheet formulas.
struct ListText {
  var form: ListForm
  /// The members before the rows in the JSON format.
  var head: JSONValue
  /// Whether cells that begin like a formula are printed unescaped.
  var isRaw: Bool

  func print(_ listed: ListedRows) throws {
    switch form {
    case .json: try JSONText.print(whole(listed), .pretty)
    case .jsonl:
      for row in listed.rows { try JSONText.print(Self.object(listed.columns, row), .line) }
    case .csv, .tsv, .table, .md, .html:
      try StandardStream.print(lines(of: listed).joined(separator: "\n"))
    }
  }

  /// The printed text as UTF-8.
  func bytes(of listed: ListedRows) -> [UInt8] {
    switch form {
    case .json: JSONText.bytes(of: whole(listed), .pretty)
    case .jsonl: listed.rows.flatMap { JSONText.bytes(of: Self.object(listed.columns, $0), .line) }
    case .csv, .tsv, .table, .md, .html: lines(of: listed).flatMap { Array($0.utf8) + [0x0A] }
    }
  }

  private func whole(_ listed: ListedRows) -> JSONValue {
    head.completed(["rows": .array(listed.rows.map { Self.object(listed.columns, $0) })])
  }

  private func lines(of listed: ListedRows) -> [String] {
    switch form {
    case .table: return Self.table(listed)
    case .md: return MarkupTable(listed.columns.map(cell), rows(of: listed)).markdown
    case .html: return MarkupTable(listed.columns.map(cell), rows(of: listed)).page
    case .csv, .tsv, .json, .jsonl: break
    }
    return ([listed.columns.map(cell)] + rows(of: listed)).map { cells in
      form == .csv
        ? cells.map(Self.quoted).joined(separator: ",") + "\r" : cells.joined(separator: "\t")
    }
  }

  private func rows(of listed: ListedRows) -> [[String]] {
    listed.rows.map { $0.map { cell(Self.plain($0)) } }
  }

  /// Guards cells in every format, since spreadsheets open all of them, even HTML.
  private func cell(_ text: String) -> String {
    let safe = PlainText.safe(text)
    return isRaw ? safe : Spreadsheet.guarded(safe)
  }

  static func object(_ columns: [String], _ row: [JSONValue]) -> JSONValue {
    .object(zip(columns, row).filter { $1 != .null }.map { .init($0, $1) })
  }

  private static func plain(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .array(let items): items.map(plain).joined(separator: " ")
    case .bool, .number, .object: JSONText.of(leaf: value)
    }
  }

  private static func quoted(_ text: String) -> String {
    // Some programs also treat a semicolon or a tab as a separator.
    guard text.contains(where: { ",;\"\t\r\n".contains($0) }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }

  /// The most characters per cell; the other formats truncate nothing.
  private static let maxWidth = 40

  private static func table(_ listed: ListedRows) -> [String] {
    let cells = listed.rows.map { row in row.map { SafeText(plain($0), limit: maxWidth) } }
    let columns = listed.columns.indices.filter { column in
      cells.isEmpty || cells.contains { !$0[column].isEmpty }
    }
    let rows = [listed.columns.map { SafeText($0) }] + cells
    let widths = columns.map { column in rows.map { $0[column].width }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, width) in zip(columns, widths) {
        let blank = width - row[column].width + 2
        line += row[column].string + String(repeating: " ", count: blank)
      }
      return String(line.trimmingSuffix { $0 == " " })
    }
  }
}

/// Formats rows as a Markdown or HTML table. Escapes markup in cells.
struct MarkupTable {
  private let columns: [String]
  private let rows: [[String]]

  /// Omits empty columns.
  init(_ columns: [String], _ rows: [[String]]) {
    let used = columns.indices.filter { index in
      rows.isEmpty || rows.contains { $0.indices.contains(index) && !$0[index].isEmpty }
    }
    self.columns = used.map { columns[$0] }
    self.rows = rows.map { row in used.map { row[$0] } }
  }

  /// GitHub Flavored Markdown, "Tables".
  var markdown: [String] {
    let edge = columns.map { _ in "---" }
    return ([columns.map(Self.markdown), edge] + rows.map { $0.map(Self.markdown) }).map {
      "| " + $0.joined(separator: " | ") + " |"
    }
  }

  /// A self-contained HTML page that loads no resources.
  var page: [String] {
    func line(_ cells: [String], _ tag: String) -> String {
      "<tr>" + cells.map { "<\(tag)>\(Self.html($0))</\(tag)>" }.joined() + "</tr>"
    }
    return [
      "<!DOCTYPE html>", "<html lang=\"en\">", "<meta charset=\"utf-8\">",
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">",
      "<title>purser</title>",
      "<table>", "<thead>", line(columns, "th"), "</thead>", "<tbody>",
    ] + rows.map { line($0, "td") } + ["</tbody>", "</table>", "</html>"]
  }

  private static func markdown(_ text: String) -> String {
    text.replacing("://", with: "\u{0}//").reduce(into: "") { escaped, character in
      // Escapes the characters of links, code, emphasis, formulas and HTML, and those that make a
      // bare address a link: the colon and the full stop after www.
      if character == "\u{0}" { return escaped += "\\:" }
      let isOfAddress = character == "." && escaped.lowercased().hasSuffix("www")
      if isOfAddress || "\\`*_[]<>|#~&!$".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }

  private static func html(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.append(character)
      }
    }
  }
}
