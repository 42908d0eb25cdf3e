import ArgumentParser
import Foundation
import StoreSimulator
import Web

/// `purser simulate`: runs the simulated stores until it is stopped.
struct SimulateServeCommand: ParsableCommand {
  static let usualPort = 7_460

  static let configuration = CommandConfiguration("serve", "Run the simulated stores until Ctrl-C.")

  @Option(help: .value("host:port", "The listen address; port 0: any free port."))
  var listen = "127.0.0.1:\(usualPort)"
  @Option(help: .value("folder", "The folder for the keys, the state, and the clients' settings."))
  var dir: String?
  @Option(help: .value("number", "The same seed gives the same IDs.")) var seed: UInt64 = 7
  @Option(help: .value("minutes", "The length of a month in Apple's sandbox.")) var sandboxMonth = 5
  @Flag(help: "Don't accelerate time in sandboxes.") var slowSandbox = false
  @Option(help: .value("url", "Post Apple's notifications here.")) var appleTo: String?
  @Option(help: .value("url", "Post Apple's version 1 notifications here.")) var appleV1To: String?
  @Option(help: .value("url", "Post Google's notifications here.")) var googleTo: String?
  @Option(help: .value("url", "Post Amazon's notifications here.")) var amazonTo: String?

  func validate() throws {
    try require(WebConfiguration.Address(listen) != nil, "--listen takes HOST:PORT.")
    guard [3, 5, 15, 30, 60].contains(sandboxMonth) else {
      throw ValidationError("--sandbox-month takes 3, 5, 15, 30 or 60.")
    }
  }

  func run() throws {
    guard let endpoint = WebConfiguration.Address(listen) else { return }
    let folder = try dir.map { try SimulatorFolder($0) }
    let acceleration = Acceleration(isOn: !slowSandbox, appleRate: sandboxMonth)
    let keys = try folder?.keys() ?? SimulatorKeys(at: Date())
    // Whole seconds, so that states are easier to compare.
    let now = RelativeTimes(now: Date()).now
    var state =
      try folder?.resumed()
      ?? SimulatorState(world: SimulatedWorld(seed: seed, at: now, acceleration: acceleration))
    state.world.acceleration = acceleration
    let targets = targets(beside: state.targets)
    let started = state
    Blocking.run {
      let simulator = try await Simulator(keys: keys, state: started, now: { Date() })
      await simulator.configure(targets: targets)
      do {
        try await SimulatorServer(simulator, host: endpoint.host, port: endpoint.port).run(
          listening: { address in
            do {
              try folder?.describe(keys, at: address)
            } catch {
              Failure.exit(error)
            }
            Console.print("Simulated stores answer at \(address). Ctrl-C stops them.")
          },
          changed: { state in
            do {
              try folder?.keep(state)
            } catch {
              Console.print("Error: \(error)")
            }
          }
        )
      } catch {
        throw WebServerError(listeningAt: listen, error) ?? error
      }
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
}
