/// Keywords before a number or a code that indicate its kind.
extension ScannedText {
  private static let orderKeywords = keywords(
    "order|receipt|purchase id|bestell|auftrag|beleg|commande|pedido|orden|compra|recibo"
      + "|注文|オーダー|订单|訂單"
  )

  private static let phoneKeywords = keywords(
    "phone|telephone|tel.|tel:|tel |mobile|cell|fax|whatsapp|call me|telefon|handy|téléphone"
      + "|teléfono|móvil|電話|电话|手机"
  )

  private static let otherKeywords = keywords(
    "document no|iban|tracking|account number|card number"
  )

  private static func keywords(_ list: String) -> [[UInt8]] {
    list.utf8.split(separator: UInt8(ascii: "|")).map(Array.init)
  }

  /// Whether an order keyword is on the line shortly before `index`.
  func speaksOfOrder(before index: Int) -> Bool {
    hasKeyword(of: Self.orderKeywords, before: index, 40)
  }

  /// Whether a telephone keyword is on the line shortly before `index`.
  func speaksOfTelephone(before index: Int) -> Bool {
    hasKeyword(of: Self.phoneKeywords, before: index, 24)
  }

  /// Whether a keyword for a number of another kind is on the line shortly before `index`.
  func speaksOfOtherNumber(before index: Int) -> Bool {
    hasKeyword(of: Self.otherKeywords, before: index, 24)
  }

  /// Whether a keyword begins there. One within another word, as in `iPhone`, does not count.
  private func hasKeyword(of keywords: [[UInt8]], before index: Int, _ limit: Int) -> Bool {
    let start = self.start(before: index, limit: limit) { !$0.isLineBreak }
    let line = bytes[start..<index].map { $0.isCapital ? $0 | 0x20 : $0 }
    return line.indices.contains { begin in
      if begin > 0, line[begin - 1].isLetter { return false }
      return keywords.contains { line[begin...].starts(with: $0) }
    }
  }
}

extension Found {
  /// The header lines of an e-mail whose identifiers belong to the e-mail, not to a purchase.
  private static let namesOfHeaders = [
    "arc-", "authentication-results:", "content-", "dkim-signature:", "list-", "mime-version:",
    "x-",
  ]
  /// These may also begin a sentence; in a header, the second text follows.
  private static let namesOfMarkedHeaders = [
    ("message-id:", "<"), ("references:", "<"), ("in-reply-to:", "<"), ("received:", "from "),
    ("received:", "by "), ("return-path:", "<"),
  ]

  static let headers: Finder = { text, isLone in
    isLone
      ? []
      : blocks(text) { line in
        let isBoundary =
          line.hasPrefix("--") && line.utf8.count >= 20 && !line.contains(" ")
          && (line.contains("=_") || !line.contains("."))
        let isNamed = namesOfHeaders.contains(where: line.hasPrefix) && line.contains(":")
        return isBoundary || isNamed
          || namesOfMarkedHeaders.contains { line.hasPrefix($0.0) && line.contains($0.1) }
      }
  }

  /// Lines of only base64: parts of files, in which anything looks like an identifier.
  static let attachments: Finder = { text, isLone in
    if isLone { return [] }
    var found: [Found] = []
    var index = 0
    while index < text.bytes.count {
      let end = text.end(from: index) { !$0.isLineBreak }
      let line = text.bytes[index..<end]
      let isMixed = line.contains(where: \.isCapital) && line.contains(where: \.isSmall)
      if line.count >= 48, isMixed, line.allSatisfy({ $0.isBase64 || $0 == 0x3D }) {
        found.append(Found(nil, index..<end))
      }
      index = text.end(from: end, of: \.isLineBreak)
    }
    return found
  }

  /// The lines whose beginning passes the test, with the indented lines that continue them.
  private static func blocks(_ text: ScannedText, _ test: (String) -> Bool) -> [Found] {
    var found: [Found] = []
    var index = 0
    while index < text.bytes.count {
      var end = text.end(from: index) { !$0.isLineBreak }
      let beginning = index..<min(end, index + 80)
      if test(text.string(beginning).lowercased()) {
        var next = text.end(from: end, of: \.isLineBreak)
        while next > end, text[next] == 0x20 || text[next] == 0x09 {
          end = text.end(from: next) { !$0.isLineBreak }
          next = text.end(from: end, of: \.isLineBreak)
        }
        found.append(Found(nil, index..<end))
      }
      index = text.end(from: end, of: \.isLineBreak)
    }
    return found
  }
}
