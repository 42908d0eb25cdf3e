import CNcurses
package import Dashboard

/// The terminal, while it is ours. It belongs to the thread that opened it (it can neither be
/// copied nor sent), and is given back as it was when it ceases to be.
package struct Screen: ~Copyable {
  /// What roles look like; a change shows with the next frame.
  package var theme: Theme {
    didSet {
      guard theme != oldValue else { return }
      well = InkWell(theme, palette: palette)
      painted = nil
    }
  }
  /// Whether the terminal is to report clicks and the wheel.
  package var takesMouse = false {
    didSet { if takesMouse != oldValue { purser_listen_to_mouse(takesMouse) } }
  }
  /// What the terminal can show beside ASCII: all of Unicode or nothing. Frames need not care, for
  /// they are transliterated; a dashboard that knows has better ASCII than a twin a character.
  package let takesUTF8: Bool
  package private(set) var size: Size

  /// How many colours it makes use of; 0 for none.
  package var colorCount: Int { Int(purser_colors()) }

  private let palette: Palette
  private var well: InkWell
  /// What is on the screen; nil when nothing of it may be relied on.
  private var painted: Frame?
  private var run: [purser_glyph] = []
  /// Whether the terminal is one that takes addresses for links, or passes over them.
  private let showsLinks: Bool

  /// Takes the terminal over. While the screen is up, and not while the job is suspended, standard
  /// error is appended to the file at `log`, or dropped where that is nil or cannot be opened.
  package init(
    theme: Theme,
    colors: ColorChoice = .automatic,
    log: String? = nil
  ) throws(TerminalError) {
    switch purser_open(log, colors.asked) {
    case PURSER_OPENED: break
    case PURSER_NOT_A_TERMINAL: throw .notATerminal
    case PURSER_NOT_A_SCREEN: throw .notAScreen(type: terminalType())
    case PURSER_NO_PIPE: throw .noPipe(code: purser_errno())
    default: throw .unknownType(terminalType() ?? "")
    }
    self.theme = theme
    takesUTF8 = purser_is_utf8()
    palette = colors.limit(Palette(colors: purser_colors()))
    well = InkWell(theme, palette: palette)
    size = Size(purser_screen_size())
    let type = terminalType() ?? "dumb"
    showsLinks = !["linux", "vt", "ansi", "dumb", "cons"].contains { type.hasPrefix($0) }
  }

  deinit {
    purser_close()
  }

  /// Shows a frame: hands curses what differs from the last one, and sends it with one refresh. A
  /// frame that is larger than the screen is cut off, a smaller one leaves the rest blank.
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

  /// Curses knows nothing of links (OSC 8): it sends what stands there after the address was sent,
  /// and nothing else, so that nothing else becomes part of the link.
  private mutating func show(_ link: Frame.Link, in frame: Frame) {
    send("\u{1B}]8;;\(link.address)\u{1B}\\")
    draw(frame, link.row, link.columns)
    refresh(frame)
    send("\u{1B}]8;;\u{1B}\\")
  }

  /// Has curses believe that nothing stands there, so that it sends all of the link.
  private mutating func blank(_ link: Frame.Link, in frame: Frame) {
    var empty = frame
    empty.clear(link)
    draw(empty, link.row, link.columns)
  }

  private func send(_ text: String) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { purser_send($0.baseAddress, Int32(clamping: $0.count)) }
  }

  /// Asks the terminal to take a text into its clipboard.
  package func send(_ text: ClipboardText) {
    text.bytes.withUnsafeBufferPointer {
      purser_send($0.baseAddress, Int32(clamping: $0.count))
    }
  }

  /// Distrusts the screen: the next frame is sent whole.
  package mutating func invalidate() {
    purser_invalidate()
    painted = nil
  }

  /// Gives the terminal back and stops the job, as Ctrl-Z does in other programs; returns when it
  /// is in the foreground again.
  package mutating func suspend() {
    purser_suspend()
    retaken()
  }

  /// After the process was stopped and continued behind its back.
  mutating func retake() {
    purser_retake()
    retaken()
  }

  /// Takes the size that the terminal has by now. What a terminal shows while it is resized is its
  /// own affair, so the next frame is sent whole.
  mutating func adoptSize() {
    size = Size(purser_adopt_size())
    invalidate()
  }

  private mutating func retaken() {
    size = Size(purser_screen_size())
    painted = nil
  }

  /// Draws part of a row, a piece for each style in it.
  private mutating func draw(_ frame: Frame, _ row: Int, _ columns: Range<Int>) {
    let line = row * frame.size.columns
    var start = columns.lowerBound
    var pot: InkWell.Pot?
    run.removeAll(keepingCapacity: true)
    for column in columns {
      let cell = frame.cells[line + column]
      let isRightHalf = cell.glyph == 0 && column > columns.lowerBound
      if isRightHalf { continue }
      let next = well.pot(for: cell)
      if let pot, pot != next {
        flush(pot, row, start)
        start = column
      }
      pot = next
      let isWide = column + 1 < columns.upperBound && frame.cells[line + column + 1].glyph == 0
      run.append(
        purser_glyph(cell, in: frame, width: isWide ? 2 : 1, takesUTF8: takesUTF8)
      )
    }
    if let pot { flush(pot, row, start) }
  }

  private mutating func flush(_ pot: InkWell.Pot, _ row: Int, _ column: Int) {
    run.withUnsafeBufferPointer { glyphs in
      purser_draw(
        Int32(clamping: row),
        Int32(clamping: column),
        glyphs.baseAddress,
        Int32(clamping: glyphs.count),
        pot.attributes,
        pot.pair
      )
    }
    run.removeAll(keepingCapacity: true)
  }
}

/// Puts a terminal right that a killed program has left in disorder: the ordinary screen, the
/// cursor, no reports, and the line discipline of `stty sane`.
package func resetTerminal() throws(TerminalError) {
  guard purser_reset() else { throw .notATerminal }
}

private func terminalType() -> String? {
  guard let type = purser_type() else { return nil }
  let text = String(cString: type)
  return text.isEmpty ? nil : text
}

extension Size {
  init(_ size: purser_size) {
    self.init(columns: Int(size.columns), rows: Int(size.rows))
  }
}
