import Entitlements

/// Completes the last word of a query: a field name, or a field's value.
struct QueryCompletion {
  /// The loaded rows, whose values are suggested.
  private let known: [Record]

  init(_ known: [Record]) { self.known = known }

  private static let maxCompletions = 50
  /// The maximum number of rows to inspect, so that a key press stays fast.
  private static let maxKnown = 300

  /// The completed texts; empty if no word has begun.
  func completions(of text: String) -> [String] {
    let start = text.lastIndex { " (|".contains($0) }.map { text.index(after: $0) }
    let head = text[..<(start ?? text.startIndex)]
    var word = text[(start ?? text.startIndex)...]
    var sign = Substring()
    if let first = word.first, "-!".contains(first) {
      sign = word.prefix(1)
      word = word.dropFirst()
    }
    guard !word.isEmpty else { return [] }
    return words(of: String(word)).prefix(Self.maxCompletions).map { "\(head)\(sign)\($0)" }
  }

  private func words(of word: String) -> [String] {
    guard let separator = word.firstIndex(where: { ":=<>~".contains($0) }) else {
      let typed = word.lowercased()
      return Query.Name.allCases.map(\.rawValue).filter { $0.hasPrefix(typed) }.map { "\($0):" }
    }
    var end = word.index(after: separator)
    if end < word.endIndex, word[end] == "=" { end = word.index(after: end) }
    guard let name = Query.Name(String(word[..<separator].filter { $0 != "!" })) else { return [] }
    // Only the last of several values is completed.
    let begun = word[end...].lastIndex(of: ",").map { word.index(after: $0) } ?? end
    let typed = word[begun...].lowercased()
    return values(of: name).filter { $0.lowercased().hasPrefix(typed) && $0 != typed }
      .map { word[..<begun] + $0 }
  }

  private func values(of name: Query.Name) -> [String] {
    guard name.words.isEmpty else { return name.words }
    let rows = known.prefix(Self.maxKnown)
    let seen: [String] =
      switch name {
      case .user: rows.compactMap { $0.user?.raw }
      case .product: rows.compactMap(\.productID)
      case .app: rows.compactMap { $0.chain.flatMap { Subscription.Name($0)?.app } }
      case .key: rows.compactMap { if case .entitlement(let right) = $0 { right.key } else { nil } }
      case .since, .until, .on, .purchased, .received, .verified:
        ["today", "yesterday", "24h", "7d", "2w", "3mo", "1y"]
      case .expires, .renews: ["today", "24h", "7d", "2w", "3mo", "1y"]
      default: []
      }
    return Set(seen).filter { !$0.contains(" ") && !$0.contains("\"") }.sorted()
  }
}

extension Record {
  fileprivate var productID: String? {
    switch self {
    case .order(let row): row.order.productID
    case .subscription(let row): row.productID
    case .user(let row): row.leading?.productID
    default: nil
    }
  }
}
