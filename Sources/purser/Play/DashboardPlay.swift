import ArgumentParser
import Dashboard
import Foundation
import Persistence
import Terminal

extension DashboardSession {
  /// Plays a script on the ledger, and writes the last screen. Fails (1) where a text that is
  /// waited for does not come.
  func play(
    _ script: PlayScript,
    behind: BehindWork? = nil
  ) throws {
    let mailbox = try Mailbox<Event>()
    var background = BackgroundWork(mailbox)
    // Not how large the ledger is: signatures have many lengths, and a script is to end alike.
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
    Narration.say("\(missing) did not come upon the screen in \(DashboardPlayer.patience) s.")
    throw ExitCode(1)
  }

  private func write(_ text: String, _ script: PlayScript) throws {
    guard script.output != "-" else {
      return try StandardStream.print(String(text.dropLast()))
    }
    // Whoever takes pictures takes them again. They may show customers.
    try OutputFile.replace(script.output, by: Array(text.utf8))
  }
}

/// A dashboard whose keys come one after the other, each when all that the one before asked for is
/// answered.
struct DashboardPlayer {
  /// In seconds, for a text to come.
  static let patience = 60

  private var state: State
  private var runner: EffectRunner
  private let mailbox: Mailbox<Event>
  /// What is asked and not answered.
  private var open: Set<Int> = []
  private(set) var isOver = false

  init(state: State, runner: EffectRunner, mailbox: Mailbox<Event>) {
    self.state = state
    self.runner = runner
    self.mailbox = mailbox
  }

  var frame: Frame { view(state) }

  /// What waits for all that was begun and changes something.
  mutating func finish() -> @Sendable () async -> Void { runner.finish() }

  mutating func begin(_ line: String?) {
    perform(start(&state, opening: line))
    settle()
  }

  /// `false` where a text that is waited for does not come.
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
    settle()
  }

  private mutating func perform(_ effects: [Effect]) {
    for effect in effects {
      if case .ask(_, _, let older?) = effect { open.remove(older) }
      if let request = effect.request { open.insert(request) }
      if effect == .quit { isOver = true }
      _ = runner.perform(effect)
    }
  }

  private mutating func take(_ events: [Event]) {
    for event in events {
      if let request = event.request {
        open.remove(request)
        runner.forget(request)
      }
      perform(update(&state, event))
    }
  }

  /// Until nothing is asked any more.
  private mutating func settle() {
    while !open.isEmpty { take(mailbox.wait()) }
    take(mailbox.take())
    if !open.isEmpty { settle() }
  }

  private mutating func wait(for text: String) -> Bool {
    let now = state.view.now
    let deadline = ContinuousClock.now + .seconds(Self.patience)
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
