import ArgumentParser
import Foundation
import StoreSimulator
import TOMLKit

/// `purser simulate play`: a whole scenario, in a running simulator.
struct SimulatePlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a scenario in a running simulator; its clock runs ahead.",
    discussion: "A scenario is one that is shipped (purser simulate scenarios), or a TOML file."
  )

  @Argument(help: ArgumentHelp("A name, or a file.", valueName: "scenario"))
  var scenario: String

  @Option(help: "Play it in this store, where its steps name none.")
  var store: String?

  @Option(help: "Play it for this account instead of ada.")
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

/// `purser simulate scenarios`: those that are shipped.
struct SimulateScenariosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenarios",
    abstract: "List the scenarios that come with the program, or show one's document."
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

/// Scenarios as people write them.
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
      throw ScenarioFault(path: name, reason: Self.words(error))
    }
  }

  private static func words(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(place(context)) lacks \(key.stringValue)"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context)) has the wrong type"
    case .dataCorrupted(let context): "\(place(context)): \(context.debugDescription)"
    @unknown default: "it is no scenario"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }
    return path.isEmpty ? "the document" : path.joined(separator: " ")
  }
}

/// A file that is no scenario.
struct ScenarioFault: Error, Equatable, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String { "\(path): \(reason). Mend the file." }
}
