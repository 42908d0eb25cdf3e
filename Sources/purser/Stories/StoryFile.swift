import Entitlements
import Foundation
import TOMLKit

/// A story file cannot be used.
enum StoryFileError: Error, Equatable, CustomStringConvertible {
  case unreadable(TextFileError)
  case wrong(path: String, FileFault)
  case noStories(folder: String)

  var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .wrong(let path, let fault): "\(path): \(fault)"
    case .noStories(let folder): "\(folder) contains no story. Stories are files named *.toml."
    }
  }
}

/// Reads story files: TOML with the customer's `message`, the time `at` of the question,
/// `[expect]`, `[catalog]` and a `[[document]]` for each document.
struct StoryFile {
  let path: String

  /// The file itself, or all `.toml` files of a folder and its subfolders, by name.
  static func files(in path: String) throws(StoryFileError) -> [StoryFile] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return [StoryFile(path: path)] }
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    let files = names.filter { $0.hasSuffix(".toml") }.sorted()
    guard !files.isEmpty else { throw .noStories(folder: path) }
    return files.map { StoryFile(path: "\(path)/\($0)") }
  }

  func story() throws(StoryFileError) -> Story {
    let text: String
    do throws(TextFileError) {
      text = try TextFile.text(of: path)
    } catch {
      throw .unreadable(error)
    }
    return try Self.story(text, path: path)
  }

  /// Parses `text`; `path` names it in errors.
  static func story(_ text: String, path: String) throws(StoryFileError) -> Story {
    let table: TOMLTable
    do throws(TextFileError) {
      table = try TextFile.table(text, path)
    } catch {
      throw .unreadable(error)
    }
    do throws(FileFault) {
      return try StoryFile(path: path).story(TOMLFields(table, "the story"))
    } catch {
      throw .wrong(path: path, error)
    }
  }

  private func story(_ fields: TOMLFields) throws(FileFault) -> Story {
    try fields.expectOnly([
      "about", "message", "at", "app", "apps", "catalog", "document", "expect",
    ])
    let app = try fields.text("app")
    guard let instant = try fields.instant("at") else {
      throw fields.fault("at", "the time of the question, like 2026-03-01T10:00:00Z")
    }
    guard let expect = try fields.table("expect") else {
      throw fields.fault("expect", "a table with the verdict")
    }
    var documents: [StoryDocument] = []
    for (index, document) in try fields.tables("document").enumerated() {
      let reader = StoryDocumentTOML(document, number: index + 1, app: app, story: path)
      documents.append(try reader.document())
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
      do throws(CatalogFileError) {
        catalog = try CatalogSource(path: Self.path(of: name, besides: path)).catalog
      } catch {
        throw fields.fault("catalog", "a readable catalog. \(error)")
      }
    } else if let table = try fields.table("catalog") {
      catalog = try CatalogTOML(table.table).catalog()
    } else {
      return nil
    }
    if let error = catalog.faults().first(where: { $0.severity == .error }) {
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
