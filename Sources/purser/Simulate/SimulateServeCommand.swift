import ArgumentParser
import Foundation
import StoreSimulator

/// `purser simulate`: runs the simulated stores until it is stopped.
struct SimulateServeCommand: ParsableCommand {
  static let usualPort = 7_460

  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run the simulated stores until Ctrl-C."
  )

  @Option(help: ArgumentHelp("The listen address; port 0: any free port.", valueName: "host:port"))
  var listen = "127.0.0.1:\(usualPort)"

  @Option(
    help: ArgumentHelp(
      "The folder for the keys, the state, and the clients' settings.",
      valueName: "folder"
    )
  )
  var dir: String?

  @Option(help: ArgumentHelp("The same seed gives the same IDs.", valueName: "number"))
  var seed: UInt64 = 7

  @Option(help: ArgumentHelp("The length of a month in Apple's sandbox.", valueName: "minutes"))
  var sandboxMonth = 5

  @Flag(help: "Don't accelerate time in sandboxes.")
  var slowSandbox = false

  @Option(help: ArgumentHelp("Post Apple's notifications here.", valueName: "url"))
  var appleTo: String?

  @Option(help: ArgumentHelp("Post Apple's version 1 notifications here.", valueName: "url"))
  var appleV1To: String?

  @Option(help: ArgumentHelp("Post Google's notifications here.", valueName: "url"))
  var googleTo: String?

  @Option(help: ArgumentHelp("Post Amazon's notifications here.", valueName: "url"))
  var amazonTo: String?

  private var address: (host: String, port: Int)? {
    guard let colon = listen.lastIndex(of: ":"),
      let port = Int(listen[listen.index(after: colon)...]),
      (0...65_535).contains(port), colon > listen.startIndex
    else { return nil }
    return (String(listen[..<colon]), port)
  }

  func validate() throws {
    guard address != nil else { throw ValidationError("--listen takes HOST:PORT.") }
    guard [3, 5, 15, 30, 60].contains(sandboxMonth) else {
      throw ValidationError("--sandbox-month takes 3, 5, 15, 30 or 60.")
    }
  }

  func run() throws {
    guard let endpoint = address else { return }
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
      await simulator.configure(targets: targets)
      try await SimulatorServer(simulator, host: endpoint.host, port: endpoint.port).run(
        listening: { address in
          do {
            try folder?.describe(keys, at: address)
          } catch {
            Failure.exit(error)
          }
          Console.say("Simulated stores answer at \(address). Ctrl-C stops them.")
        },
        changed: { state in
          do {
            try folder?.keep(state)
          } catch {
            Console.say("Error: \(error)")
          }
        }
      )
      return .success
    }
  }

  private func targets(beside saved: NotificationTargets) -> NotificationTargets {
    var targets = saved
    targets.apple = appleTo ?? saved.apple
    targets.appleV1 = appleV1To ?? saved.appleV1
    targets.google = googleTo ?? saved.google
    targets.amazon = amazonTo ?? saved.amazon
    return targets
  }

  /// The current time in whole seconds, so that states are easier to compare.
  private static func wholeSecond() -> Date {
    Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
  }
}
