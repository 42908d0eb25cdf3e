import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Reads story files: TOML with the customer's `message`, the time `at` of the question,
/// `[expect]`, `[catalog]` and a `[[document]]` for each document.
struct StoryFile {
  let path: String

  /// The file itself, or all `.toml` files of a folder and its subfolders, by name.
  static func files(in path: String) throws(FileError) -> [StoryFile] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return [StoryFile(path: path)] }
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    let files = names.filter { $0.hasSuffix(".toml") }.sorted()
    guard !files.isEmpty else {
      throw FileError("\(path) contains no story. Stories are files named *.toml.")
    }
    return files.map { StoryFile(path: "\(path)/\($0)") }
  }

  func story() throws(FileError) -> Story {
    try story(of: try TextFile.table(of: path).table)
  }

  /// The story that a text defines, as if the file had it.
  func story(_ text: String) throws(FileError) -> Story {
    try story(of: try TextFile.table(text, path, advice: ""))
  }

  private func story(of table: TOMLTable) throws(FileError) -> Story {
    do throws(FileFault) {
      return try story(TOMLFields(table, "the story"))
    } catch {
      throw FileError("\(path): \(error)")
    }
  }

  private func story(_ fields: TOMLFields) throws(FileFault) -> Story {
    try fields.expectOnly([
      "about", "message", "at", "app", "apps", "catalog", "document", "expect",
    ])
    let app = try fields.text("app")
    let instant = try fields.instant("at", "the time of the question, like 2026-03-01T10:00:00Z")
    guard let expect = try fields.table("expect") else {
      throw fields.fault("expect", "a table with the verdict")
    }
    let documents = try fields.tables("document").enumerated().map { item throws(FileFault) in
      try StoryDocumentTOML(fields: item.element, number: item.offset + 1, app: app, story: path)
        .document()
    }
    return Story(
      message: try fields.required("message"),
      instant: instant,
      catalog: try catalog(fields),
      apps: fields.table["apps"] == nil ? [] : Set(try fields.texts("apps")),
      documents: documents,
      expected: try Self.expectation(TOMLFields(expect.table, "expect"))
    )
  }

  /// Reads the catalog from the story itself or from a file beside it.
  private func catalog(_ fields: TOMLFields) throws(FileFault) -> Catalog? {
    let catalog: Catalog
    if let name = fields.table["catalog"]?.string {
      do throws(Fault) {
        catalog = try CatalogSource(path: Self.path(of: name, besides: path)).catalog
      } catch {
        throw fields.fault("catalog", "a readable catalog. \(error)")
      }
    } else if let table = try fields.table("catalog") {
      catalog = try CatalogTOML(table: table.table).catalog()
    } else {
      return nil
    }
    if let error = catalog.issues().first(where: { $0.severity == .error }) {
      throw fields.fault("catalog", "a catalog without errors: \(error.description)")
    }
    return catalog
  }

  /// Resolves a path relative to the story's folder.
  static func path(of name: String, besides story: String) -> String {
    guard !name.hasPrefix("/"), let slash = story.lastIndex(of: "/") else { return name }
    return story[...slash] + name
  }

  private static func expectation(_ fields: TOMLFields) throws(FileFault) -> Story.Expectation {
    try fields.expectOnly([
      "verdict", "also", "never", "ticket", "recommendation", "access", "user", "forbidden",
      "checks",
    ])
    guard let verdict = try fields.word("verdict", of: VerdictCode.self) else {
      throw fields.fault("verdict", "the code of a verdict")
    }
    var checks: [(code: String, result: Diagnosis.Result)] = []
    if let table = try fields.table("checks") {
      for code in table.table.keys.sorted() {
        guard let result = try table.word(code, of: Diagnosis.Result.self) else { continue }
        checks.append((code, result))
      }
    }
    let access = fields.table["access"] == nil ? nil : try fields.texts("access")
    return Story.Expectation(
      verdict: verdict,
      also: try fields.words("also"),
      never: try fields.words("never"),
      ticket: try fields.word("ticket"),
      recommendation: try fields.word("recommendation"),
      access: access,
      user: try fields.text("user"),
      forbidden: try fields.texts("forbidden"),
      checks: checks
    )
  }
}

