/// A cursor in a list and the first row shown.
struct Scroll: Equatable, Sendable {
  var index = 0
  var top = 0

  mutating func move(by distance: Int, count: Int, height: Int) {
    let (sum, overflows) = index.addingReportingOverflow(distance)
    index = overflows ? (distance > 0 ? count - 1 : 0) : sum
    settle(count: count, height: height)
  }

  /// Brings the cursor into the list, and the window to the cursor.
  mutating func settle(count: Int, height: Int) {
    let height = max(1, height)
    index = min(max(0, index), max(0, count - 1))
    top = min(max(top, index - height + 1), index)
    top = max(0, min(top, count - height))
  }

  /// The rows of a list of `count` that are shown.
  func shown(count: Int, height: Int) -> Range<Int> {
    let start = min(max(0, top), count)
    return start..<min(count, start + max(0, height))
  }

  /// How far a motion goes in a window of `height` rows; `nil` for what is none.
  static func distance(_ action: Action, height: Int) -> Int? {
    switch action {
    case .down: 1
    case .up: -1
    case .halfPageDown: max(1, height / 2)
    case .halfPageUp: -max(1, height / 2)
    case .pageDown: max(1, height - 1)
    case .pageUp: -max(1, height - 1)
    case .first: -.max
    case .last: .max
    default: nil
    }
  }
}
