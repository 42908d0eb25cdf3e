import ArgumentParser
import Entitlements
import Foundation
import Persistence

/// `purser catalog import`: saves a catalog in the ledger and derives entitlements from it.
struct CatalogImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Save a catalog in the ledger.",
    discussion: """
      Replaces an existing version of the same name. The first catalog, or any imported with \
      --primary, determines the entitlements of all purchases, including those on file. Exit \
      status: 0 saved, 2 the catalog cannot be used and was not saved, 1 unreadable.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var options: CatalogOptions
  @OptionGroup var operator_: OperatorOptions

  @Flag(help: "Make it the primary catalog.")
  var primary = false

  @Argument(help: ArgumentHelp("A catalog, or - for standard input.", valueName: "file"))
  var file: String

  func run() throws {
    let source = try CatalogSource(path: file, hints: options.hints)
    for notice in source.notices { Console.say("\(file): not imported: \(notice)") }
    let faults = source.catalog.faults()
    for fault in faults { Console.say("\(file): \(fault)") }
    guard !faults.contains(where: { $0.severity == .error }) else {
      Console.say("\(file): not saved; correct the errors above and import it again")
      throw ExitCode(2)
    }
    let ledger = try Ledger(path: ledgerOptions.path(settings))
    let (catalog, isPrimary, actor) = (source.catalog, primary, operator_.name)
    try Blocking.wait {
      try await ledger.catalogs.save(catalog, asPrimary: isPrimary, by: actor, at: Date())
      try ledger.close()
    }
    try StandardStream.print(
      PlainText.safe("\(file): saved version \(catalog.version), \(catalog.items.count) items")
    )
  }
}
