import ArgumentParser
import Entitlements
import Foundation
import Persistence

/// `purser catalog import`: keeps a catalog in the ledger and derives from it.
struct CatalogImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Keep a catalog in the ledger.",
    discussion: """
      A version that is there already is replaced. The first catalog, and any given with --primary, \
      decides what every sale gives, those filed before included. Exit status: 0 kept, 2 it cannot \
      be used and was not kept, 1 not readable.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var options: CatalogOptions
  @OptionGroup var operator_: OperatorOptions

  @Flag(help: "Make it the catalog that decides.")
  var primary = false

  @Argument(help: ArgumentHelp("A catalog, or - for standard input.", valueName: "file"))
  var file: String

  func run() throws {
    let source = try CatalogSource(path: file, hints: options.hints)
    for notice in source.notices { Narration.say("\(file): left out: \(notice)") }
    let faults = source.catalog.faults()
    for fault in faults { Narration.say("\(file): \(fault)") }
    guard !faults.contains(where: { $0.severity == .error }) else {
      Narration.say("\(file): not kept; mend the errors above and import it again")
      throw ExitCode(2)
    }
    let ledger = try Ledger(path: place.path(settings))
    let (catalog, isPrimary, actor) = (source.catalog, primary, operator_.name)
    try Blocking.wait {
      try await ledger.keep(catalog, asPrimary: isPrimary, by: actor, at: Date())
      try ledger.close()
    }
    try StandardStream.print(
      PlainText.safe("\(file): version \(catalog.version) is kept, \(catalog.items.count) items")
    )
  }
}
