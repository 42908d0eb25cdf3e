import ArgumentParser
import Foundation
import StoreSimulator

/// `purser simulate --listen`: runs until it is stopped.
struct SimulateServeCommand: ParsableCommand {
  static let usualPort = 7_460

  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run the simulated stores until Ctrl-C."
  )

  @Option(help: ArgumentHelp("Where to answer; port 0 takes any.", valueName: "host:port"))
  var listen = "127.0.0.1:\(usualPort)"

  @Option(
    help: ArgumentHelp(
      "Where to keep keys and world, and to write what clients need.",
      valueName: "folder"
    )
  )
  var dir: String?

  @Option(help: ArgumentHelp("The same seed makes the same identifiers.", valueName: "number"))
  var seed: UInt64 = 7

  @Option(
    help: ArgumentHelp("How long a month lasts in Apple's sandbox.", valueName: "minutes")
  )
  var sandboxMonth = 5

  @Flag(help: "Let sandboxes go by the calendar.")
  var slowSandbox = false

  @Option(help: ArgumentHelp("Post Apple's notifications here.", valueName: "url"))
  var appleTo: String?

  @Option(help: ArgumentHelp("Post Apple's version 1 notifications here.", valueName: "url"))
  var appleV1To: String?

  @Option(help: ArgumentHelp("Post Google's notifications here.", valueName: "url"))
  var googleTo: String?

  @Option(help: ArgumentHelp("Post Amazon's notifications here.", valueName: "url"))
  var amazonTo: String?

  private var place: (host: String, port: Int)? {
    guard let colon = listen.lastIndex(of: ":"),
      let port = Int(listen[listen.index(after: colon)...]),
      (0...65_535).contains(port), colon > listen.startIndex
    else { return nil }
    return (String(listen[..<colon]), port)
  }

  func validate() throws {
    guard place != nil else { throw ValidationError("--listen takes HOST:PORT.") }
    guard [3, 5, 15, 30, 60].contains(sandboxMonth) else {
      throw ValidationError("--sandbox-month takes 3, 5, 15, 30 or 60.")
    }
  }

  func run() throws {
    guard let place else { return }
    let folder = try dir.map { try SimulatorFolder($0) }
    let acceleration = Acceleration(isOn: !slowSandbox, appleRate: sandboxMonth)
    let keys = try folder?.keys(seed: seed) ?? SimulatorKeys(at: Date(), seed: seed)
    var state =
      try folder?.resumed()
      ?? SimulatorState(
        world: SimulatedWorld(seed: seed, at: Self.wholeSecond(), acceleration: acceleration)
      )
    state.world.acceleration = acceleration
    let targets = targets(beside: state.targets)
    let started = state
    Blocking.run {
      let simulator = try await Simulator(keys: keys, state: started, now: { Date() })
      await simulator.settle(targets: targets)
      try await SimulatorServer(simulator, host: place.host, port: place.port).run(
        listening: { address in
          do {
            try folder?.describe(keys, at: address)
          } catch {
            Failure.exit(error)
          }
          Narration.say("Simulated stores answer at \(address). Ctrl-C ends them.")
        },
        changed: { state in
          do {
            try folder?.keep(state)
          } catch {
            Narration.say("Error: \(error)")
          }
        }
      )
      return .success
    }
  }

  private func targets(beside kept: NotificationTargets) -> NotificationTargets {
    var targets = kept
    targets.apple = appleTo ?? kept.apple
    targets.appleV1 = appleV1To ?? kept.appleV1
    targets.google = googleTo ?? kept.google
    targets.amazon = amazonTo ?? kept.amazon
    return targets
  }

  /// Worlds are easier to compare where nothing happens between two seconds.
  private static func wholeSecond() -> Date {
    Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
  }
}
