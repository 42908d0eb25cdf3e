import CNcurses
package import Dashboard

/// The terminal while the program uses it. It belongs to the thread that opened it (it can neither
/// be copied nor sent), and is restored when this value is destroyed.
package struct TerminalScreen: ~Copyable {
  /// The look of roles; a change shows with the next frame.
  package var theme: Theme {
    didSet {
      guard theme != oldValue else { return }
      styles = StyleTable(theme, palette: palette)
      painted = nil
    }
  }
  /// Whether the terminal reports clicks and the wheel.
  package var takesMouse = false {
    didSet { if takesMouse != oldValue { purser_enable_mouse(takesMouse) } }
  }
  /// Whether the terminal shows Unicode; otherwise only ASCII. Frames are transliterated, but the
  /// dashboard can choose better replacements than single characters.
  package let takesUTF8: Bool
  package private(set) var size: Size

  /// The number of colours in use; 0 for none.
  package var colorCount: Int { Int(purser_colors()) }

  private let palette: Palette
  private var styles: StyleTable
  /// The frame on the screen; nil if the screen's content is unknown.
  private var painted: Frame?
  private var run: [purser_glyph] = []
  /// Whether the terminal supports or ignores link sequences.
  private let showsLinks: Bool

  /// Opens the screen. While it is up and the job is not suspended, standard error is appended to
  /// the file at `log`, or dropped if `log` is nil or cannot be opened.
  package init(
    theme: Theme,
    colors: ColorChoice = .automatic,
    log: String? = nil
  ) throws(TerminalError) {
    switch purser_open(log, colors.cValue) {
    case PURSER_OPENED: break
    case PURSER_NOT_A_TERMINAL: throw .notATerminal
    case PURSER_NOT_A_SCREEN: throw .notAScreen(type: terminalType())
    case PURSER_NO_PIPE: throw .noPipe(code: purser_errno())
    default: throw .unknownType(terminalType() ?? "")
    }
    self.theme = theme
    takesUTF8 = purser_is_utf8()
    palette = colors.limit(Palette(colors: purser_colors()))
    styles = StyleTable(theme, palette: palette)
    size = Size(purser_screen_size())
    let type = terminalType() ?? "dumb"
    showsLinks = !["linux", "vt", "ansi", "dumb", "cons"].contains { type.hasPrefix($0) }
  }

  deinit { purser_close() }

  /// Shows a frame: passes its differences from the last one to curses, and refreshes once. A
  /// larger frame than the screen is clipped, a smaller one is padded with blanks.
  package mutating func paint(_ frame: Frame) {
    guard frame.isWhole else { return }
    let old = painted?.size == frame.size ? painted : nil
    if old == nil { purser_erase() }
    for row in 0..<min(frame.size.rows, size.rows) {
      if let old {
        for columns in frame.changedRuns(in: row, from: old) { draw(frame, row, columns) }
      } else {
        draw(frame, row, 0..<frame.size.columns)
      }
    }
    let links = showsLinks ? frame.newLinks(from: old) : []
    for link in links { blank(link, in: frame) }
    refresh(frame)
    for link in links { show(link, in: frame) }
    painted = frame
  }

  private func refresh(_ frame: Frame) {
    purser_refresh(
      Int32(clamping: frame.cursor.row),
      Int32(clamping: frame.cursor.column),
      frame.showsCursor
    )
  }

  /// Curses does not support links (OSC 8): after the URL, it sends exactly the link's cells, so
  /// that nothing else becomes part of the link.
  private mutating func show(_ link: Frame.Link, in frame: Frame) {
    send("\u{1B}]8;;\(link.address)\u{1B}\\")
    draw(frame, link.row, link.columns)
    refresh(frame)
    send("\u{1B}]8;;\u{1B}\\")
  }

  /// Clears the link's cells in curses' memory, so that curses sends all of them.
  private mutating func blank(_ link: Frame.Link, in frame: Frame) {
    var empty = frame
    empty.clear(link)
    draw(empty, link.row, link.columns)
  }

  private func send(_ text: String) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { purser_send($0.baseAddress, Int32(clamping: $0.count)) }
  }

  /// Sends a text to the terminal's clipboard.
  package func send(_ text: ClipboardText) {
    text.bytes.withUnsafeBufferPointer {
      purser_send($0.baseAddress, Int32(clamping: $0.count))
    }
  }

  /// Makes the next frame be sent whole.
  package mutating func invalidate() {
    purser_invalidate()
    painted = nil
  }

  /// Restores the terminal and stops the job, as Ctrl-Z does in other programs; returns when it is
  /// in the foreground again.
  package mutating func suspend() {
    purser_suspend()
    retaken()
  }

  /// Takes the screen again after the process was stopped and continued from outside.
  mutating func retake() {
    purser_retake()
    retaken()
  }

  /// Adopts the terminal's present size. The screen's content is undefined after a resize, so the
  /// next frame is sent whole.
  mutating func adoptSize() {
    size = Size(purser_adopt_size())
    invalidate()
  }

  private mutating func retaken() {
    size = Size(purser_screen_size())
    painted = nil
  }

  /// Draws part of a row, in one piece for each style.
  private mutating func draw(_ frame: Frame, _ row: Int, _ columns: Range<Int>) {
    let line = row * frame.size.columns
    var start = columns.lowerBound
    var styledPair: StyleTable.StyledPair?
    run.removeAll(keepingCapacity: true)
    for column in columns {
      let cell = frame.cells[line + column]
      let isRightHalf = cell.glyph == 0 && column > columns.lowerBound
      if isRightHalf { continue }
      let next = styles.styledPair(for: cell)
      if let styledPair, styledPair != next {
        flush(styledPair, row, start)
        start = column
      }
      styledPair = next
      let isWide = column + 1 < columns.upperBound && frame.cells[line + column + 1].glyph == 0
      run.append(frame.glyph(of: cell, width: isWide ? 2 : 1, takesUTF8: takesUTF8))
    }
    if let styledPair { flush(styledPair, row, start) }
  }

  private mutating func flush(_ styledPair: StyleTable.StyledPair, _ row: Int, _ column: Int) {
    run.withUnsafeBufferPointer { glyphs in
      purser_draw(
        Int32(clamping: row),
        Int32(clamping: column),
        glyphs.baseAddress,
        Int32(clamping: glyphs.count),
        styledPair.attributes,
        styledPair.pair
      )
    }
    run.removeAll(keepingCapacity: true)
  }
}

/// Repairs a terminal after a killed program: the ordinary screen, the cursor, no reports, and the
/// line discipline of `stty sane`.
package func resetTerminal() throws(TerminalError) {
  guard purser_reset() else { throw .notATerminal }
}

private func terminalType() -> String? {
  guard let type = purser_type() else { return nil }
  let text = String(cString: type)
  return text.isEmpty ? nil : text
}

extension Size {
  init(_ size: purser_size) { self.init(columns: Int(size.columns), rows: Int(size.rows)) }
}
