import ArgumentParser
import Entitlements
import Foundation
import ServiceCore

/// `purser stores`: the stores that can be asked.
struct StoresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stores",
    abstract: "Tell which stores can be asked.",
    subcommands: [StoresCheckCommand.self],
    defaultSubcommand: StoresCheckCommand.self
  )
}

struct StoresCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Try the credentials of every store, and whether it can be reached.",
    discussion: """
      A line for each service and environment, with what to do about it. Exit status: 0 all that is \
      configured answers, 1 something does not.
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
          let words =
            switch check.state {
            case .ok: "ok"
            case .notConfigured: "not configured"
            case .failed(let error): "\(error)"
            }
          if case .failed = check.state { failed = true }
          let remedy = check.remedy.map { ". \($0)" } ?? ""
          try StandardStream.print(PlainText.safe("\(check.service): \(words)\(remedy)"))
        }
      }
      await stores.close()
      return ExitCode(failed ? 1 : 0)
    }
  }
}
