import Entitlements
import Foundation
import Translations

/// What must hold for any text whatever of the readers of queries, messages and translations, beyond
/// that nothing traps.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// A search query.
  case query
  /// A customer's message.
  case message
  /// A `.po` file.
  case catalog

  private static let now = Date(timeIntervalSince1970: 1_767_225_600)

  /// The first property that does not hold, in words; `nil` when all do.
  func fault(_ input: [UInt8], thoroughly: Bool = true) throws -> String? {
    let text = String(decoding: input, as: UTF8.self)
    return switch self {
    case .query: Self.queryFault(text)
    case .message: Self.messageFault(text)
    case .catalog: Self.catalogFault(text)
    }
  }

  private static func queryFault(_ text: String) -> String? {
    do throws(QueryError) {
      let query = try Query(parsing: text, at: now)
      guard query.normalized == query else { return "a query that is not in its shortest form" }
      let written = query.description
      if written.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
        return "a query is written with control characters"
      }
      guard written.utf8.count <= Query.longestText else { return nil }
      guard (try? Query(parsing: written, at: now)) == query else {
        return "it reads as another query"
      }
      return (try? Query(parsing: query.echo, at: now)) == nil ? "masked, it is no query" : nil
    } catch {
      let range = error.range
      return error.sentence.isEmpty || range.lowerBound < 0 || range.upperBound > text.utf8.count
        ? "an error that is nowhere" : nil
    }
  }

  private static func messageFault(_ text: String) -> String? {
    for identifier in Identifier.all(in: text) {
      let range = identifier.range
      guard range.lowerBound >= 0, range.upperBound <= text.utf8.count, !range.isEmpty else {
        return "an identifier that is nowhere"
      }
      if identifier.isSecret, identifier.masked == identifier.value { return "a secret in full" }
    }
    if let query = try? Query(reading: text, at: now), query.normalized != query {
      return "a message is read as a query that is not in its shortest form"
    }
    _ = Introductions(in: text)
    _ = MessageClues(in: text)
    _ = TicketCategory.kinds(in: text)
    _ = MessageLanguage.likeliest(in: text)
    return nil
  }

  private static func catalogFault(_ text: String) -> String? {
    let entry = "\n\nmsgid \"one\"\nmsgid_plural \"many\"\nmsgstr[0] \"a\"\nmsgstr[1] \"b\"\n"
    // Behind any other text, a whole entry must be found.
    let catalog = MessageCatalog(po: text + "\nmsgid \"before\"\nmsgstr \"x\"\n" + entry)
    for count in [0, 1, 2, 5, 11, 100, .max, -1, .min] {
      guard let form = catalog.text("one", count: count), ["a", "b"].contains(form) else {
        return "no plural form for \(count)"
      }
    }
    return catalog["before"] == nil || catalog["one"] == "a" ? nil : "another text"
  }
}
