/// An element of BER as it stands in an input: tag, length and content.
private struct BERElement {
  var start: Int
  var content: Range<Int>
  /// Behind the end-of-contents octets, if there are any.
  var end: Int
  /// The element around it.
  var parent: Int?

  var whole: Range<Int> { start..<end }
}

/// The elements of an input as far as they can be read, outer ones first; also those inside of octet
/// strings and bit strings.
private struct BERTree {
  private static let maxCount = 1_024
  private static let maxDepth = 24

  let bytes: [UInt8]
  private(set) var elements: [BERElement] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    _ = read(0..<bytes.count, in: nil, depth: 0)
  }

  /// Whether the range consists of whole elements.
  private mutating func read(_ range: Range<Int>, in parent: Int?, depth: Int) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      guard elements.count < Self.maxCount, depth < Self.maxDepth,
        let element = element(at: position, in: range, parent)
      else { return false }
      position = element.end
      let (index, tag) = (elements.count, bytes[element.start])
      elements.append(element)
      // A bit string begins with the number of its spare bits.
      let inner = tag == 0x03 ? element.content.dropFirst() : element.content
      let isWhole =
        tag & 0x20 == 0 && tag != 0x03 && tag != 0x04 || read(inner, in: index, depth: depth + 1)
      if !isWhole, tag & 0x20 == 0 { elements.removeSubrange((index + 1)...) }
    }
    return true
  }

  private func element(at start: Int, in range: Range<Int>, _ parent: Int?) -> BERElement? {
    guard start + 2 <= range.upperBound else { return nil }
    let first = Int(bytes[start + 1])
    if first == 0x80 {
      // Its end is looked for without knowing its content.
      let end = (start + 2..<max(range.upperBound - 1, start + 2)).last {
        bytes[$0] == 0 && bytes[$0 + 1] == 0
      }
      guard let end else { return nil }
      return BERElement(start: start, content: start + 2..<end, end: end + 2, parent: parent)
    }
    let count = first < 0x80 ? 0 : first & 0x7F
    guard count <= 4, start + 2 + count <= range.upperBound else { return nil }
    var length = first
    if count > 0 {
      length = bytes[start + 2..<start + 2 + count].reduce(0) { $0 << 8 | Int($1) }
    }
    let content = start + 2 + count
    guard length <= range.upperBound - content else { return nil }
    let end = content + length
    return BERElement(start: start, content: content..<end, end: end, parent: parent)
  }

  /// The input with other bytes in an element's place, and the lengths around it corrected.
  func replacing(_ index: Int, with replacement: [UInt8]) -> [UInt8] {
    var (new, inner) = (replacement, elements[index])
    while let outer = inner.parent.map({ elements[$0] }) {
      new.insert(contentsOf: bytes[outer.content.lowerBound..<inner.start], at: 0)
      new += bytes[inner.end..<outer.content.upperBound]
      let isIndefinite = bytes[outer.start + 1] == 0x80
      new =
        isIndefinite
        ? Mutator.indefinite(bytes[outer.start], new) : Mutator.element(bytes[outer.start], new)
      inner = outer
    }
    var output = bytes
    output.replaceSubrange(inner.whole, with: new)
    return output
  }
}

extension Mutator {
  private static let tags: [UInt8] = [
    0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0C, 0x13, 0x16, 0x17, 0x18, 0x24, 0x30, 0x31, 0xA0, 0xA1,
    0xA3, 0x1F,
  ]

  /// Elements that mean something somewhere, or are at a limit.
  private static let kept: [[UInt8]] =
    types + texts + identifiers + [
      element(0x02, [0]), element(0x02, [0xFF]), element(0x02, [0x00, 0x80]), element(0x02, []),
      element(0x02, [0x7F] + [UInt8](repeating: 0xFF, count: 7)),
      element(0x02, [UInt8](repeating: 0x80, count: 9)),
      element(0x05, []), element(0x0C, []), element(0x16, []), element(0x04, []),
      element(0x30, []), element(0x31, []), element(0x24, []), element(0x0C, [0xC3, 0x28]),
    ]

