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
