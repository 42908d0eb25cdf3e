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
