import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Terminal

/// `purser demo`: the dashboard on a generated store, offline, in a folder that is thrown away.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Open the dashboard on a generated store.",
    discussion: """
      Every receipt is minted and signed on the spot and verified like a real one, against a root \
      that is minted with it. The App Store that is asked again is a simulated one inside the \
      program. Nothing leaves this machine, and nothing stays on it.
      """
  )

  @OptionGroup var options: DemoOptions

  func run() throws { try options.run(isTour: false) }
}

/// `purser tour`: the demo's tickets one after the other, with what each of them teaches.
struct TourCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tour",
    abstract: "Learn the dashboard on twelve tickets.",
    discussion: """
      Opens the demo at the first ticket. A line above the status says what to look at and which \
      key shows more; n goes to the next.
      """
  )

  @OptionGroup var options: DemoOptions

  func run() throws { try options.run(isTour: true) }
}

/// A generated store, and the dashboard on it.
struct DemoOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How many users to generate.", valueName: "count"))
  var users = 3_000

  @Option(help: ArgumentHelp("The same seed makes the same users.", valueName: "number"))
  var seed: UInt64 = 7

  @OptionGroup var look: ScreenOptions

  func validate() throws {
    guard (1...100_000).contains(users) else {
      throw ValidationError("--users takes 1 to 100000.")
    }
  }

  /// The operator's own, as far as they can be read: the demo works without.
  private static var settings: Settings {
    (try? Settings.load(Paths.settings, isNamed: false)) ?? Settings()
  }

  func run(isTour: Bool) throws {
    let script = try look.play.script()
    let now = script?.now ?? Date()
    let folder = try DemoFolder()
    let population = DemoPopulation(seed: seed, now: now)
    let makers = try DemoMakers(at: now)
    let path = folder.path + "/demo.sqlite"
    let ledger = try Ledger(path: path)
    let session = StoreSession(
      ledger: ledger,
      service: try makers.service(
        over: ledger,
        world: script == nil ? .live : Surroundings(now: { now })
      ),
      actor: OperatorOptions.systemUser
    )
    let filler = DemoFiller(service: session.service, population: population, makers: makers)
    // The first screenfuls are filed before anything is shown, the rest behind it. A script has all
    // of them first: what it shows is to depend on nothing else.
    let (users, shown) = (users, script == nil ? min(100, users) : users)
    try Blocking.wait { try await filler.file(0..<shown) }
    // Behind the first frame: whoever opens a ticket waits for them.
    let cases = Task { try await DemoCases(ledger, makers, at: now).file() }
    let dashboard = DashboardSession(
      ledger: ledger,
      service: session.service,
      access: WriteAccess {
        // The demo's own work goes on whether or not the operator may act.
        WriteAccess.Opened(session: session, acting: .allowed, close: {})
      },
      beginsWriting: true,
      name: "demo.sqlite",
      isDemo: true,
      themes: ThemeFiles(given: look.themes),
      look: try Look(look, Self.settings, path: Paths.settings),
      ledgerOption: path,
      opening: look.open,
      letters: DemoTicket.all.map { $0.letter(at: now) },
      lessons: isTour ? DemoTicket.all.map { $0.asLesson(at: now) } : [],
      apps: DemoShop.apps.map(\.bundleID),
      stores: [.apple],
      storesOpening: "the demo's App Store opens once the tickets are filed",
      cases: cases,
      environment: ChildEnvironment(secretVariables: Self.settings.secretVariables)
    )
    let work: BehindWork = { mailbox in
      try await cases.value
      let stores = try await DemoStores(makers, population: population)
      await stores.adopt(0..<shown)
      mailbox.post(.storesOpened)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await stores.run(session) }
        for start in stride(from: shown, to: users, by: 50) {
          try Task.checkCancellation()
          let next = start..<min(start + 50, users)
          // Whom the dashboard shows, the store knows.
          await stores.adopt(next)
          mailbox.post(.sampled(SampleProgress(done: start, of: users)))
          try await filler.file(next)
        }
        if shown < users { mailbox.post(.sampled(nil)) }
        try await group.waitForAll()
      }
    }
    try withExtendedLifetime(folder) {
      guard let script else { return try dashboard.run(behind: work) }
      try Blocking.wait { try await cases.value }
      try dashboard.play(script, behind: work)
    }
  }
}
