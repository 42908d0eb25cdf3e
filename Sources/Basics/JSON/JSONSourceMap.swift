/// The range of a JSON value in its text, and those of its child values in order.
package struct JSONSourceMap: Equatable, Sendable {
  /// For a string, the part between the quotation marks.
  package var range: Range<Int>
  package var children: [JSONSourceMap] = []

  package init(range: Range<Int>, children: [JSONSourceMap] = []) {
    self.range = range
    self.children = children
  }
}

/// Maps the values of a text that `JSONReader` accepted to their ranges.
package struct JSONSourceMapReader {
  private let text: [UInt8]
  private var position = 0

  private init(_ text: [UInt8]) { self.text = text }

  package static func sourceMap(_ text: [UInt8]) -> JSONSourceMap? {
    var reader = JSONSourceMapReader(text)
    return reader.value(depth: 0)
  }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private mutating func skip(_ characters: Set<UInt8>) {
    while let next, characters.contains(next) { position += 1 }
  }

  private static let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
  /// Characters allowed between values.
  private static let between = space.union([UInt8(ascii: ","), UInt8(ascii: ":")])

  private mutating func value(depth: Int) -> JSONSourceMap? {
    skip(Self.space)
    switch next {
    case UInt8(ascii: "{"): return list(until: UInt8(ascii: "}"), depth: depth)
    case UInt8(ascii: "["): return list(until: UInt8(ascii: "]"), depth: depth)
    case UInt8(ascii: "\""): return string()
    case nil: return nil
    default: return literal()
    }
  }

  private mutating func list(until end: UInt8, depth: Int) -> JSONSourceMap? {
    guard depth < JSONReader.deepest else { return nil }
    let start = position
    var children: [JSONSourceMap] = []
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
    return position <= text.count ? JSONSourceMap(range: start..<position, children: children) : nil
  }

  private mutating func string() -> JSONSourceMap? {
    guard next == UInt8(ascii: "\"") else { return nil }
    position += 1
    let start = position
    while let next, next != UInt8(ascii: "\"") {
      position += next == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < text.count else { return nil }
    defer { position += 1 }
    return JSONSourceMap(range: start..<position)
  }

  private mutating func literal() -> JSONSourceMap? {
    let start = position
    while let next, !Self.between.contains(next), next != UInt8(ascii: "}"),
      next != UInt8(ascii: "]")
    { position += 1 }
    return position > start ? JSONSourceMap(range: start..<position) : nil
  }
}
