import Entitlements

/// Draws the state. Nothing else decides what stands on the screen.
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
  if let dialog = state.dialog {
    DialogView(state: state, dialog: dialog).draw(in: layout.body, on: &frame)
  }
  return frame
}

extension Frame {
  /// A few lines where content would stand: the first says what, the others what to do.
  mutating func write(placeholder lines: [SafeText], in rect: Rect, isError: Bool = false) {
    for (offset, line) in lines.enumerated() where offset + 1 < rect.rows {
      let role: Role = offset > 0 ? .secondary : isError ? .error : .text
      write(line, role, at: rect.column + 2, rect.row + 1 + offset, until: rect.endColumn)
    }
  }

  /// What a screen has to say instead of its content; nothing while that is on its way.
  mutating func write(placeholder failure: String?, missing: SafeText?, in rect: Rect) {
    if let failure {
      write(placeholder: ["\(failure)", "Press r to ask again."], in: rect, isError: true)
    } else if let missing {
      write(placeholder: [missing, "Press Esc to go back."], in: rect)
    }
  }
}
