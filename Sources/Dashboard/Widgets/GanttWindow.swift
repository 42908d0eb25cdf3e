import Foundation

extension Gantt {
  /// The window that fits everything; `nil` if there is nothing.
  static func window(around lanes: [Lane], now: Date) -> Window? {
    let begins = lanes.flatMap { $0.spans.map(\.from) + $0.marks.map(\.date) }
    let ends = lanes.flatMap { $0.spans.compactMap(\.until) + $0.marks.map(\.date) }
    guard let first = begins.filter(Self.isDrawable).min() else { return nil }
    let last = max(first, ends.filter(Self.isDrawable).max() ?? first)
    let length = max(3600, last.timeIntervalSince(first))
    if now.timeIntervalSince(last) > length {
      // Everything is long past; including the present would make it too small to see.
      return Window(from: first, until: first.addingTimeInterval(length * 1.05))
    }
    let from = min(first, now)
    let past = max(length, now.timeIntervalSince(from))
    // Shows paid periods to their end, but not what lies further ahead.
    let until = min(last, now.addingTimeInterval(max(past / 2, Self.longestPeriod)))
    // A margin shows what happens at the very end.
    let margin = until.timeIntervalSince(from) * 0.02
    return Window(from: from, until: max(now, until).addingTimeInterval(margin))
  }

  /// Seconds of a paid year, with the days that stores add to it.
  private static let longestPeriod: TimeInterval = 400 * 86_400

  /// Whether a date lies between 1970 and 2099; hostile dates must not distort the chart.
  private static func isDrawable(_ date: Date) -> Bool {
    (0...4_102_444_800).contains(date.timeIntervalSince1970)
  }
}
