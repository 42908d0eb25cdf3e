import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// One sitting at the dashboard: from the first frame to the terminal given back.
struct DashboardSession {
  let ledger: Ledger
  let service: EntitlementService
  /// Who acts, for the queue and the audit log.
  let actor: String
  /// What the header calls the ledger, and its file.
  let name: String
  let path: String
  let isDemo: Bool
  let acting: Acting
  let themes: ThemeFiles
  let look: Look
  /// The screen to begin with, as the command line names it.
  var opening: String?

  /// Blocks the main thread, which is the terminal's, until the operator quits. The work `behind`
  /// goes on behind the running dashboard and has ended when this returns.
  func run(behind: (@Sendable () async throws -> Void)? = nil) throws {
    let mailbox = try Mailbox<Event>()
    var background = BackgroundWork(mailbox)
    let runner = try show(mailbox) {
      background.begin { await watch(mailbox) }
      if let behind { background.begin(behind) }
    }
    // The terminal has been given back by now.
    try Blocking.wait { [background] in
      await runner.finish()
      await background.end()
    }
  }

  /// `begin` is called once the terminal is ours.
  private func show(
    _ mailbox: Mailbox<Event>,
    _ begin: () -> Void
  ) throws -> EffectRunner {
    let firstTheme = try themes.load(look.theme)
    Paths.makePrivateFolder(Paths.state)
    var screen = try Self.screen(firstTheme, look.colors)
    var state = firstState(screen.size, takesUTF8: screen.takesUTF8, firstTheme, at: Date())
    var runner = runner(mailbox, colors: screen.colorCount)
    ThemeWatch.start(themes.folders) { mailbox.post(.themesChanged) }
    begin()

    var pending = start(&state, opening: opening)
    Terminal.run(screen: &screen, mailbox: mailbox) { inputs in
      var effects = pending
      pending = []
      effects += update(&state, .ticked(Date()))
      for input in inputs {
        if case .note(.answered(let request, _)) = input { runner.forget(request) }
        effects += Self.fold(input, into: &state)
      }
      var order = Turn.Order.proceed
      for effect in effects where !runner.perform(effect) {
        order = Self.stronger(order, Self.order(effect))
      }
      return Turn(
        frame: view(state),
        nextTick: Self.instant(nextTick(state), from: state.view.now),
        theme: state.theme,
        takesMouse: state.takesMouse,
        order: order
      )
    }
    return runner
  }

  /// A terminal that cannot be drawn on is a matter of usage: the command line twin is named.
  private static func screen(_ theme: Theme, _ colors: ColorChoice) throws -> Screen {
    do {
      return try Screen(theme: theme, colors: colors, log: Paths.log)
    } catch {
      Narration.say(error.description)
      throw ExitCode(64)
    }
  }

  /// `showsBytes` is for whom the ledger's size is no accident.
  func firstState(
    _ size: Size,
    takesUTF8: Bool,
    _ theme: Theme,
    at now: Date,
    showsBytes: Bool = true
  ) -> State {
    var state = State(
      view: Viewpoint(
        size: size,
        now: now,
        utcOffset: TimeZone.current.secondsFromGMT(for: now),
        glyphs: look.glyphs(takesUTF8: takesUTF8)
      ),
      ledgerName: name,
      ledgerBytes: showsBytes ? Self.size(of: path) : nil,
      acting: acting,
      isDemo: isDemo,
      queues: queues,
      theme: theme,
      takesMouse: look.takesMouse,
      themeNames: themes.names()
    )
    do {
      state.keymap = try KeyFile(path: Paths.keys).keymap()
    } catch {
      // With the keys that everybody knows it can be mended.
      _ = update(&state, .noticed(Notice(severity: .error, text: error.description)))
    }
    return state
  }

  /// What does what the dashboard asks for. `colors` are how many the screen makes use of.
  func runner(
    _ mailbox: Mailbox<Event>,
    colors: Int?,
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> EffectRunner {
    EffectRunner(
      ledger: ledger,
      service: service,
      actor: actor,
      themes: themes,
      about: MetaAnswers(ledger: ledger, themes: themes, look: look, colors: colors, now: now),
      mailbox: mailbox
    )
  }

  /// The queues of the command line. A file that cannot be read is told of there.
  private var queues: [SavedQueue] {
    let saved = try? QueueFile(path: Paths.queues).all
    return (saved ?? Queue.builtIn).compactMap { queue in
      ListKind(rawValue: queue.list.rawValue).map {
        SavedQueue(name: queue.name, list: $0, query: queue.query)
      }
    }
  }

  /// The ledger's bytes, with those that are not yet moved from its write-ahead log.
  private static func size(of path: String) -> Int? {
    func bytes(_ path: String) -> Int? {
      (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    }
    return bytes(path).map { $0 + (bytes(path + "-wal") ?? 0) }
  }

  /// Tells the dashboard of every commit, our own and other processes'.
  private func watch(_ mailbox: Mailbox<Event>) async {
    for await _ in ledger.changes() {
      mailbox.post(.ledgerChanged(bytes: Self.size(of: path)))
    }
  }

  private static func fold(_ input: Input<Event>, into state: inout State) -> [Effect] {
    switch input {
    case .key(let key): update(&state, .key(key))
    case .mouse(let mouse): update(&state, .mouse(mouse))
    case .pasted(let text): update(&state, .pasted(text))
    case .resized(let size): update(&state, .resized(size))
    case .note(let event): update(&state, event)
    case .quitRequested: [.quit]
    }
  }

  private static func order(_ effect: Effect) -> Turn.Order {
    switch effect {
    case .redraw: .redraw
    case .suspend: .suspend
    case .quit: .quit
    default: .proceed
    }
  }

  /// Of several orders in one wake the one that leaves furthest counts: nothing undoes a quit.
  private static func stronger(_ left: Turn.Order, _ right: Turn.Order) -> Turn.Order {
    let ranks: [Turn.Order] = [.quit, .suspend, .redraw, .proceed]
    return ranks.first { $0 == left || $0 == right } ?? .proceed
  }

  /// The state tells the time of day; the loop waits on a clock that nobody can set.
  private static func instant(_ date: Date?, from now: Date) -> ContinuousClock.Instant? {
    date.map { .now + .seconds(max(0, $0.timeIntervalSince(now))) }
  }
}
