import Algorithms
import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Terminal

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "demo",
    "Open the dashboard on generated data.",
    discussion: """
      Receipts are generated, signed with a temporary root, and verified like real ones. The App \
      Store is simulated inside the program. Nothing leaves this machine, and nothing is saved.
      """
  )

  @OptionGroup var options: DemoOptions

  func run() throws { try options.run(isTour: false) }
}

struct TourCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "tour",
    "Learn the dashboard with twelve tickets.",
    discussion: """
      Opens the demo at the first ticket. A line above the status shows what to look at and which \
      key shows more; n goes to the next ticket.
      """
  )

  @OptionGroup var options: DemoOptions

  func run() throws { try options.run(isTour: true) }
}

/// The options of the demo and the tour, and how they run.
struct DemoOptions: ParsableArguments {
  @Option(help: .value("count", "The number of generated users.")) var users = 3_000
  @Option(help: .value("number", "The same seed gives the same users.")) var seed: UInt64 = 7
  @OptionGroup var look: ScreenOptions

  func validate() throws { try expect("--users", users, in: 1...100_000) }

  /// The operator's settings, or the defaults if they cannot be read.
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
        world: script == nil ? .live : Dependencies(now: { now })
      ),
      actor: OperatorOptions.systemUser
    )
    let filler = DemoFiller(service: session.service, population: population, makers: makers)
    // Files the first screens before the start and the rest in the background. A script gets all
    // users first, so that its output is reproducible.
    let (users, shown) = (users, script == nil ? min(100, users) : users)
    try Blocking.wait { try await filler.file(0..<shown) }
    // Runs in the background; opening a ticket waits for it.
    let cases = Task { try await makers.fileTickets(in: ledger, at: now) }
    let dashboard = DashboardSession(
      ledger: ledger,
      service: session.service,
      access: WriteAccess {
        // The demo's own work continues in read-only mode.
        WriteAccess.Opened(session: session, writeMode: .allowed, close: {})
      },
      beginsWriting: true,
      name: "demo.sqlite",
      isDemo: true,
      themes: ThemeFiles(given: look.themes),
      look: try Appearance(look, Self.settings, path: Paths.settings),
      ledgerOption: path,
      opening: look.open,
      tickets: DemoTicket.all.map { $0.ticketMessage(at: now) },
      steps: isTour ? DemoTicket.all.map { $0.asTourStep(at: now) } : [],
      apps: DemoShop.apps.map(\.bundleID),
      stores: [.apple],
      storesOpening: "the demo's App Store starts once the tickets are filed",
      cases: cases,
      environment: ChildEnvironment(secretVariables: Self.settings.secretVariables)
    )
    let work: BackgroundProgress = { mailbox in
      try await cases.value
      let stores = try await DemoStores(makers, population: population)
      await stores.adopt(0..<shown)
      mailbox.post(.storesOpened)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await stores.run(session) }
        for next in (shown..<users).chunks(ofCount: 50) {
          try Task.checkCancellation()
          // The store must know a user before the dashboard shows them.
          await stores.adopt(next)
          mailbox.post(.sampled(SampleProgress(done: next.lowerBound, of: users)))
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
