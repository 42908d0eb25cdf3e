import ArgumentParser
import Entitlements
import Foundation
import ServiceCore

/// `purser stores`: checks the connections to the stores.
struct StoresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stores",
    abstract: "Check the connections to the stores.",
    subcommands: [StoresCheckCommand.self],
    defaultSubcommand: StoresCheckCommand.self
  )
}

struct StoresCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether every store is reachable and accepts the credentials.",
    discussion: """
      Prints one line for each service and environment, with advice. Exit status: 0 all configured \
      services respond, 1 at least one does not.
      """
  )

  @OptionGroup var settings: SettingsOptions

  func run() throws {
    let assembly = try Assembly(settings, try TrustOptions.parse([]))
    let stores = try assembly.stores()
    Blocking.run {
      var failed = false
      for store in Store.allCases {
        for check in await stores.clients[store]?.check() ?? [] {
          let result =
            switch check.state {
            case .ok: "ok"
            case .notConfigured: "not configured"
            case .failed(let error): "\(error)"
            }
          if case .failed = check.state { failed = true }
          let remedy = check.remedy.map { ". \($0)" } ?? ""
          try StandardStream.print(PlainText.safe("\(check.service): \(result)\(remedy)"))
        }
      }
      await stores.close()
      return ExitCode(failed ? 1 : 0)
    }
  }
}
