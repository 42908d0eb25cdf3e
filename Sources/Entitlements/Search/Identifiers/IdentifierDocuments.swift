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
