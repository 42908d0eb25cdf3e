/// The memory limit for the values of one JSON text. Real documents need about twice their text;
/// what needs more consists of very many tiny values.
struct JSONMemoryLimit {
  /// The memory allowed for a document of any size: some 12,000 members.
  static let allowance = 3 << 18

  private var left: Int

  init(forTextOf bytes: Int) { left = bytes * 2 + Self.allowance }

  /// Charges bytes; `false` if the limit is exceeded.
  mutating func charge(_ bytes: Int) -> Bool {
    left -= bytes
    return left >= 0
  }

  mutating func refund(_ bytes: Int) { left += bytes }

  /// The heap size of an array, with its spare capacity.
  static func bytes<Element>(of list: [Element]) -> Int {
    list.capacity == 0 ? 0 : bytes(ofArray: list.capacity, of: Element.self)
  }

  /// The size of a heap allocation: a 32-byte header, the content and 8 bytes of the allocator, in
  /// blocks of 16.
  private static func block(_ content: Int) -> Int { (32 + content + 8 + 15) & ~15 }

  static func bytes<Element>(ofArray count: Int, of type: Element.Type) -> Int {
    block(count * MemoryLayout<Element>.stride)
  }

  /// The heap size of a text of `count` bytes; up to 15 are stored inline.
  static func bytes(ofText count: Int) -> Int { count < 16 ? 0 : block(count + 1) }
}

/// Caches recently read texts over 15 bytes. Documents repeat the same few names, products and
/// original transactions; sharing them halves the memory.
struct StringInterner {
  /// Longer texts rarely repeat.
  static let longest = 64
  private static let slotCount = 64

  private var texts: [String] = []

  /// The cached text equal to `range`, or `nil`.
  func known(_ text: Span<UInt8>, _ range: Range<Int>) -> String? {
    guard range.count > 15, range.count <= Self.longest, !texts.isEmpty else { return nil }
    let candidate = texts[Self.slot(range.count, text[range.upperBound - 1])]
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
    if texts.isEmpty { texts = [String](repeating: "", count: Self.slotCount) }
    texts[Self.slot(count, last)] = text
  }

  private static func slot(_ count: Int, _ last: UInt8) -> Int {
    (count &* 7 &+ Int(last)) & (slotCount - 1)
  }
}

/// Finds a name among an object's members: by linear search in small objects, else by a seeded
/// hash, so that an attacker cannot choose names that collide.
struct JSONObjectIndex {
  private static let few = 16

  /// Open addressing; 0 is an empty slot, other values are a member's position plus one.
  private var slots: [UInt32] = []

  /// The number of members at which to call `grow`.
  var capacity: Int { slots.isEmpty ? Self.few : slots.count / 2 }

  private var nextCount: Int { max(Self.few * 4, slots.count * 2) }

  /// The heap size, now and after `grow`.
  var bytes: Int {
    slots.isEmpty ? 0 : JSONMemoryLimit.bytes(ofArray: slots.count, of: UInt32.self)
  }
  var nextBytes: Int { JSONMemoryLimit.bytes(ofArray: nextCount, of: UInt32.self) }

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
