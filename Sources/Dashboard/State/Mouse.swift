import Foundation

/// What the mouse did, where on the screen.
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

/// A press that may be the first of two.
struct MousePress: Equatable, Sendable {
  var row: Int
  var at: Date

  /// In seconds; terminals have about the same.
  static let patience = 0.5

  func isFollowed(on row: Int, at now: Date) -> Bool {
    self.row == row && (0...Self.patience).contains(now.timeIntervalSince(at))
  }
}

extension State {
  mutating func toggleMouse() {
    takesMouse.toggle()
    let words =
      takesMouse
      ? "the mouse counts; Shift and drag selects text (Option on iTerm2)"
      : "the mouse is left alone"
    toast(.info, words)
  }

  /// Rows that the wheel moves at a time.
  private static let wheelRows = 3

  /// What was drawn says what is under the mouse: what stands for keys presses them, and in a list
  /// the cursor goes to the row.
  mutating func handle(_ mouse: Mouse) -> [Effect] {
    guard takesMouse else { return [] }
    switch mouse.kind {
    case .release, .drag: return []
    case .wheelUp: return turnWheel(.up)
    case .wheelDown: return turnWheel(.down)
    case .press: return press(mouse)
    }
  }

  private mutating func turnWheel(_ key: Key) -> [Effect] {
    guard field == nil, !isAskingToQuit else { return [] }
    var effects: [Effect] = []
    for _ in 0..<Self.wheelRows { effects += handle(key) }
    return effects
  }

  private mutating func press(_ mouse: Mouse) -> [Effect] {
    let frame = Dashboard.view(self)
    let last = lastPress
    lastPress = MousePress(row: mouse.row, at: view.now)
    if let zone = frame.zones.last(where: { $0.rect.holds(mouse.column, mouse.row) }) {
      lastPress = nil
      var effects: [Effect] = []
      for key in zone.keys { effects += handle(key) }
      return effects
    }
    guard dialog == nil, field == nil, helpTop == nil, !isAskingToQuit,
      layout.body.holds(mouse.column, mouse.row),
      let cursor = frame.selection(inColumn: mouse.column, of: layout.body)
    else { return [] }
    if cursor.holds(mouse.column, mouse.row) {
      guard last?.isFollowed(on: mouse.row, at: view.now) == true else { return [] }
      lastPress = nil
      return handle(.enter)
    }
    guard frame.isRecord(mouse.row, cursor) else { return [] }
    let (distance, rest) = (mouse.row - cursor.row).quotientAndRemainder(dividingBy: cursor.rows)
    // Of a record of two lines both count.
    let steps = rest < 0 ? distance - 1 : distance
    var effects: [Effect] = []
    for _ in 0..<abs(steps) { effects += handle(steps < 0 ? .up : .down) }
    return effects
  }
}

extension Rect {
  func holds(_ column: Int, _ row: Int) -> Bool {
    (self.column..<max(self.column, endColumn)).contains(column)
      && (self.row..<max(self.row, endRow)).contains(row)
  }
}

extension Frame {
  /// Where the row under the cursor stands, in the part of the screen that holds the column.
  fileprivate func selection(inColumn column: Int, of body: Rect) -> Rect? {
    guard (0..<size.columns).contains(column) else { return nil }
    func isSelected(_ column: Int, _ row: Int) -> Bool {
      cells[row * size.columns + column].isSelected
    }
    let rows = (max(0, body.row)..<min(body.endRow, size.rows)).filter { isSelected(column, $0) }
    // A tab in front is selected as well, above the rows.
    guard let last = rows.last else { return nil }
    let first = rows.reversed().reduce(last) { $0 == $1 || $0 - 1 == $1 ? $1 : $0 }
    var start = column
    var end = column + 1
    while start > 0, isSelected(start - 1, first) { start -= 1 }
    while end < size.columns, isSelected(end, first) { end += 1 }
    return Rect(column: start, row: first, columns: end - start, rows: last - first + 1)
  }

  /// Whether something stands there that is no title.
  fileprivate func isRecord(_ row: Int, _ cursor: Rect) -> Bool {
    let line = row * size.columns
    let first = cells[line + cursor.column..<line + cursor.endColumn].first { $0.glyph != 0x20 }
    return first.map { $0.role != .columnTitle } ?? false
  }
}
