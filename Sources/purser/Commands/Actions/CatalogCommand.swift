import ArgumentParser
import Entitlements
import Foundation

/// `purser catalog`: what an app sells, and what each sale gives.
struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Check catalogs of what an app sells, show them in one form, keep them.",
    discussion: """
      A catalog maps the stores' products to items and rights. Read are purser's own TOML, PlayFab's \
      catalog JSON, Xcode's .storekit file and CSV with a line of column names (item, product, store, \
      kind, entitlements, uses, group, rank, price, title, class); the content tells which.
      """,
    subcommands: [
      CatalogCheckCommand.self, CatalogShowCommand.self, CatalogImportCommand.self,
    ]
  )
}

/// What a catalog file does not say itself.
struct CatalogOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The version's name, in place of the file's own.", valueName: "name"))
  var catalogVersion: String?

  @Option(
    help: ArgumentHelp("The currency of prices that are written without one.", valueName: "code")
  )
  var currency: String?

  func validate() throws {
    if let currency, Currency(currency) == nil {
      throw ValidationError("--currency takes a code of three letters, such as EUR.")
    }
  }

  var hints: CatalogSource.Hints {
    CatalogSource.Hints(version: catalogVersion, currency: currency.flatMap { Currency($0) })
  }
}

/// `purser catalog check`: whether catalogs can be used.
struct CatalogCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tell what is wrong or odd about catalogs.",
    discussion:
      "Exit status: 0 all can be used, 2 at least one cannot, 1 at least one not readable."
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
        for line in faults.map(\.description) + source.notices.map({ "left out: \($0)" }) {
          try StandardStream.print(PlainText.safe("  \(line)"))
        }
        if faults.contains(where: { $0.severity == .error }), status == .success {
          status = ExitCode(2)
        }
      } catch let error as CatalogFileError {
        Narration.say("\(error)")
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

/// `purser catalog show`: a catalog in purser's own form.
struct CatalogShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a catalog as TOML, whatever form it was written in.",
    discussion: "Exit status: 0 printed, 2 printed but it cannot be used as it is, 1 not readable."
  )

  @OptionGroup var options: CatalogOptions

  @Argument(help: ArgumentHelp("A catalog, or - for standard input.", valueName: "file"))
  var file: String

  func run() throws {
    let source = try CatalogSource(path: file, hints: options.hints)
    try StandardStream.print(CatalogText.of(source.catalog))
    for notice in source.notices { Narration.say("\(file): \(notice)") }
    let faults = source.catalog.faults()
    for fault in faults { Narration.say("\(file): \(fault)") }
    if faults.contains(where: { $0.severity == .error }) { throw ExitCode(2) }
  }
}
