import ArgumentParser
import Foundation
import StoreSimulator

/// `purser simulate fault`: injects faults into the next requests.
struct SimulateFaultCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault",
    abstract: "Make the next requests to a running simulator fail.",
    discussion: """
      Kinds: \(InjectedFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")); none cancels \
      all faults.
      """
  )

  @Argument(help: "The kind of fault.")
  var kind: String

  @Option(help: ArgumentHelp("Only for paths that contain this text.", valueName: "text"))
  var path: String?
  @Option(help: "The number of requests.")
  var count = 1
  @Option(help: ArgumentHelp("The HTTP status.", valueName: "number"))
  var status: Int?
  @Option(help: ArgumentHelp("The store's own code.", valueName: "text"))
  var code: String?
  @Option(help: ArgumentHelp("The Retry-After header.", valueName: "text"))
  var retryAfter: String?
  @Option(help: ArgumentHelp("The length of a delay.", valueName: "number"))
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
    guard let kind = InjectedFault.Kind(rawValue: kind) else {
      throw ValidationError("There is no fault \(kind). See purser simulate fault --help.")
    }
    var fault = InjectedFault(kind)
    (fault.path, fault.count, fault.status) = (path, count, status)
    (fault.code, fault.retryAfter, fault.milliseconds) = (code, retryAfter, milliseconds)
    let planned = fault
    Blocking.run {
      _ = try await SimulatorClient(address: at).post(planned, to: "faults")
      return .success
    }
  }
}
