/// The cursor of a list, and the first visible row.
struct Scroll: Equatable, Sendable {
  var index = 0
  var top = 0

  mutating func move(_ motion: Motion, count: Int, height: Int) {
    index = motion.goal(from: index, last: count - 1)
    clamp(count: count, height: height)
  }

  /// Clamps the cursor to the list, and scrolls it into view.
  mutating func clamp(count: Int, height: Int) {
    let height = max(1, height)
    index = min(max(0, index), max(0, count - 1))
    top = min(max(top, index - height + 1), index)
    top = max(0, min(top, count - height))
  }

  /// The visible rows of a list of `count`.
  func shown(count: Int, height: Int) -> Range<Int> {
    let start = min(max(0, top), count)
    return start..<min(count, start + max(0, height))
  }
}

/// A movement of a cursor.
enum Motion: Equatable, Sendable {
  case by(Int), first, last

  /// The motion of an action in a window of `height` rows; `nil` for other actions.
  init?(_ action: Action, height: Int) {
    switch action {
    case .down: self = .by(1)
    case .up: self = .by(-1)
    case .halfPageDown: self = .by(max(1, height / 2))
    case .halfPageUp: self = .by(-max(1, height / 2))
    case .pageDown: self = .by(max(1, height - 1))
    case .pageUp: self = .by(-max(1, height - 1))
    case .first: self = .first
    case .last: self = .last
    default: return nil
    }
  }

  var isForward: Bool {
    switch self {
    case .by(let distance): distance > 0
    case .first: false
    case .last: true
    }
  }

  /// The index to move to, at least 0 and at most `last`.
  func goal(from index: Int, last: Int) -> Int {
    switch self {
    case .by(let distance): max(0, min(index + distance, last))
    case .first: 0
    case .last: max(0, last)
    }
  }
}
