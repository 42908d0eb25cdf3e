/// Rows as a table of a markup language. Whatever a cell holds is text there, too.
struct MarkupTable {
  private let columns: [String]
  private let rows: [[String]]

  /// Columns in which nothing stands are left out.
  init(_ columns: [String], _ rows: [[String]]) {
    let used = columns.indices.filter { place in
      rows.isEmpty || rows.contains { $0.indices.contains(place) && !$0[place].isEmpty }
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

  /// A page of its own: nothing is loaded from anywhere.
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
      // Among them those that begin links, code, emphasis, formulas and HTML; and the colon and the
      // full stop without which a bare address is no link.
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
