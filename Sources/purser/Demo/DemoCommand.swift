import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore

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

  func run() throws {
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
    let dashboard = DashboardSession(
      ledger: ledger,
      service: session.service,
      actor: session.actor,
      name: "demo.sqlite",
      path: path,
      isDemo: true,
      acting: .allowed,
      themes: ThemeFiles(folders: Paths.themes(given: look.themes)),
      look: try Look(look, Self.settings, path: Paths.settings),
      opening: look.open
    )
    let users = users
    if let script {
      // All of them first, so that what is shown depends on nothing but the script.
      try Blocking.wait { try await filler.file(0..<users) }
      return try withExtendedLifetime(folder) {
        try dashboard.play(script) {
          let stores = try await DemoStores(makers, population: population)
          await stores.adopt(0..<users)
          try await stores.run(session)
        }
      }
    }
    // The first screenfuls are filed before anything is shown, the rest behind it.
    let shown = min(100, users)
    try Blocking.wait { try await filler.file(0..<shown) }
    try withExtendedLifetime(folder) {
      try dashboard.run {
        let stores = try await DemoStores(makers, population: population)
        await stores.adopt(0..<shown)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await stores.run(session) }
          for start in stride(from: shown, to: users, by: 50) {
            try Task.checkCancellation()
            let next = start..<min(start + 50, users)
            // Whom the dashboard shows, the store knows.
            await stores.adopt(next)
            try await filler.file(next)
          }
          try await group.waitForAll()
        }
      }
    }
  }
}
