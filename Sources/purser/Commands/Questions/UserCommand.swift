import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts

/// `purser user`: all that is known of one user.
struct UserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Tell what a user holds and bought, and what proves it.",
    discussion: "Exit status: 0 told, 4 nobody of that ID is on file."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Flag(help: "Show purchase tokens in full.")
  var reveal = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var time: InstantOptions

  @Argument(help: ArgumentHelp("The user's ID.", valueName: "id"))
  var id: String

  func run() throws {
    let ledger = try place.open(settings)
    let id = ID<User>(id)
    guard let dossier = try Blocking.wait(for: { try await ledger.dossier(of: id) }) else {
      Narration.say("Nobody on file has the ID \(id.raw). `purser ls users TEXT` looks for others.")
      throw ExitCode(4)
    }
    let report = DossierReport(dossier, at: try time.instant(or: Date()), reveals: reveal)
    if json {
      try JSONText.print(report.json, .pretty)
    } else {
      try PagePrinter.print(report.page)
    }
  }
}
