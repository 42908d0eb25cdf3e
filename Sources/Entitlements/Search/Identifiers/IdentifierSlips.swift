extension Identifier {
  /// The maximum length of a varied text, which limits the number of spellings.
  private static let maxVariedLength = 48

  /// Spellings that differ by one typing error: a character changed, added, omitted, or swapped
  /// with its neighbour. Empty for identifiers that are not typed.
  package var slips: [String] {
    switch kind {
    case .googleOrder:
      let digits = base.utf8.filter { (0x30...0x39).contains($0) }
      return Self.slips(of: digits, Self.digits).filter { $0.count == 17 }.map(Self.googleOrder)
    case .transaction:
      return Self.slips(of: Array(value.utf8), Self.digits).map(Self.text)
    case .appleOrder:
      let rest = Array(value.utf8.dropFirst())
      return Self.slips(of: rest, Self.digits + Self.capitals).map { "M" + Self.text($0) }
    case .email:
      let bytes = Array(value.lowercased().utf8)
      let separators = Array("._-@".utf8)
      return withoutTag
        + Self.slips(of: bytes, Self.capitals.map { $0 + 0x20 } + Self.digits + separators)
        .map(Self.text)
    case .appAccount, .purchaseToken, .stripe, .receipt, .signedPayload, .document, .record:
      return []
    }
  }

  private static let digits = Array("0123456789".utf8)
  private static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// `GPA.` and seventeen digits in their groups.
  private static func googleOrder(_ digits: [UInt8]) -> String {
    var value = "GPA."
    for (index, digit) in digits.enumerated() {
      if [4, 8, 12].contains(index) { value += "-" }
      value.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return value
  }

  /// The address without its `+` tag, which mail servers ignore.
  private var withoutTag: [String] {
    guard let plus = value.firstIndex(of: "+"), let at = value.lastIndex(of: "@"), plus < at else {
      return []
    }
    return [String(value[..<plus] + value[at...])]
  }

  private static func slips(of text: [UInt8], _ alphabet: [UInt8]) -> [[UInt8]] {
    guard text.count <= maxVariedLength else { return [] }
    var slips: [[UInt8]] = []
    for index in text.indices {
      for byte in alphabet where byte != text[index] {
        var changed = text
        changed[index] = byte
        slips.append(changed)
      }
      var shorter = text
      shorter.remove(at: index)
      slips.append(shorter)
      if index > 0, text[index] != text[index - 1] {
        var exchanged = text
        exchanged.swapAt(index, index - 1)
        slips.append(exchanged)
      }
    }
    for index in 0...text.count {
      for byte in alphabet {
        var longer = text
        longer.insert(byte, at: index)
        slips.append(longer)
      }
    }
    return slips
  }
}

extension Identifier {
  /// The maximum number of word groups to look up as names.
  private static let maxNames = 128

  /// Groups of two and three adjacent words that may be the name of a person.
  package static func names(in text: String) -> [String] {
    let words = text.prefix(4_096).split { !$0.isLetter && $0 != "-" && $0 != "'" }
    var names: [String] = []
    for index in words.indices {
      for count in 2...3 where index + count <= words.count && names.count < maxNames {
        names.append(words[index..<(index + count)].joined(separator: " "))
      }
    }
    return names.unique
  }
}
