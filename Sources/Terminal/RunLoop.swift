import CNcurses
package import Dashboard

/// What reaches a program that owns the terminal.
package enum Input<Note: Sendable>: Sendable {
  case key(Key)
  case mouse(Mouse)
  /// Text only: no controls but line feeds and tabs, 64 KiB at most.
  case pasted(String)
  case resized(Size)
  case note(Note)
  /// SIGTERM or SIGINT, or the guard is dead. The program is to end soon, in its own way.
  case quitRequested
}

extension Input: Equatable where Note: Equatable {}

/// What a program answers its input with.
package struct Turn: Sendable {
  package enum Order: Equatable, Sendable {
    case proceed
    /// Send the frame whole, whatever the screen is believed to show.
    case redraw
    case suspend, quit
  }

  /// nil leaves what is on the screen.
  package var frame: Frame?
  /// When to be called again if nothing happens before; nil for never.
  package var nextTick: ContinuousClock.Instant?
  /// nil leaves the theme.
  package var theme: Theme?
  /// For the terminal's clipboard, behind the frame.
  package var clipboard: ClipboardText?
  /// Whether the mouse is listened to; nil leaves it.
  package var takesMouse: Bool?
  package var order: Order
  /// Whether nothing goes on behind the screen that may wait for a time: then nothing at all has to
  /// wake the process before the next tick.
  package var isAlone: Bool

  package init(
    frame: Frame? = nil,
    nextTick: ContinuousClock.Instant? = nil,
    theme: Theme? = nil,
    clipboard: ClipboardText? = nil,
    takesMouse: Bool? = nil,
    order: Order = .proceed,
    isAlone: Bool = false
  ) {
    self.frame = frame
    self.nextTick = nextTick
    self.theme = theme
    self.clipboard = clipboard
    self.takesMouse = takesMouse
    self.order = order
    self.isAlone = isAlone
  }
}

/// Why `run` came back.
package enum Ending: Equatable, Sendable {
  case ordered
  /// The window was closed or the connection is down: there is nobody to show anything to.
  case terminalGone
}

/// Blocks this thread until `turn` orders to quit or the terminal is gone. Between inputs it
/// sleeps. All input there is by the time it wakes goes into one call of `turn`, which is answered
/// with one frame; the input is empty when the tick fell due. The first call is made at once, with
/// the size. `painted` is called once the frame is sent: what nobody waits for begins then.
@discardableResult
package func run<Note>(
  screen: inout Screen,
  mailbox: Mailbox<Note>,
  turn: ([Input<Note>]) -> Turn,
  painted: () -> Void = {}
) -> Ending {
  var keys = KeyReader(reportTimeout: purser_escape_delay())
  var inputs: [Input<Note>] = [.resized(screen.size)]
  while true {
    let answer = turn(inputs)
    if let theme = answer.theme { screen.theme = theme }
    if let takesMouse = answer.takesMouse { screen.takesMouse = takesMouse }
    if answer.order == .quit { return .ordered }
    if answer.order == .redraw { screen.invalidate() }
    if let frame = answer.frame { screen.paint(frame) }
    if let text = answer.clipboard { screen.send(text) }
    painted()
    if answer.order == .suspend {
      screen.suspend()
      inputs = [.resized(screen.size)]
      continue
    }
    repeat {
      let patience = keys.isUnfinished ? 0 : milliseconds(until: answer.nextTick)
      let wake = sleep(mailbox.wakeEnd, patience, mayRest: answer.isAlone)
      if wake.gone { return .terminalGone }
      inputs = screen.answer(wake)
      if wake.keys || keys.isUnfinished {
        inputs += keys.read(KeyCode.fromCurses).map(Input.init)
      }
      if wake.mail { inputs += mailbox.take().map(Input.note) }
      // What woke us may have been nothing: a report that was swallowed.
    } while inputs.isEmpty && !isDue(answer.nextTick)
  }
}

/// Sleeps until something happens or the patience is over. Where that may take for ever, the process
/// comes to a complete rest after a while: whoever types on does not pay for that.
private func sleep(_ mailbox: Int32, _ patience: Int32, mayRest: Bool) -> purser_wake {
  guard mayRest, patience < 0 else { return purser_wait(mailbox, patience) }
  var wake = purser_wait(mailbox, 300)
  if wake.isAnything { return wake }
  defer { purser_start_timers() }
  purser_stop_timers()
  // One of them may have gone off just then, and have been set again.
  wake = purser_wait(mailbox, 200)
  if wake.isAnything { return wake }
  purser_stop_timers()
  return purser_wait(mailbox, -1)
}

extension purser_wake {
  fileprivate var isAnything: Bool {
    keys || mail || gone || quit || resized || stop || continued
  }
}

extension Input {
  fileprivate init(_ stroke: KeyReader.Stroke) {
    switch stroke {
    case .key(let key): self = .key(key)
    case .mouse(let mouse): self = .mouse(mouse)
    case .pasted(let text): self = .pasted(text)
    }
  }
}

extension Screen {
  /// Does what signals ask for, and tells the program what it must know of it.
  fileprivate mutating func answer<Note>(_ wake: purser_wake) -> [Input<Note>] {
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

private func isDue(_ tick: ContinuousClock.Instant?) -> Bool {
  tick.map { $0 <= .now } ?? false
}

/// For `poll`: rounded up, so that a tick is never a little early and waited for in a spin; −1
/// without a tick.
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
