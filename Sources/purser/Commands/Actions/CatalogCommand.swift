import ArgumentParser
import Entitlements
import Foundation
import Persistence

struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "catalog",
    "Check, show, fetch and import product catalogs.",
    discussion: """
      A catalog maps the stores' products to items and entitlements. Supported formats: purser's \
      own TOML, PlayFab's catalog JSON, Xcode's .storekit file, Amazon's JSON of in-app items, and \
      CSV with a header line (item, product, store, kind, entitlements, uses, group, rank, price, \
      title, class). The format is detected from the content.
      """,
    subcommands: [
      CatalogCheckCommand.self, CatalogShowCommand.self, CatalogFetchCommand.self,
      CatalogImportCommand.self,
    ]
  )
}

/// Values that a catalog file does not state.
struct CatalogOptions: ParsableArguments {
  @Option(help: .value("name", "The version's name, replacing the file's own."))
  var catalogVersion: String?
  @Option(help: .value("code", "The currency of prices written without one.")) var currency: String?

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

struct CatalogCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "check",
    "Check catalogs for errors and warnings.",
    discussion:
      "Exit status: 0 all can be used, 2 at least one cannot be used, 1 at least one is unreadable."
  )

  @OptionGroup var options: CatalogOptions
  @Argument(help: .value("file", "Catalogs, or - for standard input.")) var files: [String]

  func run() throws {
    var status = ExitCode.success
    for file in files {
      do {
        let source = try CatalogSource(path: file, hints: options.hints)
        let faults = source.catalog.issues()
        try StandardStream.print(safe: "\(file): \(Self.summary(source))")
        for line in faults.map(\.description) + source.notices.map({ "not imported: \($0)" }) {
          try StandardStream.print(safe: "  \(line)")
        }
        if source.hasErrors, status == .success { status = ExitCode(2) }
      } catch let error as Fault {
        Console.print("\(error)")
        status = .failure
      }
    }
    if status != .success { throw status }
  }

  private static func summary(_ source: CatalogSource) -> String {
    let catalog = source.catalog
    let products = catalog.items.reduce(0) { $0 + $1.products.count }
    return "\(source.form.rawValue), version \(catalog.version), "
      + "\(catalog.items.count.counted("item")), \(products.counted("product"))"
  }
}

struct CatalogShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "show",
    "Print a catalog of any supported format as TOML.",
    discussion: "Exit status: 0 printed, 2 printed but it cannot be used, 1 unreadable."
  )

  @OptionGroup var options: CatalogOptions
  @Argument(help: .value("file", "A catalog, or - for standard input.")) var file: String

  func run() throws {
    let source = try CatalogSource(path: file, hints: options.hints)
    try StandardStream.print(CatalogText.of(source.catalog))
    for notice in source.notices { Console.print("\(file): \(notice)") }
    for issue in source.catalog.issues() { Console.print("\(file): \(issue)") }
    if source.hasErrors { throw ExitCode(2) }
  }
}

struct CatalogFetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "fetch",
    "Print what the stores list as your products, as a catalog.",
    discussion: """
      Asks App Store Connect (with connect-key-file), Google Play and Partner Center for the \
      products of the apps in the settings. Products of the same ID become one item. Add the \
      entitlements to the printed TOML, then import it. Exit status: 0 all stores answered, 1 at \
      least one did not.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @Option(help: .value("store", "Ask only this store; repeatable.")) var store: [Store] = []

  func run() throws {
    let settings = try Assembly.settings(settings)
    let apps = settings.listedApps.filter { store.isEmpty || store.contains($0.store) }
    guard !apps.isEmpty else {
      throw FileError("The settings name no app of a store: purser init sets one up.")
    }
    Blocking.run {
      let fetched = try await FetchedCatalog.fetch(apps, with: settings)
      for notice in fetched.notices { Console.print(notice) }
      for failure in fetched.failures { Console.print("\(failure.place): \(failure.error)") }
      if !fetched.catalog.items.isEmpty {
        try StandardStream.print(CatalogText.of(fetched.catalog))
      }
      return ExitCode(fetched.failures.isEmpty ? 0 : 1)
    }
  }
}

struct CatalogImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "import",
    "Save a catalog in the ledger.",
    discussion: """
      Replaces an existing version of the same name. The first catalog, or any imported with \
      --primary, determines the entitlements of all purchases, including those on file. Exit \
      status: 0 saved, 2 the catalog cannot be used and was not saved, 1 unreadable.
      """
  )

  @OptionGroup var place: LedgerAccess
  @OptionGroup var options: CatalogOptions
  @OptionGroup var operator_: OperatorOptions
  @Flag(help: "Make it the primary catalog.") var primary = false
  @Argument(help: .value("file", "A catalog, or - for standard input.")) var file: String

  func run() throws {
    let source = try CatalogSource(path: file, hints: options.hints)
    for notice in source.notices { Console.print("\(file): not imported: \(notice)") }
    for issue in source.catalog.issues() { Console.print("\(file): \(issue)") }
    guard !source.hasErrors else {
      Console.print("\(file): not saved; correct the errors above and import it again")
      throw ExitCode(2)
    }
    let actor = try operator_.name(for: .money, in: Assembly.settings(place.settings).team)
    let ledger = try place.openForWriting()
    let (catalog, now) = (source.catalog, try place.clock()())
    try Blocking.wait {
      try await ledger.catalogs.save(catalog, asPrimary: primary, by: actor, at: now)
      try await ledger.close()
    }
    let items = catalog.items.count.counted("item")
    try StandardStream.print(safe: "\(file): saved version \(catalog.version), \(items)")
  }
}

extension Int {
  /// `1 item`, `2 items`.
  fileprivate func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
