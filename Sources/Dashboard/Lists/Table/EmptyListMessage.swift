import Entitlements

/// The text in place of rows: why the filter is invalid, or that nothing matches.
struct EmptyListMessage {
  private(set) var lines: [StyledLine] = []

  private let columns: Int
  private let glyphs: GlyphSet

  init(_ screen: TableScreen, columns: Int, _ view: ViewContext) {
    self.columns = max(8, columns)
    glyphs = view.glyphs
    if let fault = screen.fault {
      point(at: fault, in: screen.filter)
    } else {
      describe(screen)
    }
    add("Esc clears the filter.", .secondary)
  }

  private mutating func add(_ text: SafeText, _ role: Role, limit: Int = 4) {
    lines += text.wrapped(to: columns, limit: limit, glyphs).map { StyledLine($0, role) }
  }

  private mutating func point(at fault: QueryError, in text: String) {
    let start = SafeText(text.part(0..<fault.range.lowerBound), limit: LineEditor.limit).width
    let marked = SafeText(text.part(fault.range), limit: LineEditor.limit).width
    lines.add(text, pointingAt: (start, marked), columns: columns, glyphs)
    add(fault.sentence(about: text), .error)
    switch fault.reason {
    case .unknownKeyword: add(SafeText(fault.sentence), .secondary)
    case .unknownField:
      let names = Query.Name.allCases.map { SafeText($0.rawValue) }
      add("Fields: \(.joined(names, by: ", ")).", .secondary)
    default: break
    }
  }

  private mutating func describe(_ screen: TableScreen) {
    let filter = SafeText(screen.filter).truncated(to: max(20, columns / 2), glyphs)
    let whole = screen.whole.map { ": 0 of \($0.text)" as SafeText } ?? ""
    add("No \(screen.list.descriptor.noun) matches \(filter)\(whole).", .text)
    guard screen.filterQuery.holdsWords else { return }
    let kinds = Set(Identifier.all(in: screen.filter).map(\.kind))
    let names = Identifier.Kind.allCases.filter(kinds.contains).map { SafeText($0.title) }
    add(
      names.isEmpty
        ? "Searched the beginnings of user IDs, names, e-mail addresses and products."
        : "Searched by \(SafeText.joined(names, by: ", ")).",
      .secondary
    )
    let filters = screen.filterQuery.meantFilters.prefix(3).map { SafeText($0) }
    if !filters.isEmpty { add("Did you mean \(.joined(filters, by: " or "))?", .secondary) }
  }
}

extension QueryError {
  /// The error in a text, with suggestions.
  func sentence(about text: String) -> SafeText {
    var sentence = SafeText(self.sentence).capitalized
    if case .unknownKeyword(let name) = reason {
      let noun: SafeText =
        switch name {
        case .env: "environment"
        case .has, .is: "word"
        default: SafeText(name.rawValue)
        }
      sentence = "\(name.rawValue):\(text.part(range)): there is no such \(noun)"
    }
    let names = suggestions.map { SafeText($0) }
    return names.isEmpty
      ? "\(sentence)." : "\(sentence). Did you mean \(SafeText.joined(names, by: " or "))?"
  }
}

extension String {
  /// The text of a byte range.
  fileprivate func part(_ range: Range<Int>) -> String {
    String(decoding: utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }
}

extension Query {
  /// Whether the query holds a word that is searched in all fields.
  fileprivate var holdsWords: Bool {
    switch self {
    case .everything, .field: false
    case .word: true
    case .not(let query): query.holdsWords
    case .and(let branches), .or(let branches): branches.contains(where: \.holdsWords)
    }
  }
}
