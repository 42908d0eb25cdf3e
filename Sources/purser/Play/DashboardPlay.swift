import ArgumentParser
import Dashboard
import Foundation
import Persistence
import Terminal

extension DashboardSession {
  /// Plays a script on the ledger and writes the last screen. Fails with status 1 if an expected
  /// text does not appear.
  func play(
    _ script: PlayScript,
    behind: BackgroundProgress? = nil
  ) throws {
    let mailbox = try Mailbox<Event>()
    var background = BackgroundWork(mailbox)
    // Omits the ledger's size, which is not reproducible since the length of signatures varies.
    background.begin { [ledger] in
      for await _ in ledger.changes() { mailbox.post(.ledgerChanged(bytes: nil)) }
    }
    if let behind { background.begin { try await behind(mailbox) } }
    let theme = try themes.load(look.theme)
    let now = script.now
    var runner = runner(mailbox, colors: nil) { now }
    let acting = beginsWriting ? try runner.beginWriting() : .readOnly
    var state = firstState(
      script.size,
      takesUTF8: true,
      theme,
      acting,
      at: now,
      showsBytes: false
    )
    state.themeNames = themes.names()
    var player = DashboardPlayer(state: state, runner: runner, mailbox: mailbox)
    player.begin(opening)
    var missing: String?
    for step in script.steps where missing == nil && !player.isOver {
      if !player.play(step), case .wait(let text) = step { missing = text }
    }
    let frame = player.frame
    let finish = player.finish()
    try Blocking.wait { [background] in
      await finish()
      await background.end()
    }
    try write(script.showsRoles ? FrameText.planes(of: frame) : FrameText.text(of: frame), script)
    guard let missing else { return }
    Console.say("\(missing) did not appear within \(DashboardPlayer.timeout) s.")
    throw ExitCode(1)
  }

  private func write(_ text: String, _ script: PlayScript) throws {
    guard script.output != "-" else {
      return try StandardStream.print(String(text.dropLast()))
    }
    // Replaces an existing file. Private, since the screen may show customers.
    try OutputFile.replace(script.output, by: Array(text.utf8))
  }
}

/// Plays keys on a dashboard. Sends each key after all queries of the previous one are answered.
struct DashboardPlayer {
  /// The time to wait for a text, in seconds.
  static let timeout = 60

  private var state: State
  private var runner: EffectRunner
  private let mailbox: Mailbox<Event>
  /// The pending requests.
  private var pending: Set<Int> = []
  private(set) var isOver = false

  init(state: State, runner: EffectRunner, mailbox: Mailbox<Event>) {
    self.state = state
    self.runner = runner
    self.mailbox = mailbox
  }

  var frame: Frame { view(state) }

  /// Returns a closure that waits for all changes.
  mutating func finish() -> @Sendable () async -> Void { runner.finish() }

  mutating func begin(_ line: String?) {
    perform(start(&state, opening: line))
    finishPending()
  }

  /// `false` if an expected text does not appear.
  mutating func play(_ step: PlayStep) -> Bool {
    switch step {
    case .keys(let keys): for key in keys { send(.key(key)) }
    case .paste(let text): send(.pasted(text))
    case .resize(let size): send(.resized(size))
    case .wait(let text): return wait(for: text)
    }
    return true
  }

  private mutating func send(_ event: Event) {
    perform(update(&state, event))
    finishPending()
  }

  private mutating func perform(_ effects: [Effect]) {
    for effect in effects {
      if case .ask(_, _, let older?) = effect { pending.remove(older) }
      if let request = effect.request { pending.insert(request) }
      if effect == .quit { isOver = true }
      _ = runner.perform(effect)
    }
  }

  private mutating func take(_ events: [Event]) {
    for event in events {
      if let request = event.request {
        pending.remove(request)
        runner.forget(request)
      }
      perform(update(&state, event))
    }
  }

  /// Handles events until no request is pending.
  private mutating func finishPending() {
    while !pending.isEmpty { take(mailbox.wait()) }
    take(mailbox.take())
    if !pending.isEmpty { finishPending() }
  }

  private mutating func wait(for text: String) -> Bool {
    let now = state.view.now
    let deadline = ContinuousClock.now + .seconds(Self.timeout)
    let alarm = Task.detached { [mailbox] in
      try await Task.sleep(until: deadline)
      mailbox.post(.ticked(now))
    }
    defer { alarm.cancel() }
    while !FrameText.text(of: frame).contains(text) {
      guard ContinuousClock.now < deadline else { return false }
      take(mailbox.wait())
    }
    return true
  }
}
