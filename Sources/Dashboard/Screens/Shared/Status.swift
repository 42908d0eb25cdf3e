import Entitlements
import Foundation

/// What the status line says about the screen in front.
struct Status {
  /// From the left.
  private(set) var parts: [(SafeText, Role)] = []
  /// What the rows are ordered by.
  var order: SafeText?
  /// What has come that is not shown yet.
  var news: SafeText?
  /// How many rows the line being typed has left.
  var matches: SafeText = .empty

  mutating func add(_ text: SafeText, _ role: Role) { parts.append((text, role)) }

  /// How much of a text lies below the screen.
  mutating func addScroll(from top: Int, of count: Int, height: Int, _ view: Viewpoint) {
    let rest = count - top - height
    guard rest > 0 else { return }
    add("\(view.glyphs.below) \(SafeText.plural(rest, "more line"))", .secondary)
  }
}

extension State {
  var status: Status {
    if let top = helpTop {
      var status = Status()
      let count = HelpContent(self).lineCount
      status.addScroll(from: top, of: count, height: layout.body.rows, view)
      return status
    }
    var status = front.status(view)
    if let news = status.news {
      let key = keymap.labels(of: .refresh, view.glyphs).first
      status.add(key.map { "\(news) (\($0))" } ?? news, .info)
    }
    let user = front.records.first?.user
    for batch in batches where !batch.isOver && (batch.deed.user ?? user) == user {
      status.add("\(batch.deed.word): \(batch.progress)", .info)
    }
    return status
  }

  /// `loading… 1.2 s`, once it has taken a while.
  var waitingText: SafeText? {
    guard showsWaiting, let since = waiting?.since else { return nil }
    let tenths = Int(min(86_400, max(0, view.now.timeIntervalSince(since))) * 10 + 0.001)
    return "loading\(view.glyphs.ellipsis) \(tenths / 10).\(tenths % 10) s"
  }
}
