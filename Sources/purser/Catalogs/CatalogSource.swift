import Entitlements
import Foundation
import Receipts
import TOMLKit

/// A catalog file that cannot be used.
enum CatalogFileError: Error, Equatable, CustomStringConvertible {
  case unreadable(InputError)
  case notUTF8(path: String)
  case notTOML(path: String, line: Int, reason: String)
  case notJSON(path: String, reason: String)
  case unknownForm(path: String)
  case wrong(path: String, CatalogFileFault)

  var description: String {
    switch self {
    case .unreadable(let error): "The catalog: \(error)"
    case .notUTF8(let path): "\(path) is not UTF-8 text. Save it as UTF-8."
    case .notTOML(let path, let line, let reason): "\(path):\(line): \(reason). Mend the line."
    case .notJSON(let path, let reason): "\(path) is no JSON: \(reason)."
    case .unknownForm(let path):
      """
      \(path) is no catalog that is known: TOML with [[item]] tables, PlayFab's JSON with a Catalog \
      list, Xcode's .storekit file, or CSV whose first line names its columns.
      """
    case .wrong(let path, let fault): "\(path): \(fault)"
    }
  }
}

/// Where a catalog file says something that cannot be meant.
struct CatalogFileFault: Error, Equatable, CustomStringConvertible {
  /// `item 3, prices`, `line 12`.
  var place: String
  var expected: String

  var description: String { "\(place) must be \(expected)." }
}

/// A catalog as it was read, in whatever form it was written.
struct CatalogSource {
  /// The forms are told apart by their content.
  enum Form: String { case purser, playFab = "PlayFab", storeKit = "StoreKit", csv = "CSV" }

  /// What the file does not say itself.
  struct Hints {
    /// The version's name, in place of the file's own.
    var version: String?
    /// The currency of prices that are written without one.
    var currency: Currency?
  }

  var form: Form
  var catalog: Catalog
  /// What was left out of the file, in sentences.
  var notices: [String]

  init(path: String, hints: Hints = Hints()) throws(CatalogFileError) {
    let text = try Self.text(of: path)
    let reading: Reading
    switch Self.form(of: text) {
    case .json: reading = try Self.reading(ofJSON: text, hints, path)
    case .toml: reading = .purser(CatalogTOML(try Self.table(text, path)))
    case .csv: reading = .csv(CatalogSheet(text, currency: hints.currency))
    }
    do throws(CatalogFileFault) {
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
    case purser(CatalogTOML), csv(CatalogSheet)
    case playFab(PlayFabCatalog), storeKit(StoreKitConfiguration)
  }

  private static func text(of path: String) throws(CatalogFileError) -> String {
    var input: [UInt8]
    do throws(InputError) {
      input = try InputFile.read(path)
    } catch {
      throw .unreadable(error)
    }
    if input.starts(with: [0xEF, 0xBB, 0xBF]) { input.removeFirst(3) }
    guard let text = String(validating: input, as: UTF8.self) else { throw .notUTF8(path: path) }
    return text
  }

  /// A sheet's first line has commas; TOML begins with a comment, a table or a key and its value.
  private static func form(of text: String) -> Syntax {
    if text.first(where: { !$0.isWhitespace }) == "{" { return .json }
    let lines = text.split(whereSeparator: \.isNewline).lazy
    let first = lines.first { line in
      line.contains { !$0.isWhitespace } && line.first(where: { !$0.isWhitespace }) != "#"
    }
    guard let first, !first.contains("="), !first.hasPrefix("[") else { return .toml }
    return first.contains(",") || first.contains(";") || first.contains("\t") ? .csv : .toml
  }

  private static func table(
    _ text: String,
    _ path: String
  ) throws(CatalogFileError) -> TOMLTable {
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw .notTOML(
        path: path,
        line: Int(error.source.begin.line),
        reason: error.description
      )
    } catch {
      throw .unknownForm(path: path)
    }
  }

  private static func reading(
    ofJSON text: String,
    _ hints: Hints,
    _ path: String
  ) throws(CatalogFileError) -> Reading {
    let json: JSONValue
    do throws(Rejection) {
      json = try JSONReader.value(text)
    } catch {
      throw .notJSON(path: path, reason: Narration.sentence(error))
    }
    if let file = PlayFabCatalog(json) { return .playFab(file) }
    if let file = StoreKitConfiguration(json, currency: hints.currency) { return .storeKit(file) }
    throw .unknownForm(path: path)
  }
}
