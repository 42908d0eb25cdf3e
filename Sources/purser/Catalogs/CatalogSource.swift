import Basics
import Entitlements
import Foundation
import Receipts
import TOMLKit

/// A catalog file that cannot be used.
enum CatalogFileError: Error, Equatable, CustomStringConvertible {
  case unreadable(TextFileError)
  case notJSON(path: String, reason: String)
  case unknownForm(path: String)
  case wrong(path: String, FileFault)

  var description: String {
    switch self {
    case .unreadable(.missing(let error)): "The catalog: \(error)"
    case .unreadable(let error): error.description
    case .notJSON(let path, let reason): "\(path) is not JSON: \(reason)."
    case .unknownForm(let path):
      """
      \(path) is not a known catalog format: TOML with [[item]] tables, PlayFab's JSON with a \
      Catalog list, Xcode's .storekit file, or CSV with a header line.
      """
    case .wrong(let path, let fault): "\(path): \(fault)"
    }
  }
}

/// A catalog read from a file in any supported format.
struct CatalogSource {
  /// A file format, detected from the content.
  enum Form: String { case purser, playFab = "PlayFab", storeKit = "StoreKit", csv = "CSV" }

  /// Values that the file does not state.
  struct DocumentHints {
    /// The version's name, replacing the file's own.
    var version: String?
    /// The currency of prices written without one.
    var currency: Currency?
  }

  var form: Form
  var catalog: Catalog
  /// Sentences about what was not imported from the file.
  var notices: [String]

  init(path: String, hints: DocumentHints = DocumentHints()) throws(CatalogFileError) {
    let text = try Self.readable { () throws(TextFileError) in try TextFile.text(of: path) }
    let reading: Reading
    switch Self.form(of: text) {
    case .json: reading = try Self.reading(ofJSON: text, hints, path)
    case .toml:
      let table = try Self.readable { () throws(TextFileError) in try TextFile.table(text, path) }
      reading = .purser(CatalogTOML(table))
    case .csv: reading = .csv(CatalogCSV(text, currency: hints.currency))
    }
    do throws(FileFault) {
      switch reading {
      case .purser(let file): (form, catalog, notices) = (.purser, try file.catalog(), [])
      case .csv(let sheet): (form, catalog, notices) = (.csv, try sheet.catalog(), [])
      case .playFab(var file):
        (form, catalog) = (.playFab, try file.catalog())
        notices = file.notices
      case .storeKit(var file):
        (form, catalog) = (.storeKit, try file.catalog())
        notices = file.notices
      }
    } catch {
      throw .wrong(path: path, error)
    }
    if let version = hints.version { catalog.version = version }
  }

  private enum Syntax { case json, toml, csv }

  private enum Reading {
    case purser(CatalogTOML), csv(CatalogCSV)
    case playFab(PlayFabCatalog), storeKit(StoreKitConfiguration)
  }

  private static func readable<Content>(
    _ read: () throws(TextFileError) -> Content
  ) throws(CatalogFileError) -> Content {
    do throws(TextFileError) {
      return try read()
    } catch {
      throw .unreadable(error)
    }
  }

  /// CSV has separators in its first line; TOML begins with a comment, a table or a key.
  private static func form(of text: String) -> Syntax {
    if text.first(where: { !$0.isWhitespace }) == "{" { return .json }
    let lines = text.split(whereSeparator: \.isNewline).lazy
    let first = lines.first { line in
      line.contains { !$0.isWhitespace } && line.first(where: { !$0.isWhitespace }) != "#"
    }
    guard let first, !first.contains("="), !first.hasPrefix("[") else { return .toml }
    return first.contains(",") || first.contains(";") || first.contains("\t") ? .csv : .toml
  }

  private static func reading(
    ofJSON text: String,
    _ hints: DocumentHints,
    _ path: String
  ) throws(CatalogFileError) -> Reading {
    let json: JSONValue
    do throws(SyntaxError) {
      json = try JSONReader.value(text)
    } catch {
      throw .notJSON(path: path, reason: Console.sentence(Rejection(error)))
    }
    if let file = PlayFabCatalog(json) { return .playFab(file) }
    if let file = StoreKitConfiguration(json, currency: hints.currency) { return .storeKit(file) }
    throw .unknownForm(path: path)
  }
}