/// Reads one `[[document]]` of a story: `bytes` or `file` for existing documents, or `kind` and
/// decoded `fields`.
struct StoryDocumentTOML {
  private static let known = [
    "kind", "fields", "bytes", "file", "received", "user", "name", "email", "origin", "app",
    "environment", "product", "product-kind", "token", "order", "account", "vouched", "forged",
    "believed", "by",
  ]

  let fields: TOMLFields
  let number: Int
  /// The story's app.
  let app: String?
  /// The story file's path.
  let story: String

  func document() throws(FileFault) -> StoryDocument {
    try fields.expectOnly(Self.known)
    let received = "the time of arrival, like 2026-03-01T10:00:00Z"
    let receivedAt = try fields.instant("received", received)
    let content = try content(receivedAt: receivedAt)
    let kind: ReceiptKind? = if case .fields(_, let kind) = content { kind } else { nil }
    let isForged = try fields.flag("forged") ?? false
    if isForged, kind.map({ !$0.isSigned }) ?? false {
      throw fields.fault("forged", "removed: documents of this kind are not signed")
    }
    return StoryDocument(
      place: fields.place,
      number: number,
      content: content,
      receivedAt: receivedAt,
      isForged: isForged,
      isBelieved: try fields.flag("believed") ?? !isForged,
      user: try fields.text("user").map { ID($0) },
      name: try fields.text("name"),
      email: try fields.text("email"),
      origin: try fields.word("origin") ?? kind?.usualOrigin ?? .uploaded,
      hints: DocumentHints(
        app: try fields.text("app") ?? app,
        environment: try fields.word("environment", of: Entitlements.Environment.self)?.rawValue,
        productID: try fields.text("product"),
        productKind: try fields.word("product-kind", of: ProductKind.self)?.rawValue,
        purchaseToken: try fields.text("token"),
        storeOrder: try fields.text("order"),
        account: try fields.text("account")
      ),
      trustBasis: try fields.word("vouched") ?? kind?.usualTrustBasis
    )
  }

  private func content(receivedAt: Date) throws(FileFault) -> StoryDocument.Content {
    let sources = ["kind", "bytes", "file"].filter { fields.table[$0] != nil }
    guard sources.count == 1 else {
      throw FileFault(place: fields.place, expected: "defined by one of kind, bytes and file")
    }
    if let text = try fields.text("bytes") { return .bytes(Array(text.utf8)) }
    if let name = try fields.text("file") {
      return .bytes(
        try InputFile.read(file: StoryFile.path(of: name, besides: story)) { error in
          fields.fault("file", "a readable file. \(error)")
        }
      )
    }
    return try stated(as: try fields.required("kind"), receivedAt: receivedAt)
  }

  private func stated(
    as name: String,
    receivedAt: Date
  ) throws(FileFault) -> StoryDocument.Content {
    guard let table = try fields.table("fields") else {
      throw fields.fault("fields", "a table of the document's fields")
    }
    if name == "manual" {
      return .action(try StoryAct(fields: table).action(), by: try fields.text("by") ?? "story")
    }
    guard let kind = ReceiptKind(rawValue: name), ReceiptKind.stated.contains(kind) else {
      let kinds = ReceiptKind.stated.map(\.rawValue).joined(separator: ", ")
      throw fields.fault("kind", "manual or one of \(kinds)")
    }
    let app = try fields.text("app") ?? app
    let receipt = StoryReceipt(fields: table, app: app, receivedAt: receivedAt)
    switch kind {
    case .appReceipt: return .appReceipt(try receipt.receipt())
    case .microsoftReceipt: return .microsoftReceipt(try receipt.microsoftReceipt())
    default:
      return .fields(try StoryJSON(kind).value(table.table, table.place), as: kind)
    }
  }
}
