import CTexts
import Foundation

/// The manual: the articles of `Documentation.docc`, which the program carries.
enum Manual {
  /// In the order in which a newcomer would read them.
  static let articles = [
    "GettingStarted", "Recordings", "AnsweringTickets", "TheScreen", "Searching", "Receipts",
    "Catalogs", "SandboxWork", "Stories", "Assistants", "Teams", "ConnectingStores", "Endpoints",
    "Notifications", "API", "Operating", "SharedLog", "Sizing", "Commands", "Settings", "Privacy",
    "Security", "Architecture", "Figures", "Changes",
  ].map(ManualArticle.init)

  /// The article of a topic: `answering-tickets`, or one of its words, as in `tickets`.
  static func article(on topic: String) -> ManualArticle? {
    let topic = topic.lowercased()
    return articles.first { $0.topic == topic }
      ?? articles.first { $0.topic.split(separator: "-").contains { $0 == topic } }
  }
}

extension Manual {
  /// A place of the manual.
  struct Passage: Equatable, Sendable {
    var topic: String
    var heading: String
    var text: String
  }

  /// The places that explain a code: where it is written as one, or else where it is a word.
  static func passages(on code: String) -> [Passage] {
    let others = ["architecture", "changes", "figures", "recordings"]
    let all = articles.filter { !others.contains($0.topic) }.flatMap(\.passages)
    let marked = all.filter { $0.text.contains("`\(code)`") }
    let words = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_")).inverted
    return !marked.isEmpty || code.isEmpty
      ? marked : all.filter { $0.text.components(separatedBy: words).contains(code) }
  }
}

extension ManualArticle {
  /// Its paragraphs, items and table rows with the headings above them.
  fileprivate var passages: [Manual.Passage] {
    var heading = title
    var passages: [Manual.Passage] = []
    func add(_ text: String) {
      passages.append(Manual.Passage(topic: topic, heading: heading, text: text))
    }
    for block in blocks {
      switch block {
      case .heading(_, let text): heading = text
      case .paragraph(let text), .item(_, _, let text): add(text)
      case .table(let rows): for row in rows.dropFirst() { add(row.joined(separator: " | ")) }
      case .code: break
      }
    }
    return passages
  }
}

/// One article of the manual, in the part of Markdown that the manual is written in.
struct ManualArticle: Sendable {
  enum Block: Equatable, Sendable {
    case heading(level: Int, String)
    case paragraph(String)
    /// `marker` is `-` or `1.`; `depth` counts from 0.
    case item(marker: String, depth: Int, String)
    case code(language: String, [String])
    /// The first row holds the titles.
    case table([[String]])
  }

  /// The file's name without its extension, as links name it.
  let name: String
  let blocks: [Block]

  init(_ name: String) {
    self.name = name
    let file = purser_article_of(name)
    let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
    blocks = Self.blocks(String(decoding: bytes, as: UTF8.self))
  }

  /// The name as it is typed: `answering-tickets`.
  var topic: String { Self.topic(of: name) }

  var title: String {
    for case .heading(1, let text) in blocks { return text }
    return name
  }

  var summary: String {
    for case .paragraph(let text) in blocks { return text }
    return ""
  }

  static func topic(of name: some StringProtocol) -> String {
    var topic = ""
    var wasUpper = true
    for character in name {
      if character.isUppercase, !wasUpper { topic.append("-") }
      wasUpper = character.isUppercase
      topic.append(character.lowercased())
    }
    return topic
  }