  /// The types of a receipt's attributes and of a purchase's fields.
  private static let types: [[UInt8]] =
    ([0, 1, 2, 3, 12, 17, 21] as [UInt8]).map { element(0x02, [$0]) }
    + (0xA5...0xB9 as ClosedRange<UInt8>).map { element(0x02, [0x06, $0]) }

  private static let texts: [[UInt8]] =
    ["Production", "ProductionSandbox", "Xcode", "\0"].map { element(0x0C, Array($0.utf8)) }
    + ["2026-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0000-00-00T00:00:00Z", "", "500101000000Z"]
    .map { element(0x16, Array($0.utf8)) }

  private static let identifiers: [[UInt8]] = [
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x05],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B],
    [0x2B, 0x0E, 0x03, 0x02, 0x1A], [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01], [0x80],
  ].map { element(0x06, $0) }

  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag] + length(content.count) + content
  }

  private static func length(_ count: Int, octets: Int = 0) -> [UInt8] {
    if count < 0x80, octets == 0 { return [UInt8(count)] }
    let needed = max(octets, count < 0x100 ? 1 : count < 0x1_0000 ? 2 : count < 0x100_0000 ? 3 : 4)
    var output = [0x80 | UInt8(needed)]
    // Shifted by more bits than there are, a number is 0.
    for place in (0..<needed).reversed() {
      output.append(UInt8(truncatingIfNeeded: count >> (place * 8)))
    }
    return output
  }

  static func indefinite(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var output = [tag, 0x80]
    output += content
    output += [0, 0]
    return output
  }

  /// `nil` if the input does not begin with an element.
  mutating func mutateDER(_ input: [UInt8]) -> [UInt8]? {
    let tree = BERTree(input)
    guard !tree.elements.isEmpty else { return nil }
    let index = dice.roll(tree.elements.count)
    return tree.replacing(index, with: changed(index, tree))
  }

  private mutating func changed(_ index: Int, _ tree: BERTree) -> [UInt8] {
    let element = tree.elements[index]
    let whole = Array(tree.bytes[element.whole])
    let (tag, content) = (whole[0], Array(tree.bytes[element.content]))
    switch dice.roll(12) {
    case 0: return whole + whole
    case 1: return []
    case 2: return Array(tree.bytes[dice.pick(tree.elements).whole])
    case 3: return Self.element(dice.roll(2) == 0 ? tag ^ 0x20 : dice.pick(Self.tags), content)
    case 4: return otherLength(tag, content)
    case 5: return dice.pick(Self.kept)
    case 6: return whole + dice.pick(Self.kept)
    case 7:
      let parts = BERTree(other)
      guard !parts.elements.isEmpty else { return blindly(whole) }
      let taken = Array(other[dice.pick(parts.elements).whole])
      return dice.roll(2) == 0 ? taken : whole + taken
    case 8: return Self.element(dice.pick([0x04, 0x30, 0x31, 0xA0]), whole)
    case 9: return content
    case 10:
      // In chunks, as BER allows.
      let half = dice.roll(content.count + 1)
      let chunks =
        Self.element(tag & ~0x20, Array(content[..<half]))
        + Self.element(tag & ~0x20, Array(content[half...]))
      return Self.element(tag | 0x20, chunks)
    default: return Self.element(tag, blindly(content))
    }
  }

  /// The length in another form, or another length.
  private mutating func otherLength(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    switch dice.roll(4) {
    case 0: Self.indefinite(tag, content)
    case 1: [tag] + Self.length(content.count, octets: 1 + dice.roll(9)) + content
    case 2: [tag] + Self.length(content.count + 1 + dice.roll(200)) + content
    default: [tag] + Self.length(max(0, content.count - 1 - dice.roll(4))) + content
    }
  }
}
