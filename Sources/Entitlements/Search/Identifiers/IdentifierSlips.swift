extension Identifier {
  /// No longer text is varied: its spellings would be thousands.
  private static let longestVaried = 48

  /// Spellings that are one slip of the hand away: a character changed, added, left out, or exchanged
  /// with its neighbour. None for what nobody types.
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
      let letters = Array(value.lowercased().utf8)
      let marks = Array("._-@".utf8)
      return withoutTag
        + Self.slips(of: letters, Self.capitals.map { $0 + 0x20 } + Self.digits + marks)
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
    for (place, digit) in digits.enumerated() {
      if [4, 8, 12].contains(place) { value += "-" }
      value.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return value
  }

  /// An address without what stands behind a `+`, which mail programs pass over.
  private var withoutTag: [String] {
    guard let plus = value.firstIndex(of: "+"), let at = value.lastIndex(of: "@"), plus < at else {
      return []
    }
    return [String(value[..<plus] + value[at...])]
  }

  private static func slips(of text: [UInt8], _ alphabet: [UInt8]) -> [[UInt8]] {
    guard text.count <= longestVaried else { return [] }
    var slips: [[UInt8]] = []
    for place in text.indices {
      for letter in alphabet where letter != text[place] {
        var changed = text
        changed[place] = letter
        slips.append(changed)
      }
      var shorter = text
      shorter.remove(at: place)
      slips.append(shorter)
      if place > 0, text[place] != text[place - 1] {
        var exchanged = text
        exchanged.swapAt(place, place - 1)
        slips.append(exchanged)
      }
    }
    for place in 0...text.count {
      for letter in alphabet {
        var longer = text
        longer.insert(letter, at: place)
        slips.append(longer)
      }
    }
    return slips
  }
}

extension Identifier {
  /// So many pairs of words are looked up as names.
  private static let mostNames = 128

  /// Neighbouring words, two and three at a time, that may be the name of a person.
  package static func names(in text: String) -> [String] {
    let words = text.prefix(4_096).split { !$0.isLetter && $0 != "-" && $0 != "'" }
    var names: [String] = []
    for place in words.indices {
      for count in 2...3 where place + count <= words.count && names.count < mostNames {
        names.append(words[place..<(place + count)].joined(separator: " "))
      }
    }
    return names.unique
  }
}
