/// Where in its text a JSON value stands, and where the values in it do, in the same order.
package struct JSONPlaces: Equatable, Sendable {
  /// Of a string, what is between its quotation marks.
  package var range: Range<Int>
  package var children: [JSONPlaces] = []

  package init(range: Range<Int>, children: [JSONPlaces] = []) {
    self.range = range
    self.children = children
  }
}

/// Finds the places of values in a text that `JSONReader` has read: what is no JSON has none.
package struct JSONPlaceReader {
  private let text: [UInt8]
  private var position = 0

  private init(_ text: [UInt8]) { self.text = text }

  package static func places(_ text: [UInt8]) -> JSONPlaces? {
    var reader = JSONPlaceReader(text)
    return reader.value(depth: 0)
  }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private mutating func skip(_ letters: Set<UInt8>) {
    while let next, letters.contains(next) { position += 1 }
  }

  private static let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
  /// What may stand between values, too.
  private static let between = space.union([UInt8(ascii: ","), UInt8(ascii: ":")])

  private mutating func value(depth: Int) -> JSONPlaces? {
    skip(Self.space)
    switch next {
    case UInt8(ascii: "{"): return list(until: UInt8(ascii: "}"), depth: depth)
    case UInt8(ascii: "["): return list(until: UInt8(ascii: "]"), depth: depth)
    case UInt8(ascii: "\""): return string()
    case nil: return nil
    default: return word()
    }
  }

  private mutating func list(until end: UInt8, depth: Int) -> JSONPlaces? {
    guard depth < JSONReader.deepest else { return nil }
    let start = position
    var children: [JSONPlaces] = []
    position += 1
    skip(Self.between)
    while let next, next != end {
      if end == UInt8(ascii: "}") {
        guard string() != nil else { return nil }
        skip(Self.between)
      }
      guard let child = value(depth: depth + 1) else { return nil }
      children.append(child)
      skip(Self.between)
    }
    position += 1
    return position <= text.count ? JSONPlaces(range: start..<position, children: children) : nil
  }

  private mutating func string() -> JSONPlaces? {
    guard next == UInt8(ascii: "\"") else { return nil }
    position += 1
    let start = position
    while let next, next != UInt8(ascii: "\"") {
      position += next == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < text.count else { return nil }
    defer { position += 1 }
    return JSONPlaces(range: start..<position)
  }

  private mutating func word() -> JSONPlaces? {
    let start = position
    while let next, !Self.between.contains(next), next != UInt8(ascii: "}"),
      next != UInt8(ascii: "]")
    { position += 1 }
    return position > start ? JSONPlaces(range: start..<position) : nil
  }
}
