import ArgumentParser
import Entitlements
import Foundation
import ServiceCore

/// The files of an import, and how documents lie in them.
struct ImportInputOptions: ParsableArguments {
  @Option(
    help: .value(
      "id",
      """
      The owner of the purchases; with --receipt, the column of the owner's ID. Default: the user \
      who already owns one of them, or else a new user named after the first purchase.
      """
    )
  )
  var user: String?
  @Flag(help: "Read one document per line from each file, in base64, JWS or JSON.")
  var jsonl = false
  @Option(help: .value("file", "Read documents from a CSV file, or from - for standard input."))
  var csv: String?
  @Option(
    help: .value("file", "Read documents from a database dump, or from - for standard input.")
  )
  var sql: String?
  @Option(help: .value("name", "With --sql: the table. Default: the one with the columns."))
  var table: String?
  @Option(
    help: .value("column", "The column, or JSON member, of documents, in base64, hex, JWS or JSON.")
  )
  var receipt: String?
  @Option(
    help: .value("name", "Read the export of another service: revenuecat, adapty or playfab.")
  )
  var from: ExportSource?
  @Option(help: .value("mib", "How much a packed file may unpack to."))
  var unpackedLimit = ByteSource.unpackedLimit >> 20
  @Argument(help: .value("file", "Files, folders, archives, or - for standard input."))
  var files: [String] = []

  func validate() throws {
    let named = [csv, sql].compactMap(\.self)
    try require(
      files.isEmpty == (named.count == 1) && named.count <= 1,
      "Name files, or one table with --csv or --sql."
    )
    try require(sql == nil || receipt != nil, "--sql requires --receipt.")
    try require(
      receipt == nil || !named.isEmpty || jsonl,
      "--receipt requires --csv, --sql or --jsonl."
    )
    try require(named.isEmpty || !jsonl, "--jsonl excludes --csv and --sql.")
    try require(table == nil || sql != nil, "--table requires --sql.")
    try require(
      from == nil || named.isEmpty && receipt == nil && user == nil && !jsonl,
      "--from knows the columns: leave out --csv, --sql, --jsonl, --receipt and --user."
    )
    try require(
      (1...1_000_000).contains(unpackedLimit),
      "--unpacked-limit takes 1 to 1000000."
    )
    if let user, user.isEmpty || user.utf8.count > 256 {
      throw ValidationError("A user ID has 1 to 256 bytes.")
    }
  }

  var names: [String] { (csv ?? sql).map { [$0] } ?? files }

  private var format: RecordFormat {
    if let names = from?.documents { return .objects(names) }
    guard let receipt else { return jsonl ? .lines : .whole }
    let names = FieldNames(receipt: receipt, user: user)
    if csv != nil { return .rows(names) }
    return sql == nil ? .objects(names) : .dump(names, table: table)
  }

  func input(_ hints: HintOptions) throws -> ImportInput {
    let (hints, isAnswer) = (hints.hints, hints.storeAnswer)
    let owner = receipt == nil ? user.map { ID<User>($0) } : nil
    return ImportInput(
      names,
      format,
      user: owner,
      limit: unpackedLimit << 20,
      isOneByOne: isAnswer
    ) { bytes, user in
      SubmittedDocument(
        bytes: bytes,
        user: user,
        hints: hints,
        trustBasis: isAnswer ? .storeAnswer : nil
      )
    }
  }
}

/// Services whose exports are read.
enum ExportSource: String, CaseIterable, ExpressibleByArgument {
  case revenuecat = "revenuecat", adapty = "adapty", playfab = "playfab"

  /// Where the stores' documents are in it; `nil` if it has none. PlayFab exports events, one JSON
  /// object per line ("player_receipt_validation" in its reference of PlayStream events).
  var documents: FieldNames? {
    self == .playfab ? FieldNames(receipt: "ReceiptContent", user: "EntityId") : nil
  }

  /// Its table of purchases without documents.
  var purchases: PurchaseExport? { PurchaseExport(rawValue: rawValue) }
}

/// Context that a plain store response does not include.
struct HintOptions: ParsableArguments {
  @Option(help: .value("id", "The app that the response is about.")) var app: String?
  @Option(help: .value("name", "The environment: production or sandbox.")) var environment: String?
  @Option(help: .value("id", "The queried product.")) var product: String?
  @Option(help: .value("text", "The purchase token of the query.")) var token: String?
  @Option(help: .value("id", "The device that sent the document.")) var device: String?
  @Flag(help: "Trust unsigned responses: they were fetched from the store over TLS.")
  var storeAnswer = false

  func validate() throws {
    if let environment, Entitlements.Environment(rawValue: environment) == nil {
      throw ValidationError("--environment takes production, sandbox or xcode.")
    }
  }

  var hints: DocumentHints {
    DocumentHints(
      app: app,
      environment: environment,
      productID: product,
      purchaseToken: token,
      device: device
    )
  }
}
