import Foundation

extension Gantt {
  /// The stretch that everything fits into; `nil` when there is nothing.
  static func window(around lanes: [Lane], now: Date) -> Window? {
    let begins = lanes.flatMap { $0.spans.map(\.from) + $0.marks.map(\.date) }
    let ends = lanes.flatMap { $0.spans.compactMap(\.until) + $0.marks.map(\.date) }
    guard let first = begins.filter(Self.isDrawable).min() else { return nil }
    let last = max(first, ends.filter(Self.isDrawable).max() ?? first)
    let length = max(3600, last.timeIntervalSince(first))
    if now.timeIntervalSince(last) > length {
      // All of it is long past: fitting the present in would leave nothing of it to see.
      return Window(from: first, until: first.addingTimeInterval(length * 1.05))
    }
    let from = min(first, now)
    let past = max(length, now.timeIntervalSince(from))
    // What is paid for is seen to its end; what lies further off, not at the cost of the rest.
    let until = min(last, now.addingTimeInterval(max(past / 2, Self.longestPeriod)))
    // What happens at the very end is seen as well.
    let margin = until.timeIntervalSince(from) * 0.02
    return Window(from: from, until: max(now, until).addingTimeInterval(margin))
  }

  /// A year that was paid for, and the days that stores add to it.
  private static let longestPeriod: TimeInterval = 400 * 86_400

  /// Within the calendar's years; a hostile date must not stretch everything else to nothing.
  private static func isDrawable(_ date: Date) -> Bool {
    (0...4_102_444_800).contains(date.timeIntervalSince1970)
  }
}