  private static func blocks(_ text: String) -> [Block] {
    var blocks: [Block] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      let content = line.drop { $0 == " " }
      let indent = line.count - content.count
      if content.hasPrefix("```") {
        let code = lines.prefix { !$0.drop { $0 == " " }.hasPrefix("```") }
        lines = lines.dropFirst(code.count + 1)
        blocks.append(.code(language: String(content.dropFirst(3)), code.map(String.init)))
      } else if content.isEmpty || content.hasPrefix("<!--") || content.hasPrefix("![") {
        // A picture's figures stand in a table beside it.
        continue
      } else if content.hasPrefix("#") {
        let level = content.prefix { $0 == "#" }.count
        blocks.append(.heading(level: level, String(content.dropFirst(level + 1))))
      } else if content.hasPrefix("|") {
        let rows = [line] + lines.prefix { $0.hasPrefix("|") }
        lines = lines.dropFirst(rows.count - 1)
        blocks.append(.table(rows.filter { !isRule($0) }.map(cells)))
      } else {
        let marker = marker(of: content)
        let first = content.dropFirst(marker.map { $0.count + 1 } ?? 0)
        let rest = lines.prefix(while: continuesParagraph)
        lines = lines.dropFirst(rest.count)
        let joined = ([first] + rest.map { $0.drop { $0 == " " } }).joined(separator: " ")
        blocks.append(
          marker.map { .item(marker: $0, depth: indent / 2, joined) } ?? .paragraph(joined)
        )
      }
    }
    return blocks
  }

  private static func marker(of line: Substring) -> String? {
    if line.hasPrefix("- ") { return "-" }
    let digits = line.prefix(while: \.isNumber)
    return !digits.isEmpty && line.dropFirst(digits.count).hasPrefix(". ") ? "\(digits)." : nil
  }

  private static func continuesParagraph(_ line: Substring) -> Bool {
    let content = line.drop { $0 == " " }
    return !content.isEmpty && marker(of: content) == nil
      && !["#", "|", "```", "<!--"].contains { content.hasPrefix($0) }
  }

  private static func isRule(_ row: Substring) -> Bool { row.allSatisfy { "|-: ".contains($0) } }

  /// A pipe within backquotes, or behind a backslash, parts no cells.
  private static func cells(_ row: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isCode = false
    var isEscaped = false
    for character in row.dropFirst() {
      switch character {
      case "|" where isEscaped: cell.append("|")
      case "|" where !isCode:
        cells.append(cell.trimmingCharacters(in: .whitespaces))
        cell = ""
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      default:
        if character == "`" { isCode.toggle() }
        if isEscaped { cell.append("\\") }
        cell.append(character)
      }
      isEscaped = false
    }
    return cells
  }
}

/// A piece of a paragraph with one appearance.
enum InlineText: Equatable {
  case plain(String)
  case code(String)
  case strong(String)

  /// The pieces of a text of the manual. Links to articles become the command that shows them.
  static func pieces(of text: String) -> [InlineText] {
    var pieces: [InlineText] = []
    var plain = ""
    var rest = text[...]
    func link(_ target: Substring) -> InlineText? {
      guard target.hasPrefix("doc:") else { return nil }
      return .code("purser help \(ManualArticle.topic(of: target.dropFirst(4)))")
    }
    func take(_ mark: String, _ end: String) -> Substring? {
      guard rest.hasPrefix(mark), let close = rest.dropFirst(mark.count).firstRange(of: end) else {
        return nil
      }
      let inner = rest[rest.index(rest.startIndex, offsetBy: mark.count)..<close.lowerBound]
      rest = rest[close.upperBound...]
      return inner
    }
    func add(_ piece: InlineText) {
      if !plain.isEmpty { pieces.append(.plain(plain)) }
      plain = ""
      pieces.append(piece)
    }
    while let character = rest.first {
      if let code = take("`", "`") {
        add(.code(String(code)))
      } else if let strong = take("**", "**") {
        add(.strong(String(strong)))
      } else if rest.hasPrefix("<doc:"), let target = take("<", ">"), let link = link(target) {
        add(link)
      } else if rest.hasPrefix("["), let middle = rest.firstRange(of: "]("),
        let end = rest[middle.upperBound...].firstIndex(of: ")")
      {
        plain += rest[rest.index(after: rest.startIndex)..<middle.lowerBound]
        plain += " (\(rest[middle.upperBound..<end]))"
        rest = rest[rest.index(after: end)...]
      } else {
        plain.append(character)
        rest.removeFirst()
      }
    }
    if !plain.isEmpty { pieces.append(.plain(plain)) }
    return pieces
  }

  /// What stands there, without marks.
  var text: String {
    switch self {
    case .plain(let text), .code(let text), .strong(let text): text
    }
  }
}
