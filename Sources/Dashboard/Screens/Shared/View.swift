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
  if let palette = state.palette {
    CommandPaletteView(state: state, palette: palette).draw(in: layout.body, on: &frame)
  }
  if let dialog = state.dialog {
    DialogView(state: state, dialog: dialog).draw(in: layout.body, on: &frame)
  }
  return frame
}

extension Frame {
  /// A few texts where content would stand: the first says what, the others what to do.
  mutating func write(placeholder texts: [SafeText], in rect: Rect, isError: Bool = false) {
    var lines: [StyledLine] = []
    for (place, text) in texts.enumerated() {
      let role: Role = place > 0 ? .secondary : isError ? .error : .text
      // What to do must not be cut off; the sign for that would do in every set of glyphs.
      lines += text.wrapped(to: rect.columns - 3, limit: max(1, rect.rows), .ascii)
        .map { StyledLine($0, role) }
    }
    var inner = rect.insetColumns(2, 1)
    _ = inner.takeTop(1)
    draw(lines, in: inner)
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
