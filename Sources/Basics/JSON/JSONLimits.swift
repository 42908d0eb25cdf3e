/// How much memory the values of one JSON text may take. Real documents need about twice their
/// text: what needs more has a great many values with next to nothing in them.
struct JSONBudget {
  /// What a document of any size may take: some 12,000 members.
  static let allowance = 3 << 18

  private var left: Int

  init(forTextOf bytes: Int) { left = bytes * 2 + Self.allowance }

  /// Whether there was so much left.
  mutating func charge(_ bytes: Int) -> Bool {
    left -= bytes
    return left >= 0
  }

  mutating func refund(_ bytes: Int) { left += bytes }

  /// What an array has on the heap, room for further elements included.
  static func bytes<Element>(of list: [Element]) -> Int {
    list.capacity == 0 ? 0 : bytes(ofArray: list.capacity, of: Element.self)
  }

  /// What the heap takes for something of so many bytes behind a head of 32: a word of its own, and
  /// whole blocks of 16.
  private static func block(_ content: Int) -> Int { (32 + content + 8 + 15) & ~15 }

  static func bytes<Element>(ofArray count: Int, of type: Element.Type) -> Int {
    block(count * MemoryLayout<Element>.stride)
  }

  /// What a text of so many bytes has on the heap: up to 15 stand in the value itself.
  static func bytes(ofText count: Int) -> Int { count < 16 ? 0 : block(count + 1) }
}

/// The texts met last of those that do not stand in the value itself. Documents repeat the same few
/// names, products and first transactions; kept once, they take half the memory.
struct JSONRepeats {
  /// A longer text is mostly the only one of its kind.
  static let longest = 64
  private static let places = 64

  private var texts: [String] = []

  /// The text in `range`, where it is one of those met last.
  func known(_ text: Span<UInt8>, _ range: Range<Int>) -> String? {
    guard range.count > 15, range.count <= Self.longest, !texts.isEmpty else { return nil }
    let candidate = texts[Self.place(range.count, text[range.upperBound - 1])]
    guard candidate.utf8.count == range.count else { return nil }
    var offset = range.lowerBound
    for byte in candidate.utf8 {
      guard byte == text[offset] else { return nil }
      offset += 1
    }
    return candidate
  }

  mutating func remember(_ text: String) {
    let count = text.utf8.count
    guard count > 15, count <= Self.longest, let last = text.utf8.last else { return }
    if texts.isEmpty { texts = [String](repeating: "", count: Self.places) }
    texts[Self.place(count, last)] = text
  }

  private static func place(_ count: Int, _ last: UInt8) -> Int {
    (count &* 7 &+ Int(last)) & (places - 1)
  }
}

/// Finds a name among an object's members: by looking at all of a few, by a seeded hash beyond, so
/// that nobody can choose names that collide.
struct JSONNameIndex {
  private static let few = 16

  /// Open addressing; 0 stands for nothing, others are a member's position and one.
  private var slots: [UInt32] = []

  /// How many members can be told apart before `grow` is due.
  var capacity: Int { slots.isEmpty ? Self.few : slots.count / 2 }

  private var nextCount: Int { max(Self.few * 4, slots.count * 2) }

  /// On the heap: now, and after `grow`.
  var bytes: Int { slots.isEmpty ? 0 : JSONBudget.bytes(ofArray: slots.count, of: UInt32.self) }
  var nextBytes: Int { JSONBudget.bytes(ofArray: nextCount, of: UInt32.self) }

  func holds(_ name: String, _ members: [JSONValue.Member]) -> Bool {
    guard !slots.isEmpty else { return members.contains { $0.isNamed(name) } }
    var slot = first(name)
    while slots[slot] != 0 {
      if members[Int(slots[slot]) - 1].isNamed(name) { return true }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }

  mutating func insert(_ name: String, at position: Int) {
    guard !slots.isEmpty else { return }
    var slot = first(name)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(truncatingIfNeeded: position + 1)
  }

  mutating func grow(_ members: [JSONValue.Member]) {
    slots = [UInt32](repeating: 0, count: nextCount)
    for (position, member) in members.enumerated() { insert(member.name, at: position) }
  }

  private func first(_ name: String) -> Int {
    name.hashValue & (slots.count - 1)
  }
}
