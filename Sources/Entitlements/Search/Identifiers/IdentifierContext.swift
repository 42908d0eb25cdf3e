/// What the words around a number or a code tell of it.
extension ScannedText {
  private static let orderWords = words(
    "order|receipt|purchase id|bestell|auftrag|beleg|commande|pedido|orden|compra|recibo"
      + "|注文|オーダー|订单|訂單"
  )

  private static let telephoneWords = words(
    "phone|telephone|tel.|tel:|tel |mobile|cell|fax|whatsapp|call me|telefon|handy|téléphone"
      + "|teléfono|móvil|電話|电话|手机"
  )

  private static let otherWords = words("document no|iban|tracking|account number|card number")

  private static func words(_ list: String) -> [[UInt8]] {
    list.utf8.split(separator: UInt8(ascii: "|")).map(Array.init)
  }

  /// Whether the line speaks of an order shortly before the place.
  func speaksOfOrder(before place: Int) -> Bool { speaks(of: Self.orderWords, before: place, 40) }

  /// Whether the line speaks of a telephone shortly before the place.
  func speaksOfTelephone(before place: Int) -> Bool {
    speaks(of: Self.telephoneWords, before: place, 24)
  }

  /// Whether the line speaks of a number that no store gives shortly before the place.
  func speaksOfOtherNumber(before place: Int) -> Bool {
    speaks(of: Self.otherWords, before: place, 24)
  }

  /// Whether one of the words begins there; within another word, as in `iPhone`, it says nothing.
  private func speaks(of words: [[UInt8]], before place: Int, _ reach: Int) -> Bool {
    let start = self.start(before: place, limit: reach) { !$0.isLineBreak }
    let line = bytes[start..<place].map { $0.isCapital ? $0 | 0x20 : $0 }
    return line.indices.contains { begin in
      if begin > 0, line[begin - 1].isLetter { return false }
      return words.contains { line[begin...].starts(with: $0) }
    }
  }
}

extension Found {
  /// The lines of a letter's head whose identifiers are those of the letter, not of a purchase.
  private static let namesOfHeaders = [
    "arc-", "authentication-results:", "content-", "dkim-signature:", "list-", "mime-version:",
    "x-",
  ]
  /// These may begin a sentence too; in a head, the mark behind them follows.
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

  /// Lines that are nothing but base64: parts of files, in which anything looks like an identifier.
  static let attachments: Finder = { text, isLone in
    if isLone { return [] }
    var found: [Found] = []
    var place = 0
    while place < text.bytes.count {
      let end = text.end(from: place) { !$0.isLineBreak }
      let line = text.bytes[place..<end]
      let isMixed = line.contains(where: \.isCapital) && line.contains(where: \.isSmall)
      if line.count >= 48, isMixed, line.allSatisfy({ $0.isBase64 || $0 == 0x3D }) {
        found.append(Found(nil, place..<end))
      }
      place = text.end(from: end, of: \.isLineBreak)
    }
    return found
  }

  /// The lines whose beginning passes the test, with the indented lines that continue them.
  private static func blocks(_ text: ScannedText, _ test: (String) -> Bool) -> [Found] {
    var found: [Found] = []
    var place = 0
    while place < text.bytes.count {
      var end = text.end(from: place) { !$0.isLineBreak }
      let beginning = place..<min(end, place + 80)
      if test(text.string(beginning).lowercased()) {
        var next = text.end(from: end, of: \.isLineBreak)
        while next > end, text[next] == 0x20 || text[next] == 0x09 {
          end = text.end(from: next) { !$0.isLineBreak }
          next = text.end(from: end, of: \.isLineBreak)
        }
        found.append(Found(nil, place..<end))
      }
      place = text.end(from: end, of: \.isLineBreak)
    }
    return found
  }
}
