import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts

/// `purser user`: shows one user's entitlements and purchases.
struct UserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Show a user's entitlements and purchases with the evidence.",
    discussion: "Exit status: 0 shown, 4 unknown user."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Flag(help: "Show purchase tokens in full.")
  var reveal = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var time: InstantOptions

  @Argument(help: ArgumentHelp("The user's ID.", valueName: "id"))
  var id: String

  func run() throws {
    let ledger = try ledgerOptions.open(settings)
    let id = ID<User>(id)
    guard let userDetails = try Blocking.wait(for: { try await ledger.users.details(of: id) })
    else {
      Console.say("No user has the ID \(id.raw). `purser ls users TEXT` searches users.")
      throw ExitCode(4)
    }
    let report = UserDetailsReport(userDetails, at: try time.instant(or: Date()), reveals: reveal)
    if json {
      try JSONText.print(report.json, .pretty)
    } else {
      try PagePrinter.print(report.page)
    }
  }
}
