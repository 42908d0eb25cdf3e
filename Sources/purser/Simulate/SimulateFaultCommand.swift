import ArgumentParser
import Foundation
import StoreSimulator

/// `purser simulate fault`: what is to go wrong with the next requests.
struct SimulateFaultCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault",
    abstract: "Have the next requests to a running simulator go wrong.",
    discussion: """
      The kinds: \(PlannedFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")); none calls \
      all faults off.
      """
  )

  @Argument(help: "What goes wrong.")
  var kind: String

  @Option(help: ArgumentHelp("Only for paths with this in them.", valueName: "text"))
  var path: String?
  @Option(help: "For how many requests.")
  var count = 1
  @Option(help: ArgumentHelp("The HTTP status.", valueName: "number"))
  var status: Int?
  @Option(help: ArgumentHelp("The store's own code.", valueName: "text"))
  var code: String?
  @Option(help: ArgumentHelp("The header's text.", valueName: "text"))
  var retryAfter: String?
  @Option(help: ArgumentHelp("Of a delay.", valueName: "number"))
  var milliseconds: Int?
  @OptionGroup var address: SimulatorAddress

  func run() throws {
    let at = address.at
    guard kind != "none" else {
      Blocking.run {
        try await SimulatorClient(address: at).clearFaults()
        return .success
      }
    }
    guard let kind = PlannedFault.Kind(rawValue: kind) else {
      throw ValidationError("There is no fault \(kind). See purser simulate fault --help.")
    }
    var fault = PlannedFault(kind)
    (fault.path, fault.count, fault.status) = (path, count, status)
    (fault.code, fault.retryAfter, fault.milliseconds) = (code, retryAfter, milliseconds)
    let planned = fault
    Blocking.run {
      _ = try await SimulatorClient(address: at).post(planned, to: "faults")
      return .success
    }
  }
}
