/// The translations of one language in the format of GNU gettext's `.po` files ("The Format of PO
/// Files"). Ignores entries that are fuzzy, obsolete or empty, like msgfmt.
package struct MessageCatalog: Sendable {
  private let entries: [String: [String]]
  private let plural: PluralRule

  /// Parses the text of a `.po` file in UTF-8. Ignores invalid lines; msgfmt's check finds
  /// mistakes.
  package init(po text: String) {
    var entries: [String: [String]] = [:]
    var entry = Entry()
    func end() {
      if let id = entry.id, !entry.isFuzzy || id.isEmpty { entries[id] = entry.texts }
      entry = Entry()
    }
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("#,"), line.contains("fuzzy") {
        if entry.isComplete { end() }
        entry.isFuzzy = true
      } else if !line.hasPrefix("#") {
        if line.hasPrefix("msgid "), entry.isComplete { end() }
        entry.add(line)
      }
    }
    end()
    let header = entries.removeValue(forKey: "")?.first ?? ""
    plural = PluralRule(header: header) ?? .germanic
    self.entries = entries.filter { !$0.value.contains("") && !$0.value.isEmpty }
  }

  /// The translation of `id`; `nil` if there is none.
  package subscript(id: String) -> String? { entries[id]?.first }

  /// The translation of `id` in the form for `count`; `nil` if there is none.
  package func text(_ id: String, count: Int) -> String? {
    guard let forms = entries[id] else { return nil }
    let form = plural.form(of: count)
    return forms.indices.contains(form) ? forms[form] : forms.last
  }

  /// An entry that is being parsed.
  private struct Entry {
    private enum Field { case id, plural, text(Int) }

    var id: String?
    var texts: [String] = []
    var isFuzzy = false
    private var field: Field?

    var isComplete: Bool { id != nil && !texts.isEmpty }

    mutating func add(_ line: Substring) {
      guard let quote = line.firstIndex(of: "\"") else { return }
      let keyword = line[..<quote].filter { $0 != " " }
      switch keyword {
      case "": break
      case "msgid": (field, id) = (.id, "")
      case "msgid_plural": field = .plural
      case _ where keyword.hasPrefix("msgstr"):
        field = .text(texts.count)
        texts.append("")
      default: field = nil
      }
      let text = Self.unescaped(line[line.index(after: quote)...])
      switch field {
      case .id: id? += text
      case .text(let index): texts[index] += text
      case .plural, nil: break
      }
    }

    /// The unescaped text before the closing quotation mark.
    private static func unescaped(_ quoted: Substring) -> String {
      var text = ""
      var isEscaped = false
      for character in quoted {
        switch (character, isEscaped) {
        case ("\"", false): return text
        case ("\\", false): isEscaped = true
        case ("n", true): (text, isEscaped) = (text + "\n", false)
        case ("t", true): (text, isEscaped) = (text + "\t", false)
        default:
          text.append(character)
          isEscaped = false
        }
      }
      return text
    }
  }
}
