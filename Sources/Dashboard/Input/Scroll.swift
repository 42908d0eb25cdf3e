/// The cursor of a list, and the first visible row.
struct Scroll: Equatable, Sendable {
  var index = 0
  var top = 0

  mutating func move(by distance: Int, count: Int, height: Int) {
    let (sum, overflows) = index.addingReportingOverflow(distance)
    index = overflows ? (distance > 0 ? count - 1 : 0) : sum
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

  /// The distance of a motion in a window of `height` rows; `nil` for other actions.
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
