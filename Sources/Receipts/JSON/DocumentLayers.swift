package import Basics

/// The nested JSON texts of a document: an envelope, a JWS payload, the payloads inside that. Each
/// maps its values to byte offsets in the document, whatever their encoding.
package struct DocumentLayers {
  private struct Layer {
    var value: JSONValue
    var map: JSONSourceMap
  }

  private var layers: [Layer] = []

  private static let maxLayers = 256
  private static let maxDepth = 4
  /// Nested texts are never shorter.
  private static let minTextBytes = 16

  package init(_ document: [UInt8]) {
    add(document, NestedSourceMap { $0 }, depth: 0)
  }

  package var isEmpty: Bool { layers.isEmpty }

  /// The source map of a decoded part. A masked value matches any value in the document.
  package func sourceMap(of part: JSONValue) -> JSONSourceMap? {
    layers.first { Self.fits(part, $0.value) }?.map
  }

  /// The ranges of members with these names, in all layers.
  package func ranges(named names: Set<String>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for layer in layers { Self.collect(names, layer.value, layer.map, into: &found) }
    return found
  }

  private static func collect(
    _ names: Set<String>,
    _ value: JSONValue,
    _ map: JSONSourceMap,
    into found: inout [Range<Int>]
  ) {
    switch value {
    case .object(let members):
      for (member, child) in zip(members, map.children) {
        if names.contains(member.name) { found.append(child.range) }
        collect(names, member.value, child, into: &found)
      }
    case .array(let items):
      for (item, child) in zip(items, map.children) {
        collect(names, item, child, into: &found)
      }
    default: break
    }
  }

  private static func fits(_ part: JSONValue, _ whole: JSONValue) -> Bool {
    switch (part, whole) {
    case (.string(AppStoreDocument.mask), _): true
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.name == $1.name && fits($0.value, $1.value) }
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy(fits)
    default: part == whole
    }
  }

  /// Adds the JSON in a text, or the JSON payload of a JWS.
  private mutating func add(_ text: [UInt8], _ sourceMap: NestedSourceMap, depth: Int) {
    guard depth < Self.maxDepth, layers.count < Self.maxLayers else { return }
    switch text.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): addJSON(text, sourceMap, depth: depth)
    case UInt8(ascii: "e"):
      guard let part = Self.payload(of: text),
        let octets = try? Base64.decode(text.span, part)
      else { return }
      let inner = sourceMap.reading(.base64(from: part.lowerBound))
      if octets.first == UInt8(ascii: "{") { addJSON(octets, inner, depth: depth) }
    default: break
    }
  }

  /// The middle one of three parts, or all of a text in base64.
  private static func payload(of text: [UInt8]) -> Range<Int>? {
    let end = (text.lastIndex { $0 > 0x20 } ?? -1) + 1
    let start = text.firstIndex { $0 > 0x20 } ?? 0
    let stops = text.indices.filter { text[$0] == UInt8(ascii: ".") }
    if stops.isEmpty { return start..<end }
    return stops.count == 2 ? stops[0] + 1..<stops[1] : nil
  }

  private mutating func addJSON(_ text: [UInt8], _ sourceMap: NestedSourceMap, depth: Int) {
    guard let value = try? DocumentJSON.value(text), let map = JSONSourceMapReader.sourceMap(text)
    else { return }
    layers.append(Layer(value: value, map: sourceMap.located(map)))
    addStrings(of: value, map, text, sourceMap, depth: depth)
  }

  private mutating func addStrings(
    of value: JSONValue,
    _ map: JSONSourceMap,
    _ text: [UInt8],
    _ sourceMap: NestedSourceMap,
    depth: Int
  ) {
    switch value {
    case .object(let members):
      for (member, child) in zip(members, map.children) {
        addStrings(of: member.value, child, text, sourceMap, depth: depth)
      }
    case .array(let items):
      for (item, child) in zip(items, map.children) {
        addStrings(of: item, child, text, sourceMap, depth: depth)
      }
    case .string(let string) where string.utf8.count >= Self.minTextBytes:
      guard let first = string.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "e")
      else { return }
      let inner = sourceMap.reading(.string(text, map.range))
      add(Array(string.utf8), inner, depth: depth + 1)
    default: break
    }
  }
}

/// Maps ranges of a nested text to ranges of the document.
struct NestedSourceMap {
  let locate: (Range<Int>) -> Range<Int>

  init(_ locate: @escaping (Range<Int>) -> Range<Int>) { self.locate = locate }

  /// A map for a text that is nested in this one.
  func reading(_ inner: NestedSourceMap) -> NestedSourceMap {
    NestedSourceMap { locate(inner.locate($0)) }
  }

  func located(_ map: JSONSourceMap) -> JSONSourceMap {
    JSONSourceMap(range: locate(map.range), children: map.children.map(located))
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
