import ArgumentParser
import Dashboard
import Foundation
import Persistence
import Terminal

extension DashboardSession {
  /// Plays a script on the ledger and writes the last screen. Fails with status 1 if an expected
  /// text does not appear.
  func play(_ script: PlayScript, behind: BackgroundProgress? = nil) throws {
    let mailbox = try Mailbox<Event>()
    var background = BackgroundWork(mailbox)
    // Omits the ledger's size, which is not reproducible since the length of signatures varies.
    background.begin { [ledger] in
      for await _ in ledger.changes() { mailbox.post(.ledgerChanged(bytes: nil)) }
    }
    if let behind { background.begin { try await behind(mailbox) } }
    let theme = try themes.load(look.theme)
    let now = script.now
    var runner = EffectRunner(
      LedgerQueryHandler(session: self, colors: nil) { now },
      mailbox
    )
    let writeMode = beginsWriting ? try runner.beginWriting() : .readOnly
    var state = firstState(
      script.size,
      takesUTF8: true,
      theme,
      writeMode,
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
    Console.print("\(missing) did not appear within \(DashboardPlayer.timeout) s.")
    throw ExitCode(1)
  }

  private func write(_ text: String, _ script: PlayScript) throws {
    guard script.output != "-" else { return try StandardStream.print(String(text.dropLast())) }
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
  private var pending: Set<Int> = []
  private(set) var isOver = false

  init(state: State, runner: EffectRunner, mailbox: Mailbox<Event>) {
    (self.state, self.runner, self.mailbox) = (state, runner, mailbox)
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
      if case .query(_, _, let older?) = effect { pending.remove(older) }
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

/// The options that run the dashboard without a terminal, with keys from a file.
struct PlayOptions: ParsableArguments {
  @Option(help: .value("file", "Play the keys in this file without a terminal.")) var play: String?
  @Option(help: .value("WxH", "With --play: the screen size.")) var size = "80x24"
  @Option(
    help: .value("file", "With --play: the file for the last screen, or - for standard output.")
  )
  var snapshot = "-"
  @Flag(help: "With --play: also write the role of each cell as a letter.") var roles = false
  @Option(help: .value("time", "With --play: the constant current time.")) var at: String?

  /// The script to play; `nil` for a terminal session.
  func script() throws -> PlayScript? {
    guard let play else { return nil }
    guard let size = Size(text: size), (1...1000).contains(size.columns),
      (1...1000).contains(size.rows)
    else { throw ValidationError("--size takes columns and rows: 100x30.") }
    let text = try TextFile.text(of: play)
    return PlayScript(
      steps: try PlayStep.steps(of: text, play),
      size: size,
      output: snapshot,
      showsRoles: roles,
      now: try InstantOptions.instant(at) ?? Date()
    )
  }
}

/// A script with its screen and output.
struct PlayScript {
  var steps: [PlayStep]
  var size: Size
  var output: String
  var showsRoles: Bool
  /// The constant current time.
  var now: Date
}

/// One line of a script.
enum PlayStep: Equatable {
  case keys([Key])
  case paste(String)
  case resize(Size)
  /// Waits until the text is on the screen.
  case wait(String)

  /// Parses lines of `wait:TEXT`, `paste:TEXT` with `\n` for line breaks, `resize:WxH`,
  /// `text:TEXT`, key names separated by spaces, or text to type. Skips empty lines and comments,
  /// which begin with a number sign and a space.
  static func steps(of text: String, _ path: String) throws -> [PlayStep] {
    try text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .compactMap { index, line in
        guard !line.allSatisfy(\.isWhitespace), !line.hasPrefix("# ") else { return nil }
        return try step(String(line)) {
          ValidationError("\(path):\(index + 1): resize takes columns and rows: resize:100x30.")
        }
      }
  }

  private static func step(_ line: String, _ fault: () -> ValidationError) throws -> PlayStep {
    if let text = rest(of: line, after: "wait:") { return .wait(text) }
    if let text = rest(of: line, after: "paste:") {
      return .paste(text.replacing("\\n", with: "\n"))
    }
    if let text = rest(of: line, after: "text:") { return .keys(text.map(Key.character)) }
    if let text = rest(of: line, after: "resize:") {
      guard let size = Size(text: text) else { throw fault() }
      return .resize(size)
    }
    let names = line.split(separator: " ").map(String.init)
    let keys = names.compactMap(Key.init(name:))
    // Single characters separated by spaces are keys; a word is text.
    if keys.count == names.count { return .keys(keys) }
    return .keys(line.map(Key.character))
  }

  private static func rest(of line: String, after prefix: String) -> String? {
    line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
  }
}

extension Size {
  /// Parses `100x30`.
  fileprivate init?(text: String) {
    let parts = text.split(separator: "x").map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1] else { return nil }
    self.init(columns: columns, rows: rows)
  }
}
