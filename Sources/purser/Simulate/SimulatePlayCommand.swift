import ArgumentParser
import Foundation
import StoreSimulator
import TOMLKit

/// `purser simulate play`: plays a scenario in a running simulator.
struct SimulatePlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a scenario in a running simulator, which advances its clock.",
    discussion: "A scenario is a built-in one (purser simulate scenarios) or a TOML file."
  )

  @Argument(help: ArgumentHelp("A scenario's name or file.", valueName: "scenario"))
  var scenario: String

  @Option(help: "The store for steps that name none.")
  var store: String?

  @Option(help: "The account that replaces ada.")
  var account: String?

  @OptionGroup var address: SimulatorAddress

  func run() throws {
    var scenario = try ScenarioFile.scenario(named: scenario)
    if let store {
      guard let known = SimulatedStore(rawValue: store) else {
        throw ValidationError("There is no store \(store).")
      }
      for index in scenario.step.indices where scenario.step[index].act.store == nil {
        scenario.step[index].act.store = known
      }
    }
    if let account {
      for index in scenario.step.indices where scenario.step[index].act.account == "ada" {
        scenario.step[index].act.account = account
      }
    }
    let (played, at) = (scenario, address.at)
    Blocking.run {
      let answer = try await SimulatorClient(address: at).post(played, to: "play")
      try StandardStream.print(answer)
      return .success
    }
  }
}

/// `purser simulate scenarios`: lists the built-in scenarios.
struct SimulateScenariosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenarios",
    abstract: "List the built-in scenarios, or show the file of one."
  )

  @Argument(help: "The scenario to show.")
  var name: String?

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

/// Reads scenario files.
enum ScenarioFile {
  static func scenario(named name: String) throws -> Scenario {
    let text =
      if let shipped = ShippedScenarios.documents[name] { shipped } else {
        try TextFile.text(of: name)
      }
    let table = try TextFile.table(text, name)
    do {
      return try TOMLDecoder().decode(Scenario.self, from: table)
    } catch let error as DecodingError {
      throw ScenarioFault(path: name, reason: Self.description(of: error))
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

/// A file is not a valid scenario.
struct ScenarioFault: Error, Equatable, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String { "\(path): \(reason). Correct the file." }
}
