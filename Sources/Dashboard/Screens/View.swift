import Entitlements

/// Draws the state. Nothing else decides what stands on the screen.
package func view(_ state: State) -> Frame {
  var frame = Frame(size: state.size)
  let layout = state.layout
  guard !layout.isTooSmall else {
    let text: SafeText = "purser needs 40x10; q leaves"
    frame.write(text, .warn, at: 0, 0)
    return frame
  }
  Chrome(state: state, layout: layout).draw(on: &frame)
  if let top = state.helpTop {
    HelpContent(state).draw(from: top, in: layout.body, on: &frame)
  } else {
    drawBody(state, layout, on: &frame)
    if state.showsWaiting, state.isWaitingVisible { frame.recolor(layout.body, .muted) }
    if state.dialog == nil { ChordMenu(state).draw(above: layout.body, on: &frame) }
  }
  if let dialog = state.dialog {
    DialogView(state: state, dialog: dialog).draw(in: layout.body, on: &frame)
  }
  return frame
}

private func drawBody(_ state: State, _ layout: Layout, on frame: inout Frame) {
  switch state.above.last {
  case nil: UsersView(state: state).draw(in: layout.body, on: &frame)
  case .user(let screen): UserView(state: state, screen: screen).draw(in: layout.body, on: &frame)
  case .receipts(let screen):
    ReceiptsView(state: state, listing: screen.listing).draw(in: layout.body, on: &frame)
  case .receipt(let screen):
    ReceiptView(state: state, screen: screen).draw(in: layout.body, on: &frame)
  }
}

extension State {
  /// Whether what is shown is about to be replaced; more rows below are no reason to dim.
  var isWaitingVisible: Bool {
    func replaces<Row>(_ listing: Listing<Row>) -> Bool {
      switch listing.pending?.request.anchor {
      case .after, .before, nil: false
      case .first, .last, .from: true
      }
    }
    return switch above.last {
    case nil: replaces(home.listing)
    case .receipts(let screen): replaces(screen.listing)
    case .user, .receipt: true
    }
  }

  /// What the screen in front has to say instead of its content.
  func placeholder(failure: String?, missing: SafeText?) -> [SafeText]? {
    if let failure { return ["\(failure)", "Press r to ask again."] }
    if let missing { return [missing, "Press Esc to go back."] }
    return nil
  }
}

extension Frame {
  /// A few lines where content would stand: the first says what, the others what to do.
  mutating func write(placeholder lines: [SafeText], in rect: Rect, isError: Bool = false) {
    for (offset, line) in lines.enumerated() where offset + 1 < rect.rows {
      let role: Role = offset > 0 ? .secondary : isError ? .error : .text
      write(line, role, at: rect.column + 2, rect.row + 1 + offset, until: rect.endColumn)
    }
  }
}
