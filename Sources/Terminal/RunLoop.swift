import CNcurses
package import Dashboard

/// An event for a program that owns the terminal.
package enum Input<Note: Sendable>: Sendable {
  case key(Key)
  case mouse(Mouse)
  /// Text only: no controls except line feeds and tabs, at most 64 KiB.
  case pasted(String)
  case resized(Size)
  case note(Note)
  /// SIGTERM or SIGINT, or the guard process died. The program should quit soon.
  case quitRequested
}

extension Input: Equatable where Note: Equatable {}

/// A program's reply to its input.
package struct LoopUpdate: Sendable {
  package enum Order: Equatable, Sendable {
    case proceed
    /// Send the whole frame, regardless of the screen's present content.
    case redraw
    case suspend, quit
  }

  /// nil keeps the present frame.
  package var frame: Frame?
  /// When to call again if nothing happens before; nil for never.
  package var nextTick: ContinuousClock.Instant?
  /// nil keeps the present theme.
  package var theme: Theme?
  /// Text for the terminal's clipboard, sent after the frame.
  package var clipboard: ClipboardText?
  /// Whether to enable mouse reports; nil keeps the present mode.
  package var takesMouse: Bool?
  package var order = Order.proceed
  /// Whether no background work depends on timers: then nothing has to wake the process before the
  /// next tick.
  package var isAlone = false

  package init() {}
}

/// Why `run` returned.
package enum ExitReason: Equatable, Sendable {
  case ordered
  /// The window was closed or the connection was lost.
  case terminalGone
}

/// Blocks this thread until `turn` orders to quit or the terminal is gone. Sleeps between inputs.
/// Passes all input available on waking to one call of `turn`, whose reply contains one frame; on a
/// due tick the input is empty. The first call follows at once, with the size. Calls `painted`
/// after sending the frame, for work that should not delay it.
@discardableResult
package func run<Note>(
  screen: inout TerminalScreen,
  mailbox: Mailbox<Note>,
  turn: ([Input<Note>]) -> LoopUpdate,
  painted: () -> Void = {}
) -> ExitReason {
  var keys = KeyReader(reportTimeout: purser_escape_delay())
  var inputs: [Input<Note>] = [.resized(screen.size)]
  while true {
    let reply = turn(inputs)
    if let theme = reply.theme { screen.theme = theme }
    if let takesMouse = reply.takesMouse { screen.takesMouse = takesMouse }
    if reply.order == .quit { return .ordered }
    if reply.order == .redraw { screen.invalidate() }
    if let frame = reply.frame { screen.paint(frame) }
    if let text = reply.clipboard { screen.send(text) }
    painted()
    // After each frame, not before a long sleep: while a ledger is written to, there is none.
    purser_trim_heap()
    if reply.order == .suspend {
      screen.suspend()
      inputs = [.resized(screen.size)]
      continue
    }
    repeat {
      let timeout = keys.isUnfinished ? 0 : milliseconds(until: reply.nextTick)
      let wake = sleep(mailbox.wakeEnd, timeout, allowsDeepIdle: reply.isAlone)
      if wake.gone { return .terminalGone }
      inputs = screen.handle(wake)
      if wake.keys || keys.isUnfinished { inputs += keys.read(KeyCode.fromCurses).map(Input.init) }
      if wake.mail { inputs += mailbox.take().map(Input.note) }
      // The wake-up may have had no effect, for example a skipped report.
    } while inputs.isEmpty && !isDue(reply.nextTick)
  }
}

/// Sleeps until something happens or the timeout. Before an unlimited sleep, the process goes into
/// deep idle after a short delay, so that continuous typing is not slowed down.
private func sleep(_ mailbox: Int32, _ timeout: Int32, allowsDeepIdle: Bool) -> purser_wake {
  guard allowsDeepIdle, timeout < 0 else { return purser_wait(mailbox, timeout) }
  var wake = purser_wait(mailbox, 300)
  if wake.isAnything { return wake }
  defer { purser_start_timers() }
  purser_stop_timers()
  // A timer may have fired just then and have been set again.
  wake = purser_wait(mailbox, 200)
  if wake.isAnything { return wake }
  purser_stop_timers()
  return purser_wait(mailbox, -1)
}

extension purser_wake {
  fileprivate var isAnything: Bool { keys || mail || gone || quit || resized || stop || continued }
}

extension Input {
  fileprivate init(_ stroke: KeyReader.InputEvent) {
    switch stroke {
    case .key(let key): self = .key(key)
    case .mouse(let mouse): self = .mouse(mouse)
    case .pasted(let text): self = .pasted(text)
    }
  }
}

extension TerminalScreen {
  /// Handles signals, and returns the inputs for the program.
  fileprivate mutating func handle<Note>(_ wake: purser_wake) -> [Input<Note>] {
    let before = size
    if wake.stop { suspend() }
    if wake.continued { retake() }
    if wake.resized { adoptSize() }
    var inputs: [Input<Note>] = []
    if wake.stop || wake.continued || wake.resized || size != before {
      inputs.append(.resized(size))
    }
    if wake.quit { inputs.append(.quitRequested) }
    return inputs
  }
}

private func isDue(_ tick: ContinuousClock.Instant?) -> Bool { tick.map { $0 <= .now } ?? false }

/// The timeout for `poll`, rounded up, so that a tick is never early and waited for in a busy loop;
/// −1 without a tick.
func milliseconds(
  until tick: ContinuousClock.Instant?,
  now: ContinuousClock.Instant = .now
) -> Int32 {
  guard let tick else { return -1 }
  let left = now.duration(to: tick)
  guard left > .zero else { return 0 }
  let (seconds, attoseconds) = left.components
  guard seconds < 86_400 else { return 86_400_000 }
  return Int32(seconds) * 1000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
}
