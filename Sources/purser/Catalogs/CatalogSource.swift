import Algorithms
import Basics
import Entitlements
import Foundation
import Receipts

/// A parsed file with a catalog.
protocol CatalogFile {
  /// Sentences about what was not imported from the file, after `catalog`.
  var notices: [String] { get }

  mutating func catalog() throws(FileFault) -> Catalog
}

extension CatalogFile {
  var notices: [String] { [] }
}

/// A catalog read from a file in any supported format.
struct CatalogSource {
  /// A file format, detected from the content.
  enum Form: String {
    case purser, playFab = "PlayFab", storeKit = "StoreKit", amazon = "Amazon", csv = "CSV"
  }

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

  init(path: String, hints: DocumentHints = DocumentHints()) throws(Fault) {
    var file: any CatalogFile
    let text = try Self.readable { () throws(TextFileError) in try TextFile.text(of: path) }
    switch Self.form(of: text) {
    case .json: (form, file) = try Self.file(ofJSON: text, hints, path)
    case .toml:
      let table = try Self.readable { () throws(TextFileError) in try TextFile.table(text, path) }
      (form, file) = (.purser, CatalogTOML(table: table))
    case .csv: (form, file) = (.csv, CatalogCSV(text, currency: hints.currency))
    }
    do throws(FileFault) {
      catalog = try file.catalog()
    } catch {
      throw Fault("\(path): \(error)")
    }
    notices = file.notices
    if let version = hints.version { catalog.version = version }
  }

  /// Whether the catalog cannot be used.
  var hasErrors: Bool { catalog.issues().contains { $0.severity == .error } }

  private enum Syntax { case json, toml, csv }

