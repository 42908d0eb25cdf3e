import ArgumentParser
import Basics
import Foundation
import StoreSimulator

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "simulate",
    "Simulate the stores: App Store, Google Play, Microsoft and Amazon.",
    discussion: """
      The simulated stores implement the stores' APIs, sign with generated keys and sell to \
      fictitious customers. --dir receives the settings and keys for clients.
      """,
    subcommands: [
      SimulateServeCommand.self, SimulateActCommand.self, SimulatePlayCommand.self,
      SimulateScenariosCommand.self, SimulateFaultCommand.self, SimulateReceiptCommand.self,
      SimulateTransactionCommand.self, SimulateTokenCommand.self, SimulateStoreIDKeyCommand.self,
      SimulatePushTokenCommand.self,
    ],
    defaultSubcommand: SimulateServeCommand.self
  )
}

/// The option for the address of a running simulator.
struct SimulatorAddress: ParsableArguments {
  @Option(help: .value("url", "The simulator's address."))
  var at = "http://127.0.0.1:\(SimulateServeCommand.usualPort)"

  /// Prints what the simulator has at a path, and ends the process.
  func show(_ path: String, _ query: [String: String?]) -> Never {
    run { client in
      do {
        try StandardStream.print(try await client.get(path, query))
      } catch SimulatorClientError.notFound(let reason) {
        throw ExitCode.notFound(reason)
      }
    }
  }

  /// Runs the work with a client of the simulator and ends the process.
  func run(_ work: @escaping @Sendable (SimulatorClient) async throws -> Void) -> Never {
    Blocking.run {
      try await work(SimulatorClient(address: at))
      return .success
    }
  }
}

struct SimulateActCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "act",
    "Perform an action in a running simulator.",
    discussion: """
      Actions: \(SimulatedAction.Verb.allCases.map(\.rawValue).joined(separator: ", ")).
      """
  )

  @Argument(help: "The action.") var act: String
  @Argument(help: .value("id", "Any ID of a purchase; for advance, a duration such as P3D."))
  var of: String?
  @Option(help: "The product to buy or change to.") var product: String?
  @Option(help: "The store account, or the family member's.") var account: String?
  @Option(help: "The app account ID.") var appAccount: String?
  @Option(help: "apple, google, microsoft or amazon.") var store: String?
  @Option(help: "trial, introductory, promotional, code or win-back.") var offer: String?
  @Option(help: "The offer ID.") var offerId: String?
  @Option(help: "The quantity.") var quantity: Int?
  @Option(help: "The percentage of a refund, or a price, in thousandths.")
  var amount: Int?
  @Option(help: "The length of a pause, in months.") var months: Int?
  @Option(help: "The length of an extension, in days.") var days: Int?
  @Option(name: .customLong("as"), help: "A name for the purchase.") var name: String?
  @Flag(help: "Buy in the sandbox.") var sandbox = false
  @Flag(help: "Keep the purchase pending until approve.") var pending = false
  @OptionGroup var address: SimulatorAddress

  func run() throws {
    let action = try action()
    address.run { try StandardStream.print(try await $0.post(action, to: "act")) }
  }

  private func action() throws -> SimulatedAction {
    let verb: SimulatedAction.Verb = try named(
      act,
      else: "There is no action \(act). See purser simulate act --help."
    )
    var action = SimulatedAction(verb, of: verb == .advance ? nil : of)
    if verb == .advance { action.by = of }
    (action.as, action.product, action.account, action.appAccount) = (
      name, product, account, appAccount
    )
    action.store = try store.map { try named($0, else: "There is no store \($0).") }
    action.offer = try offer.map { try named($0, else: "There is no offer \($0).") }
    (action.offerID, action.quantity, action.amount) = (offerId, quantity, amount)
    (action.months, action.days) = (months, days)
    action.sandbox = sandbox ? true : nil
    action.pending = pending ? true : nil
    return action
  }
}

struct SimulateFaultCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "fault",
    "Make the next requests to a running simulator fail.",
    discussion: """
      Kinds: \(InjectedFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")); none cancels \
      all faults.
      """
  )

  @Argument(help: "The kind of fault.") var kind: String
  @Option(help: .value("text", "Only for paths that contain this text.")) var path: String?
  @Option(help: "The number of requests.") var count = 1
  @Option(help: .value("number", "The HTTP status.")) var status: Int?
  @Option(help: .value("text", "The store's own code.")) var code: String?
  @Option(help: .value("text", "The Retry-After header.")) var retryAfter: String?
  @Option(help: .value("number", "The length of a delay.")) var milliseconds: Int?
  @OptionGroup var address: SimulatorAddress

  func run() throws {
    guard kind != "none" else { address.run { try await $0.clearFaults() } }
    var fault = InjectedFault(
      try named(kind, else: "There is no fault \(kind). See purser simulate fault --help.")
    )
    (fault.path, fault.count, fault.status) = (path, count, status)
    (fault.code, fault.retryAfter, fault.milliseconds) = (code, retryAfter, milliseconds)
    address.run { [fault] in _ = try await $0.post(fault, to: "faults") }
  }
}

struct SimulatePlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "play",
    "Play a scenario in a running simulator, which advances its clock.",
    discussion: "A scenario is a built-in one (purser simulate scenarios) or a TOML file."
  )

  @Argument(help: .value("scenario", "A scenario's name or file.")) var scenario: String
  @Option(help: "The store for steps that name none.") var store: String?
  @Option(help: "The account that replaces ada.") var account: String?
  @OptionGroup var address: SimulatorAddress

  func run() throws {
    var scenario = try ScenarioFile.scenario(named: scenario)
    if let store {
      let known: SimulatedStore = try named(store, else: "There is no store \(store).")
      for index in scenario.step.indices where scenario.step[index].action.store == nil {
        scenario.step[index].action.store = known
      }
    }
    if let account {
      for index in scenario.step.indices where scenario.step[index].action.account == "ada" {
        scenario.step[index].action.account = account
      }
    }
    address.run { [scenario] in
      try StandardStream.print(try await $0.post(scenario, to: "play"))
    }
  }
}

struct SimulateScenariosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "scenarios",
    "List the built-in scenarios, or show the file of one."
  )

  @Argument(help: "The scenario to show.") var name: String?

  func run() throws {
    if let name {
      guard let document = ShippedScenarios.documents[name] else {
        throw ValidationError("There is no scenario \(name).")
      }
      try StandardStream.print(document)
      return
    }
    for name in ShippedScenarios.documents.keys.sorted() {
      let scenario = try ScenarioFile.scenario(named: name)
      try StandardStream.print("\(name)\t\(scenario.title)")
    }
  }
}

enum ScenarioFile {
  static func scenario(named name: String) throws -> Scenario {
    let text =
      if let shipped = ShippedScenarios.documents[name] { shipped } else {
        try TextFile.text(of: name)
      }
    let table = try TextFile.table(text, name)
    do {
      return try Scenario(table)
    } catch let error as DecodingError {
      throw Fault("\(name): \(Self.description(of: error)). Correct the file.")
    }
  }

  private static func description(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(location(context)) lacks \(key.stringValue)"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(location(context)) has the wrong type"
    case .dataCorrupted(let context): "\(location(context)): \(context.debugDescription)"
    @unknown default: "it is not a scenario"
    }
  }

  private static func location(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }
    return path.isEmpty ? "the document" : path.joined(separator: " ")
  }
}
