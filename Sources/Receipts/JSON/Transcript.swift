import Basics

/// From the places in a text to those in the document that the text was written in.
struct Transcript {
  let locate: (Range<Int>) -> Range<Int>

  init(_ locate: @escaping (Range<Int>) -> Range<Int>) { self.locate = locate }

  /// A text that is written in this one.
  func reading(_ inner: Transcript) -> Transcript {
    Transcript { locate(inner.locate($0)) }
  }

  func places(_ places: JSONPlaces) -> JSONPlaces {
    JSONPlaces(range: locate(places.range), children: places.children.map(self.places))
  }

  /// Three octets are four letters.
  static func base64(from start: Int) -> Transcript {
    Transcript { range in
      let end = (range.upperBound * 4 + 2) / 3
      return start + range.lowerBound * 4 / 3..<start + max(end, range.lowerBound * 4 / 3)
    }
  }

  /// The text that a JSON string stands for: an escape is longer than what it says.
  static func string(_ text: [UInt8], _ range: Range<Int>) -> Transcript {
    guard text[range].contains(UInt8(ascii: "\\")) else {
      return Transcript {
        range.lowerBound + $0.lowerBound..<range.lowerBound + $0.upperBound
      }
    }
    let offsets = offsets(text, range)
    return Transcript { inner in
      let last = offsets.count - 1
      return offsets[min(inner.lowerBound, last)]..<offsets[min(inner.upperBound, last)]
    }
  }

  /// Where each octet of the string's own begins, and where the last one ends.
  private static func offsets(_ text: [UInt8], _ range: Range<Int>) -> [Int] {
    var offsets: [Int] = []
    var position = range.lowerBound
    while position < range.upperBound {
      guard text[position] == UInt8(ascii: "\\"), position + 1 < range.upperBound else {
        offsets.append(position)
        position += 1
        continue
      }
      let escape = position
      guard text[position + 1] == UInt8(ascii: "u") else {
        offsets.append(escape)
        position += 2
        continue
      }
      let unit = unit(text, position, until: range.upperBound)
      let isPair = (0xD800..<0xDC00).contains(unit)
      position = min(range.upperBound, position + (isPair ? 12 : 6))
      let octets = isPair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
      offsets += [Int](repeating: escape, count: octets)
    }
    return offsets + [range.upperBound]
  }

  private static func unit(_ text: [UInt8], _ escape: Int, until end: Int) -> Int {
    guard escape + 6 <= end else { return 0 }
    return Int(String(decoding: text[escape + 2..<escape + 6], as: UTF8.self), radix: 16) ?? 0
  }
}
