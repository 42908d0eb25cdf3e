import Entitlements
import Foundation
import Testing

/// Work that grew faster than the text would not end at these lengths.
@Suite struct `Hostile texts are read to their end` {
  private static let length = 250_000

  private static let pieces = [
    "(", "\"", "a", "1", "M", "m1", "@", "a@", ".", "-", ":", "eyJ", "eyJ-", "eyJa.", "MII", "MII ",
    "MII\n", "GPA.",
    "GPA.1234-", "1234-", ".AO-J", "a.AO-J1O", "q1YqV", "q1YqV-", "apple:production:",
    "apple:production:x:",
    "apple:production:x:.", "cus_", "cus_A1", "=:1:1", "aA1=:1:1", "2f9e1a3c-", "0123456789abcdef",
    "order M1 ", "m-",
    "+1 ", "0 1 ", "x-", "x-:\n ", "--", "\n", "\u{0}", "\u{1B}", "e\u{301}", "\u{301}",
    "\u{202E}א", "\u{200B}", "日",
    "日本語M1234567890", "é@é.", "👨‍👩‍👧", "\u{2014}", "123456789,", "123456789 ", " ", "aB3+/Zz0", "(a | ",
  ]

  @Test(arguments: pieces)
  func `whatever they repeat`(_ piece: String) {
    let text = String(repeating: piece, count: Self.length / piece.utf8.count)
    let identifiers = Identifier.all(in: text)
    for identifier in identifiers { #expect(identifier.range.upperBound <= text.utf8.count) }
    #expect(throws: QueryError.self) { try Query(parsing: text, at: .distantPast) }
    _ = TicketCategory.kinds(in: text)
    let short = String(decoding: text.utf8.prefix(Query.longestText - 3), as: UTF8.self)
    do {
      let query = try Query(parsing: short, at: .distantPast)
      #expect(query.normalized == query)
    } catch {
      #expect(error.range.upperBound <= short.utf8.count)
      #expect(!error.picture(of: short).contains("\u{1B}"))
    }
  }

  @Test func `in a megabyte of all of it`() {
    let text = String(repeating: Self.pieces.joined(), count: 2_000)
    #expect(!Identifier.all(in: text).isEmpty)
    #expect(throws: Never.self) { try Query(reading: text, at: .distantPast) }
    let letter = String(repeating: "I paid twice, please help. ", count: 40_000)
    #expect(Identifier.all(in: letter + "GPA.1234-5678-9012-34567").count == 1)
  }

  @Test(arguments: 0..<60)
  func `whatever they mix`(_ seed: Int) {
    var state = UInt64(seed) &+ 77
    var text = ""
    for _ in 0..<400 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      text += Self.pieces[Int(state >> 33) % Self.pieces.count]
    }
    var end = 0
    let bytes = Array(text.utf8)
    for identifier in Identifier.all(in: text) {
      #expect(identifier.range.lowerBound >= end && identifier.range.upperBound <= bytes.count)
      end = identifier.range.upperBound
      #expect(String(bytes: bytes[identifier.range], encoding: .utf8) != nil)
    }
    for cut in stride(from: 0, to: min(text.unicodeScalars.count, 900), by: 7) {
      let part = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(cut).prefix(60)))
      do { _ = try Query(parsing: part, at: .distantPast) } catch {
        #expect(error.range.upperBound <= part.utf8.count)
      }
    }
  }
}
