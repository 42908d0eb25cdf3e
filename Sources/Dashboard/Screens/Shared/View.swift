import Entitlements
import Foundation

/// Draws the state. The frame depends on nothing else.
package func view(_ state: State) -> Frame {
  let layout = state.layout
  var frame = Frame(size: layout.size)
  guard !layout.isTooSmall else {
    let text: SafeText = "purser needs 40x10; q leaves"
    frame.write(text, .warn, at: 0, 0)
    return frame
  }
  let chrome = Chrome(state: state, layout: layout)
  chrome.draw(on: &frame)
  if let top = state.helpTop {
    HelpContent(state).draw(from: top, in: layout.body, on: &frame)
  } else {
    state.front.draw(in: layout.body, state.view, on: &frame)
    chrome.drawFieldInBody(on: &frame)
    if state.showsWaiting, state.waiting?.replaces == true { frame.recolor(layout.body, .muted) }
    if state.dialog == nil { ChordMenu(state).draw(above: layout.body, on: &frame) }
  }
  if let palette = state.palette {
    CommandPaletteView(state: state, palette: palette).draw(in: layout.body, on: &frame)
  }
  if let dialog = state.dialog {
    DialogView(state: state, dialog: dialog).draw(in: layout.body, on: &frame)
  }
  return frame
}

extension Frame {
  /// Writes texts in place of content: a message, then what to do.
  mutating func write(placeholder texts: [SafeText], in rect: Rect, isError: Bool = false) {
    var lines: [StyledLine] = []
    for (index, text) in texts.enumerated() {
      let role: Role = index > 0 ? .secondary : isError ? .error : .text
      // All lines are shown; nothing is cut, so any glyph set will do.
      lines += text.wrapped(to: rect.columns - 3, limit: max(1, rect.rows), .ascii)
        .map { StyledLine($0, role) }
    }
    var inner = rect.insetColumns(2, 1)
    _ = inner.takeTop(1)
    draw(lines, in: inner)
  }

  /// Writes a failure, or that the content is missing; nothing while it is loading.
  mutating func write(placeholder failure: String?, missing: SafeText?, in rect: Rect) {
    if let failure {
      write(placeholder: ["\(failure)", "Press r to try again."], in: rect, isError: true)
    } else if let missing {
      write(placeholder: [missing, "Press Esc to go back."], in: rect)
    }
  }
}

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
    var status = Status()
    if let notice = proposalNotice { status.add(notice, .accent) }
    front.describe(view, in: &status)
    if let message = status.message {
      let key = keymap.labels(of: .refresh, view.glyphs).first
      status.add(key.map { "\(message) (\($0))" } ?? message, .info)
    }
    let user = front.records.first?.user
    describeCase(of: front.openCase ?? user, in: &status)
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