  private static func readable<Content>(
    _ read: () throws(TextFileError) -> Content
  ) throws(Fault) -> Content {
    do throws(TextFileError) {
      return try read()
    } catch {
      let isMissing = if case .missing = error { true } else { false }
      throw Fault(isMissing ? "The catalog: \(error)" : error.description)
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

  private static func file(
    ofJSON text: String,
    _ hints: DocumentHints,
    _ path: String
  ) throws(Fault) -> (Form, any CatalogFile) {
    let json: JSONValue
    do throws(SyntaxError) {
      json = try JSONReader.value(text)
    } catch {
      throw Fault("\(path) is not JSON: \(Console.sentence(Rejection(error))).")
    }
    if let file = PlayFabCatalog(json) { return (.playFab, file) }
    if let file = StoreKitConfiguration(json, currency: hints.currency) { return (.storeKit, file) }
    if let file = AmazonCatalog(json, currency: hints.currency) { return (.amazon, file) }
    throw Fault(
      """
      \(path) is not a known catalog format: TOML with [[item]] tables, PlayFab's JSON with a \
      Catalog list, Xcode's .storekit file, Amazon's JSON of in-app items, or CSV with a header line.
      """
    )
  }
}

/// A catalog in CSV (RFC 4180) with a header line. Several lines of one item add products and
/// entitlements to it.
struct CatalogCSV: CatalogFile {
  private static let columns = [
    "item", "product", "store", "kind", "entitlements", "uses", "group", "rank", "price", "title",
    "class",
  ]

  private let records: [DelimitedText.Record]
  private let currency: Currency?

  /// `currency` applies to prices written without one.
  init(_ text: String, currency: Currency?) {
    records = DelimitedText.records(in: text)
    self.currency = currency
  }

  func catalog() throws(FileFault) -> Catalog {
    let names = (records.first?.fields ?? []).map { $0.lowercased() }
    for name in names where !Self.columns.contains(name) {
      throw FileFault(
        place: "line 1, \(name)",
        expected: "one of the columns \(Self.columns.joined(separator: ", "))"
      )
    }
    guard names.contains("product") else {
      throw FileFault(place: "line 1", expected: "a list of columns with product among them")
    }
    var catalog = Catalog(version: "main")
    var indices: [String: Int] = [:]
    for record in records.dropFirst() {
      guard record.fields.count <= names.count else {
        throw FileFault(
          place: "line \(record.line)",
          expected: "a record of at most \(names.count) fields"
        )
      }
      let row = Row(
        line: record.line,
        fields: Dictionary(
          zip(names, record.fields).filter { !$0.1.isEmpty },
          uniquingKeysWith: { first, _ in first }
        )
      )
      let id: String
      if let item = row.fields["item"] { id = item } else { id = try row.required("product") }
      let index = indices[id] ?? catalog.items.count
      if index == catalog.items.count {
        indices[id] = index
        catalog.items.append(Catalog.Item(id: id))
      }
      try add(row, to: &catalog.items[index])
    }
    return catalog
  }

  private struct Row {
    var line: Int
    /// The fields that are not empty, by column.
    var fields: [String: String]

    func required(_ name: String) throws(FileFault) -> String {
      guard let text = fields[name] else { throw fault(name, "given") }
      return text
    }

    func fault(_ name: String, _ expected: String) -> FileFault {
      FileFault(place: "line \(line), \(name)", expected: expected)
    }

    func integer(_ name: String) throws(FileFault) -> Int? {
      guard let text = fields[name] else { return nil }
      guard let integer = Int(text) else { throw fault(name, "a whole number") }
      return integer
    }
  }

  private func add(_ row: Row, to item: inout Catalog.Item) throws(FileFault) {
    item.title = item.title ?? row.fields["title"]
    item.itemClass = item.itemClass ?? row.fields["class"]
    item.group = item.group ?? row.fields["group"]
    if let rank = try row.integer("rank") { item.rank = rank }
    if let uses = try row.integer("uses") { item.uses = uses }
    if let text = row.fields["kind"] {
      guard let kind = ProductKind(catalogWord: text) else {
        throw row.fault("kind", "one of \(ProductKind.catalogWords)")
      }
      item.kind = kind
    }
    let keys = (row.fields["entitlements"] ?? "").split { " |;".contains($0) }.map(String.init)
    item.entitlements += keys.filter { !item.entitlements.contains($0) }
    if let id = row.fields["product"] {
      let name = row.fields["store"]?.lowercased() ?? Store.apple.rawValue
      guard let store = Store(rawValue: name) else {
        let known = Store.allCases.map(\.rawValue).joined(separator: ", ")
        throw row.fault("store", "one of \(known)")
      }
      item.products.append(Catalog.Product(store, id))
    }
    if let text = row.fields["price"] {
      guard let price = Money(written: text) ?? currency.flatMap({ Money(decimal: text, $0) })
      else { throw row.fault("price", "an amount with its currency, such as 9.99 USD") }
      if !item.prices.contains(price) { item.prices.append(price) }
    }
  }
}

/// A parser for comma-separated records (RFC 4180). Accepts semicolons or tabs if the first line
/// has no comma, as spreadsheets in many countries write them.
enum DelimitedText {
  struct Record: Equatable {
    /// The number of its first line, from 1.
    var line: Int
    /// The fields without surrounding white space.
    var fields: [String]
  }

  /// Parses `text`; skips empty lines. An unclosed quotation ends with the text.
  static func records(in text: String) -> [Record] {
    let head = text.prefix { !$0.isNewline }
    let separator: Character = head.contains(",") ? "," : head.contains(";") ? ";" : "\t"
    var records: [Record] = []
    var record = Record(line: 1, fields: [])
    var field = ""
    var isQuoted = false
    var line = 1
    func trimmed() -> String { String(field.trimming(while: \.isWhitespace)) }
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted && rest.first == "\"":
        field.append(character)
        rest.removeFirst()
      case "\"" where isQuoted || field.allSatisfy(\.isWhitespace): isQuoted.toggle()
      case separator where !isQuoted:
        record.fields.append(trimmed())
        field = ""
      case _ where character.isNewline && !isQuoted:
        line += 1
        record.fields.append(trimmed())
        if record.fields != [""] { records.append(record) }
        record = Record(line: line, fields: [])
        field = ""
      default:
        if character.isNewline { line += 1 }
        field.append(character)
      }
    }
    record.fields.append(trimmed())
    if record.fields != [""] { records.append(record) }
    return records
  }
}
