import ArgumentParser
import Entitlements
import Foundation

/// `purser catalog`: the products of an app and the entitlements that they give.
struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Check, show and import product catalogs.",
    discussion: """
      A catalog maps the stores' products to items and entitlements. Supported formats: purser's \
      own TOML, PlayFab's catalog JSON, Xcode's .storekit file, and CSV with a header line (item, \
      product, store, kind, entitlements, uses, group, rank, price, title, class). The format is \
      detected from the content.
      """,
    subcommands: [
      CatalogCheckCommand.self, CatalogShowCommand.self, CatalogImportCommand.self,
    ]
  )
}

/// Values that a catalog file does not state.
struct CatalogOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The version's name, replacing the file's own.", valueName: "name"))
  var catalogVersion: String?

  @Option(help: ArgumentHelp("The currency of prices written without one.", valueName: "code"))
  var currency: String?

  func validate() throws {
    if let currency, Currency(currency) == nil {
      throw ValidationError("--currency takes a code of three letters, such as EUR.")
    }
  }

  var hints: CatalogSource.DocumentHints {
    CatalogSource.DocumentHints(
      version: catalogVersion,
      currency: currency.flatMap { Currency($0) }
    )
  }
}

/// `purser catalog check`: checks whether catalogs can be used.
struct CatalogCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check catalogs for errors and warnings.",
    discussion:
      "Exit status: 0 all can be used, 2 at least one cannot be used, 1 at least one is unreadable."
  )

  @OptionGroup var options: CatalogOptions

  @Argument(help: ArgumentHelp("Catalogs, or - for standard input.", valueName: "file"))
  var files: [String]

  func run() throws {
    var status = ExitCode.success
    for file in files {
      do {
        let source = try CatalogSource(path: file, hints: options.hints)
        let faults = source.catalog.faults()
        try StandardStream.print(PlainText.safe("\(file): \(Self.summary(source))"))
        for line in faults.map(\.description) + source.notices.map({ "not imported: \($0)" }) {
          try StandardStream.print(PlainText.safe("  \(line)"))
        }
        if faults.contains(where: { $0.severity == .error }), status == .success {
          status = ExitCode(2)
        }
      } catch let error as CatalogFileError {
        Console.say("\(error)")
        status = .failure
      }
    }
    if status != .success { throw status }
  }

  private static func summary(_ source: CatalogSource) -> String {
    let catalog = source.catalog
    let products = catalog.items.reduce(0) { $0 + $1.products.count }
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    return "\(source.form.rawValue), version \(catalog.version), "
      + "\(count(catalog.items.count, "item")), \(count(products, "product"))"
  }
}

/// `purser catalog show`: prints a catalog in purser's own format.
struct CatalogShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a catalog of any supported format as TOML.",
    discussion: "Exit status: 0 printed, 2 printed but it cannot be used, 1 unreadable."
  )

  @OptionGroup var options: CatalogOptions

  @Argument(help: ArgumentHelp("A catalog, or - for standard input.", valueName: "file"))
  var file: String

  func run() throws {
    let source = try CatalogSource(path: file, hints: options.hints)
    try StandardStream.print(CatalogText.of(source.catalog))
    for notice in source.notices { Console.say("\(file): \(notice)") }
    let faults = source.catalog.faults()
    for fault in faults { Console.say("\(file): \(fault)") }
    if faults.contains(where: { $0.severity == .error }) { throw ExitCode(2) }
  }
}
