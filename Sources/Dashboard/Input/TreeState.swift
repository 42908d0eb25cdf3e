package import Entitlements

/// The tree of a decoded document: its nodes in reading order, and which are folded.
package struct TreeState: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    /// The node without its children, which follow.
    var node: Node
    var depth: Int
    /// The index after the last descendant.
    var end: Int
    var parent: Int?
  }

  /// Deeper nesting is shown flat; such documents are attacks.
  private static let maximalDepth = 64

  private(set) var entries: [Entry] = []
  /// Whether any part has an offset, or a store's field number; otherwise the column is omitted.
  let hasOffsets: Bool
  let hasNumbers: Bool
  private var folded: Set<Int> = []
  /// The indices of entries outside folded ones, ascending.
  private(set) var visible: [Int] = []
  var scroll = Scroll()
  private(set) var search = ""
  private(set) var matches: [Int] = []

  package init(_ root: Node) {
    hasOffsets = root.children.contains { $0.offset != nil }
    hasNumbers = root.children.contains { $0.number != nil }
    append(root, depth: 0, parent: nil)
    // A receipt with a long history opens with its purchases folded, as an overview.
    if entries.count > 40 {
      folded = Set(entries.indices.filter { hasChildren($0) && entries[$0].depth > 1 })
    }
    rebuild()
  }

  var current: Int? { visible.indices.contains(scroll.index) ? visible[scroll.index] : nil }

  func hasChildren(_ entry: Int) -> Bool { entries[entry].end > entry + 1 }
  func isFolded(_ entry: Int) -> Bool { folded.contains(entry) }

  /// The labels from the root to an entry.
  func path(to entry: Int) -> [String] {
    var labels: [String] = []
    var next: Int? = entry
    while let index = next {
      labels.append(entries[index].node.label)
      next = entries[index].parent
    }
    return labels.reversed()
  }

  /// An entry and its descendants, a line each: `label: value`, indented by two spaces per level.
  /// `masked` masks a secret; `nil` to show secrets.
  func text(of entry: Int, masked: ((String) -> String)?) -> String {
    let depth = entries[entry].depth
    return entries[entry..<entries[entry].end].map { entry in
      let node = entry.node
      let value = node.isSecret ? masked?(node.value) ?? node.value : node.value
      let indent = String(repeating: "  ", count: entry.depth - depth)
      return indent + node.label + (value.isEmpty ? "" : ": \(value)")
    }.joined(separator: "\n")
  }

  mutating func fold() {
    guard let current else { return }
    if hasChildren(current), !isFolded(current) {
      folded.insert(current)
      rebuild()
    } else if let parent = entries[current].parent {
      move(to: parent)
    }
  }

  mutating func unfold() {
    guard let current, hasChildren(current) else { return }
    if folded.remove(current) != nil {
      rebuild()
    } else {
      scroll.index += 1
    }
  }

  mutating func toggle() {
    guard let current, hasChildren(current) else { return }
    if isFolded(current) { unfold() } else { fold() }
  }

  mutating func foldAll() {
    let current = current
    folded = Set(entries.indices.filter { hasChildren($0) && entries[$0].depth > 0 })
    rebuild()
    if let current { move(to: nearestVisible(current)) }
  }

  mutating func unfoldAll() {
    let current = current
    folded = []
    rebuild()
    if let current { move(to: current) }
  }

  /// Searches labels, values and glosses for `text`, ignoring case.
  mutating func find(_ text: String, from start: Int) {
    search = text
    let searchText = SearchText(text)
    matches =
      searchText.isEmpty
      ? []
      : entries.indices.filter { index in
        let node = entries[index].node
        return searchText.isFound(in: node.label)
          || (!node.isSecret && searchText.isFound(in: node.value))
          || node.gloss.map(searchText.isFound) == true
      }
    if let match = matches.first(where: { $0 >= start }) ?? matches.first { reveal(match) }
  }

  mutating func nextMatch() {
    guard let current else { return }
    if let match = matches.first(where: { $0 > current }) ?? matches.first { reveal(match) }
  }

  mutating func previousMatch() {
    guard let current else { return }
    if let match = matches.last(where: { $0 < current }) ?? matches.last { reveal(match) }
  }

  /// Adopts folds and cursor from the tree this one replaces, if it has as many entries.
  mutating func adopt(_ old: TreeState) {
    guard old.entries.count == entries.count else { return }
    folded = old.folded
    scroll = old.scroll
    rebuild()
    if !old.search.isEmpty {
      search = old.search
      matches = old.matches
    }
  }

  /// Unfolds the ancestors of an entry and goes to it.
  private mutating func reveal(_ entry: Int) {
    var parent = entries[entry].parent
    while let index = parent {
      folded.remove(index)
      parent = entries[index].parent
    }
    rebuild()
    move(to: entry)
  }

  private mutating func move(to entry: Int) {
    if let index = visible.position(of: entry) { scroll.index = index }
  }

  private func nearestVisible(_ entry: Int) -> Int {
    var entry = entry
    while visible.position(of: entry) == nil, let parent = entries[entry].parent { entry = parent }
    return entry
  }

  private mutating func append(_ node: Node, depth: Int, parent: Int?) {
    let index = entries.count
    var bare = node
    bare.children = []
    entries.append(Entry(node: bare, depth: depth, end: index + 1, parent: parent))
    if depth < Self.maximalDepth {
      for child in node.children { append(child, depth: depth + 1, parent: index) }
    }
    entries[index].end = entries.count
  }

  private mutating func rebuild() {
    visible = []
    var index = 0
    while index < entries.count {
      visible.append(index)
      index = folded.contains(index) ? entries[index].end : index + 1
    }
  }
}

/// A search text that ignores the case of ASCII letters. Fast enough to search trees of hundreds of
/// thousands of nodes at every key.
struct SearchText {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = text.utf8.map(Self.folded) }

  var isEmpty: Bool { bytes.isEmpty }

  func isFound(in text: String) -> Bool {
    guard let first = bytes.first else { return true }
    let found = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard utf8.count >= bytes.count else { return false }
      for start in 0...(utf8.count - bytes.count) where Self.folded(utf8[start]) == first {
        if bytes.indices.allSatisfy({ Self.folded(utf8[start + $0]) == bytes[$0] }) { return true }
      }
      return false
    }
    // Every native string is contiguous; others take the slow path.
    return found ?? text.lowercased().contains(String(decoding: bytes, as: UTF8.self))
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}

extension Array where Element == Int {
  /// The index of `value` in an ascending array.
  func position(of value: Int) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == value ? low : nil
  }
}
