/// Whole documents and purchase tokens in a text.
extension Found {
  /// Compact JWS: three parts in base64url, the first of which begins a JSON object.
  static let signedPayloads: Finder = { text, _ in
    var found: [Found] = []
    var index = 0
    while index < text.bytes.count {
      guard text.starts(with: "eyJ", at: index), !text[index - 1].isBase64URL else {
        index += 1
        continue
      }
      let header = text.end(from: index, of: \.isBase64URL)
      let payload = text.end(from: header + 1, of: \.isBase64URL)
      let signature = text.end(from: payload + 1, of: \.isBase64URL)
      let dots = (text[header], text[payload])
      if dots == (0x2E, 0x2E), header - index >= 16, payload - header > 4, signature - payload > 16
      {
        found.append(Found(.signedPayload, index..<signature, text.string(index..<signature)))
        index = signature
      } else {
        // The payload may be the header of another JWS: no part is read more than three times.
        index = header
      }
    }
    return found
  }

  static func beginsDocument(_ text: ScannedText, at index: Int) -> Bool {
    beginsReceipt(text, at: index) || text.starts(with: "eyJ", at: index)
  }

  /// `MII` begins a DER structure of some length, `ewo` an old property list.
  private static func beginsReceipt(_ text: ScannedText, at index: Int) -> Bool {
    text.starts(with: "MII", at: index) || text.starts(with: "ewo", at: index)
  }

  static let receipts: Finder = { text, isLone in
    var found: [Found] = []
    var index = 0
    while index < text.bytes.count {
      guard beginsReceipt(text, at: index), !text[index - 1].isBase64 else {
        index += 1
        continue
      }
      let (end, value) = receipt(text, at: index)
      if value.utf8.count >= (isLone ? 32 : 100) {
        found.append(Found(.receipt, index..<end, value))
      }
      index = end
    }
    return found
  }

  /// A base64 text, possibly in lines. The last line may be shorter if it completes a group of
  /// four.
  private static func receipt(_ text: ScannedText, at start: Int) -> (end: Int, value: String) {
    var end = text.end(from: start, of: \.isBase64)
    var value = text.string(start..<end)
    var lastLine = value.utf8.count
    while lastLine >= 40, text[end].isLineBreak {
      let next = text.end(from: end, of: \.isLineBreak)
      let nextEnd = text.end(from: next, of: \.isBase64)
      let padded = text.end(from: nextEnd) { $0 == 0x3D }
      guard next < nextEnd, padded == text.bytes.count || text[padded].isSpace else { break }
      let isWhole = (value.utf8.count + padded - next) % 4 == 0
      guard nextEnd - next >= 40 || isWhole else { break }
      value += text.string(next..<nextEnd)
      (lastLine, end) = (nextEnd - next, nextEnd)
    }
    let padding = min(2, text.end(from: end) { $0 == 0x3D } - end)
    return (end + padding, value + text.string(end..<end + padding))
  }

  static let purchaseTokens: Finder = { text, isLone in
    var found: [Found] = []
    var index = 0
    while index < text.bytes.count {
      let range: Range<Int>? =
        switch text[index] {
        case 0x2E: googleToken(text, dot: index, isLone)
        case 0x3A: amazonReceiptID(text, colon: index)
        case 0x71: longAmazonReceiptID(text, at: index)
        default: nil
        }
      if let range, range.lowerBound >= found.last?.range.upperBound ?? 0 {
        found.append(Found(.purchaseToken, range, text.string(range)))
        index = range.upperBound
      } else {
        index += 1
      }
    }
    return found
  }

  /// Lower-case letters, a full stop, `AO-J` and more.
  private static func googleToken(_ text: ScannedText, dot: Int, _ isLone: Bool) -> Range<Int>? {
    guard text.starts(with: ".AO-J", at: dot) else { return nil }
    let start = text.start(before: dot, limit: 64, of: \.isBase64URL)
    let end = text.end(from: dot + 1, of: \.isBase64URL)
    return dot - start >= 4 && end - dot > (isLone ? 8 : 24) ? start..<end : nil
  }

  /// Base64 followed by two small numbers: `…=:3:11`.
  private static func amazonReceiptID(_ text: ScannedText, colon: Int) -> Range<Int>? {
    let first = text.end(from: colon + 1, of: \.isDigit)
    let second = text.end(from: first + 1, of: \.isDigit)
    guard (1...2).contains(first - colon - 1), text[first] == 0x3A,
      (1...2).contains(second - first - 1), !text[second].isAlphanumeric, text[second] != 0x3A
    else { return nil }
    let start = text.start(before: colon, limit: 200) {
      $0.isBase64 || $0.isBase64URL || $0 == 0x3D
    }
    let body = text.bytes[start..<colon]
    let isMixed =
      body.contains(where: \.isDigit) && body.contains(where: \.isSmall)
      && body.contains(where: \.isCapital)
    return body.count >= 20 && isMixed ? start..<second : nil
  }

  /// The longer form, which always begins the same because it is compressed.
  private static func longAmazonReceiptID(_ text: ScannedText, at index: Int) -> Range<Int>? {
    guard text.starts(with: "q1YqV", at: index), !text[index - 1].isBase64URL else { return nil }
    let end = text.end(from: index, of: \.isBase64URL)
    return end - index >= 60 ? index..<end : nil
  }
}

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

  private static let accountKeywords = keywords(
    "account|user|konto|nutzer|benutzer|compte|utilisateur|cuenta|usuario|アカウント|账号|帳號|uuid"
  )

  private static func keywords(_ list: String) -> [[UInt8]] {
    list.utf8.split(separator: UInt8(ascii: "|")).map(Array.init)
  }

  /// The maximum distance of a keyword.
  static let maxKeywordDistance = 40

  /// Whether an order keyword is on the line shortly before `index`.
  func speaksOfOrder(before index: Int) -> Bool {
    hasKeyword(of: Self.orderKeywords, before: index, Self.maxKeywordDistance)
  }

  /// Whether an order keyword, and no word for an account, is shortly before the end.
  var endsWithOrderKeyword: Bool {
    speaksOfOrder(before: bytes.count)
      && !hasKeyword(of: Self.accountKeywords, before: bytes.count, Self.maxKeywordDistance)
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
