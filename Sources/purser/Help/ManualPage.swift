import ArgumentParser

/// Writes manual pages for `man`: one of section 1 for each command, made of its declaration, and one
/// of section 7 for each article.
enum ManualPage {
  static func page(of article: ManualArticle) -> String {
    var lines = [
      header("purser-\(article.topic)", section: 7), ".SH NAME",
      "purser\\-\(escaped(article.topic)) \\- \(inline(article.summary))",
    ]
    for block in article.blocks.dropFirst() { lines += self.lines(of: block) }
    return text(lines)
  }

  /// With the command's subcommands, where it isn't the program itself.
  static func page(of command: CommandDeclaration, isProgram: Bool = false) -> String {
    let name = command.path.replacing(" ", with: "-")
    var lines = [
      header(name, section: 1), ".SH NAME",
      "\(escaped(name)) \\- \(inline(command.abstract ?? ""))",
    ]
    lines += body(of: command)
    if isProgram {
      lines.append(".SH COMMANDS")
      for child in command.listed {
        lines += [".TP", ".BR \(escaped(child.path.replacing(" ", with: "-"))) (1)"]
        lines.append(inline(child.abstract ?? ""))
      }
      lines.append(".SH SEE ALSO")
      let pages = Manual.articles.map { ".BR purser\\-\(escaped($0.topic)) (7)" }
      lines.append(pages.joined(separator: ",\n"))
    } else {
      for child in command.listed { lines += section(of: child) }
      lines += [".SH SEE ALSO", ".BR purser (1)"]
    }
    return text(lines)
  }

  /// A heading begins a paragraph already.
  private static func text(_ lines: [String]) -> String {
    var text = ""
    var wasHeading = false
    for line in lines where !(wasHeading && line == ".PP") {
      text += line + "\n"
      wasHeading = line.hasPrefix(".SH") || line.hasPrefix(".SS")
    }
    return text
  }

  private static func section(of command: CommandDeclaration) -> [String] {
    var lines = [".SH \(escaped(command.path).uppercased())", inline(command.abstract ?? "")]
    lines += body(of: command, isSection: true)
    for child in command.listed { lines += section(of: child) }
    return lines
  }

  private static func body(of command: CommandDeclaration, isSection: Bool = false) -> [String] {
    let heading = isSection ? ".SS" : ".SH"
    var synopsis = [".B \(escaped(command.path))"]
    if !command.options.isEmpty { synopsis.append("[\\fIoptions\\fR]") }
    for argument in command.positionals {
      let value =
        "\\fI\(escaped(argument.valueName ?? "value"))\\fR"
        + (argument.isRepeating ? " ..." : "")
      synopsis.append(argument.isOptional ? "[\(value)]" : value)
    }
    if !command.listed.isEmpty { synopsis.append("\\fIcommand\\fR ...") }
    var lines = ["\(heading) SYNOPSIS"] + synopsis
    if let discussion = command.discussion, !discussion.isEmpty {
      lines.append("\(heading) DESCRIPTION")
      for paragraph in discussion.split(separator: "\n\n") {
        lines += [".PP", inline(String(paragraph))]
      }
    }
    let arguments = command.positionals + command.options
    guard !arguments.isEmpty else { return lines }
    lines.append("\(heading) OPTIONS")
    for argument in arguments {
      let value =
        argument.kind == "flag" ? "" : " \\fI\(escaped(argument.valueName ?? "value"))\\fR"
      let names = (argument.names ?? []).map { "\\fB\(escaped($0.spelling))\\fR" }
      lines.append(".TP")
      lines.append(
        names.isEmpty ? value.trimmingPrefix(" ") + "" : names.joined(separator: ", ") + value
      )
      var text = [argument.abstract, argument.discussion].compactMap(\.self)
      if let value = argument.defaultValue { text.append("(default: \(value))") }
      lines.append(inline(text.joined(separator: " ")))
    }
    return lines
  }

  private static func lines(of block: ManualArticle.Block) -> [String] {
    switch block {
    case .heading(let level, let text):
      [level <= 2 ? ".SH \(inline(text).uppercased())" : ".SS \(inline(text))"]
    case .paragraph(let text): [".PP", inline(text)]
    case .item(let marker, let depth, let text):
      [".IP \(marker == "-" ? "\\(bu" : marker) \(depth * 2 + 3)", inline(text)]
    case .code(_, let code): [".PP", ".RS 4", ".nf"] + code.map(escaped) + [".fi", ".RE"]
    case .table(let rows): table(rows)
    }
  }

  /// Rows as entries under their first cell: columns would be cut in narrow terminals.
  private static func table(_ rows: [[String]]) -> [String] {
    rows.dropFirst().flatMap { row in
      [".TP", "\\fB\(inline(row.first ?? ""))\\fR"]
        + [row.dropFirst().filter { !$0.isEmpty }.map(inline).joined(separator: "; ")]
    }
  }

  private static func header(_ name: String, section: Int) -> String {
    let version = Purser.configuration.version
    return
      ".TH \(escaped(name).uppercased()) \(section) \"\" \"purser \(version)\" \"purser manual\""
  }

  private static func inline(_ text: String) -> String {
    let joined = InlineText.pieces(of: text.replacing("\n", with: " ")).map { piece in
      switch piece {
      case .plain(let text): escaped(text)
      case .code(let text), .strong(let text): "\\fB\(escaped(text))\\fR"
      }
    }.joined()
    return joined.isEmpty ? "\\&" : joined
  }

  /// Text that roff prints as it stands.
  private static func escaped(_ text: String) -> String {
    let safe = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }
}
