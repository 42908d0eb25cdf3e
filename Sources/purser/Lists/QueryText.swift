import ArgumentParser
import Entitlements
import Foundation

/// The text of a query.
struct QueryText: Equatable {
  var text: String

  init(_ text: String) { self.text = text }

  func query(at instant: Date) throws(NoQuery) -> Query {
    do throws(QueryError) {
      return try Query(reading: text, at: instant)
    } catch {
      throw NoQuery(picture: error.picture(of: text))
    }
  }

  /// Rejects words with two dashes as unknown options: negation uses one.
  static func expectWords(_ words: [String]) throws {
    guard let option = words.first(where: { $0.hasPrefix("--") }) else { return }
    throw ValidationError("Unknown option \(PlainText.safe(option)).")
  }
}

/// The text is not a valid query; the picture marks the error.
struct NoQuery: Error, CustomStringConvertible {
  /// Lines that are safe for a terminal.
  var picture: String

  var description: String { picture }
}
