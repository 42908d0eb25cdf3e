import Foundation

/// A mouse event, with its position on the screen.
package struct Mouse: Equatable, Sendable {
  package enum Kind: Equatable, Sendable { case press, release, drag, wheelUp, wheelDown }

  package var kind: Kind
  /// From 0.
  package var column, row: Int

  package init(_ kind: Kind, column: Int, row: Int) {
    self.kind = kind
    self.column = column
    self.row = row
  }
}

/// A press that may begin a double click.
struct MousePress: Equatable, Sendable {
  var row: Int
  var at: Date

  /// The maximum seconds between the presses of a double click.
  static let timeout = 0.5

  func isFollowed(on row: Int, at now: Date) -> Bool {
    self.row == row && (0...Self.timeout).contains(now.timeIntervalSince(at))
  }
}

/// A column edge that is being dragged.
struct ColumnDrag: Equatable, Sendable {
  var key: String
  /// The initial width of the column, and where the mouse was pressed.
  var width: Int
  var column: Int
}

extension State {
  mutating func toggleMouse() {
    takesMouse.toggle()
    let message =
      takesMouse
      ? "the mouse is on; Shift and drag selects text (Option on iTerm2)"
      : "the mouse is off"
    toast(.info, message)
  }

  /// The rows to move for each step of the wheel.
  private static let wheelRows = 3

  /// Handles a mouse event according to the drawn frame: a hit region for keys presses them, and in a
  /// list the cursor goes to the row.
  mutating func handle(_ mouse: Mouse) {
    guard takesMouse else { return }
    switch mouse.kind {
    case .release: dragged = nil
    case .drag: drag(to: mouse.column)
    case .wheelUp: turnWheel(.up, mouse)
    case .wheelDown: turnWheel(.down, mouse)
    case .press: press(mouse)
    }
  }

  private mutating func turnWheel(_ key: Key, _ mouse: Mouse) {
    guard field == nil, !isConfirmingQuit else { return }
    let rows = key == .up ? -Self.wheelRows : Self.wheelRows
    let point = Frame.Point(column: mouse.column, row: mouse.row)
    if dialog == nil, palette == nil, helpTop == nil, front.scrollPane(at: point, by: rows, view) {
      return
    }
    for _ in 0..<Self.wheelRows { handle(key) }
  }

  /// The hit region under the mouse. Beside an open popup or dialog, only the hints count.
  private func hitRegion(at mouse: Mouse, of frame: Frame) -> Frame.HitRegion? {
    let isBeside = frame.box.map { !$0.holds(mouse.column, mouse.row) } ?? false
    guard !isBeside || layout.hints?.holds(mouse.column, mouse.row) == true else { return nil }
    return frame.hitRegions.last { $0.rect.holds(mouse.column, mouse.row) }
  }

  private mutating func press(_ mouse: Mouse) {
    let frame = Dashboard.view(self)
    let last = lastPress
    lastPress = MousePress(row: mouse.row, at: view.now)
    dragged = nil
    if let region = hitRegion(at: mouse, of: frame) {
      switch region.target {
      case .press(let keys):
        lastPress = nil
        // A click on a hint does not continue a key sequence.
        if frame.box?.holds(mouse.column, mouse.row) != true { chord = [] }
        for key in keys { handle(key) }
        return
      // The input line covers the titles.
      case .title where field != nil: break
      case .title(let key): return sort(byColumn: key)
      case .edge(let key, let width):
        dragged = ColumnDrag(key: key, width: width, column: mouse.column)
        return
      }
    }
    guard dialog == nil, field == nil, helpTop == nil, !isConfirmingQuit,
      layout.body.holds(mouse.column, mouse.row)
    else { return }
    let area = frame.box ?? layout.body
    // A click beside a popup or dialog closes it.
    guard area.holds(mouse.column, mouse.row) else { return handle(.escape) }
    guard let cursor = frame.selection(inColumn: mouse.column, of: area) else { return }
    if cursor.holds(mouse.column, mouse.row) {
      guard last?.isFollowed(on: mouse.row, at: view.now) == true else { return }
      lastPress = nil
      return handle(.enter)
    }
    guard frame.isRecord(mouse.row, cursor) else { return }
    let (distance, rest) = (mouse.row - cursor.row).quotientAndRemainder(dividingBy: cursor.rows)
    // Both lines of a two-line record count.
    let steps = rest < 0 ? distance - 1 : distance
    for _ in 0..<abs(steps) { handle(steps < 0 ? .up : .down) }
  }
}

extension State {
  private mutating func sort(byColumn key: String) {
    inFront { part, context in
      guard var table = part as? TableScreen else { return }
      table.sort(byColumn: key, &context)
      part = table
    }
  }

  private mutating func drag(to column: Int) {
    guard let dragged, let table = front as? TableScreen else { return }
    var layout = table.layout(view)
    layout.resize(dragged.key, to: dragged.width + column - dragged.column)
    view.columns[table.list] = layout
  }
}

extension Rect {
  func holds(_ column: Int, _ row: Int) -> Bool {
    (self.column..<max(self.column, endColumn)).contains(column)
      && (self.row..<max(self.row, endRow)).contains(row)
  }
}

extension Frame {
  /// The area of the row under the cursor, in the part of the screen that contains the column.
  fileprivate func selection(inColumn column: Int, of body: Rect) -> Rect? {
    guard (0..<size.columns).contains(column) else { return nil }
    func isSelected(_ column: Int, _ row: Int) -> Bool {
      cells[row * size.columns + column].isSelected
    }
    let rows = (max(0, body.row)..<min(body.endRow, size.rows)).filter { isSelected(column, $0) }
    // The current tab above the rows is selected, too.
    guard let last = rows.last else { return nil }
    let first = rows.reversed().reduce(last) { $0 == $1 || $0 - 1 == $1 ? $1 : $0 }
    var start = column
    var end = column + 1
    while start > 0, isSelected(start - 1, first) { start -= 1 }
    while end < size.columns, isSelected(end, first) { end += 1 }
    return Rect(column: start, row: first, columns: end - start, rows: last - first + 1)
  }

  /// Whether the row is neither empty nor a title.
  fileprivate func isRecord(_ row: Int, _ cursor: Rect) -> Bool {
    let line = row * size.columns
    let first = cells[line + cursor.column..<line + cursor.endColumn].first { $0.glyph != 0x20 }
    return first.map { $0.role != .columnTitle } ?? false
  }
}
