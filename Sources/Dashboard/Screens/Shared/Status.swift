import Entitlements
import Foundation

/// The content of the status line for the screen in front.
struct Status {
  /// The texts from the left.
  private(set) var parts: [(SafeText, Role)] = []
  /// The sort order of the rows.
  var order: SafeText?
  /// A message about new rows that are not shown yet.
  var message: SafeText?
  /// The number of rows that match the input line.
  var matches: SafeText = .empty

  mutating func add(_ text: SafeText, _ role: Role) { parts.append((text, role)) }

  /// Adds the number of lines below the screen.
  mutating func addScroll(from top: Int, of count: Int, height: Int, _ view: ViewContext) {
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
    if let message = status.message {
      let key = keymap.labels(of: .refresh, view.glyphs).first
      status.add(key.map { "\(message) (\($0))" } ?? message, .info)
    }
    let user = front.records.first?.user
    for batch in batches where !batch.isOver && (batch.actionRequest.user ?? user) == user {
      status.add("\(batch.actionRequest.word): \(batch.progress)", .info)
    }
    return status
  }

  /// `loading… 1.2 s`, after a delay.
  var waitingText: SafeText? {
    guard showsWaiting, let since = waiting?.since else { return nil }
    let tenths = Int(min(86_400, max(0, view.now.timeIntervalSince(since))) * 10 + 0.001)
    return "loading\(view.glyphs.ellipsis) \(tenths / 10).\(tenths % 10) s"
  }
}
