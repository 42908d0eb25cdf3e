import Basics

/// Maps ranges of a nested text to ranges of the document.
struct NestedSourceMap {
  let locate: (Range<Int>) -> Range<Int>

  init(_ locate: @escaping (Range<Int>) -> Range<Int>) { self.locate = locate }

  /// A map for a text that is nested in this one.
  func reading(_ inner: NestedSourceMap) -> NestedSourceMap {
    NestedSourceMap { locate(inner.locate($0)) }
  }

  func places(_ places: JSONSourceMap) -> JSONSourceMap {
    JSONSourceMap(range: locate(places.range), children: places.children.map(self.places))
  }

  /// Three bytes are four characters.
  static func base64(from start: Int) -> NestedSourceMap {
    NestedSourceMap { range in
      let end = (range.upperBound * 4 + 2) / 3
      return start + range.lowerBound * 4 / 3..<start + max(end, range.lowerBound * 4 / 3)
    }
  }

  /// The decoded text of a JSON string: an escape is longer than its character.
  static func string(_ text: [UInt8], _ range: Range<Int>) -> NestedSourceMap {
    guard text[range].contains(UInt8(ascii: "\\")) else {
      return NestedSourceMap {
        range.lowerBound + $0.lowerBound..<range.lowerBound + $0.upperBound
      }
    }
    let offsets = offsets(text, range)
    return NestedSourceMap { inner in
      let last = offsets.count - 1
      return offsets[min(inner.lowerBound, last)]..<offsets[min(inner.upperBound, last)]
    }
  }

  /// The offset of each decoded byte, and the end of the last one.
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
