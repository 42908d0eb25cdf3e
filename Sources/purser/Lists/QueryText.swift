import ArgumentParser
import Entitlements
import Foundation

/// A query as somebody typed it.
struct QueryText: Equatable {
  var text: String

  init(_ text: String) { self.text = text }

  func query(at instant: Date) throws(NoQuery) -> Query {
    do throws(QueryFault) {
      return try Query(reading: text, at: instant)
    } catch {
      throw NoQuery(picture: error.picture(of: text))
    }
  }

  /// Two dashes are an option that nobody knows: negation takes one.
  static func expectWords(_ words: [String]) throws {
    guard let option = words.first(where: { $0.hasPrefix("--") }) else { return }
    throw ValidationError("Unknown option \(PlainText.safe(option)).")
  }
}

/// What was typed is no query; the picture points at the place.
struct NoQuery: Error, CustomStringConvertible {
  /// Lines that are fit for a terminal.
  var picture: String

  var description: String { picture }
}
