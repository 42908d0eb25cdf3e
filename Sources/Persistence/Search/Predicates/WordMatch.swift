import Foundation
internal import GRDB
private import GRDBSQLite

/// Tests whether a text contains consecutive words that start as typed.
///
/// Ignores case, and accents on ASCII letters. The full-text index finds everything that this
/// accepts, so that both give the same rows.
enum WordMatch {
  /// Installs the SQL function `beginsWord(text, beginning)`; 0 for a NULL text.
  ///
  /// It reads SQLite's bytes in index, because whole lists are scanned with it.
  static func install(in db: Database) throws {
    let code = sqlite3_create_function_v2(
      db.sqliteConnection,
      "beginsWord",
      2,
      SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      nil,
      { context, _, values in
        let isFound = WordMatch.accepts(Bytes(values?[0]), Bytes(values?[1]))
        sqlite3_result_int(context, isFound ? 1 : 0)
      },
      nil,
      nil,
      nil
    )
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private static func accepts(_ text: Bytes, _ sought: Bytes) -> Bool {
    guard let first = sought.first, !text.isEmpty else { return false }
    let isBasic = sought.allSatisfy { $0 < 0x80 }
    guard isBasic, text.allSatisfy({ $0 < 0x80 }) else {
      if isBasic, !text.contains(where: mayBeBasic) { return false }
      return accepts(String(decoding: text, as: UTF8.self), String(decoding: sought, as: UTF8.self))
    }
    guard sought.contains(where: { isLetter(UInt32(lowercased($0))) }), sought.count <= text.count
    else { return false }
    let (start, isFree) = (lowercased(first), !isLetter(UInt32(lowercased(first))))
    for index in 0...text.count - sought.count where lowercased(text[index]) == start {
      guard isFree || index == 0 || !isLetter(UInt32(lowercased(text[index - 1]))) else { continue }
      if sought.indices.allSatisfy({ lowercased(text[index + $0]) == lowercased(sought[$0]) }) {
        return true
      }
    }
    return false
  }

  /// Whether the byte starts a scalar that may fold to an ASCII letter or digit: itself, or one of
  /// the Latin blocks or letter-like symbols. Other scripts don't fold to ASCII.
  private static func mayBeBasic(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xC2...0xC9, 0xE1, 0xE2: true
    default: false
    }
  }

  private static func lowercased(_ letter: UInt8) -> UInt8 {
    (0x41...0x5A).contains(letter) ? letter | 0x20 : letter
  }

  static func accepts(_ text: String, _ beginning: String) -> Bool {
    let (text, sought) = (folded(text), folded(beginning))
    guard sought.contains(where: isLetter), sought.count <= text.count else { return false }
    let isFree = !isLetter(sought[0])
    return (0...text.count - sought.count).contains { start in
      text[start] == sought[0]
        && (start == 0 || isFree || !isLetter(text[start - 1]))
        && text[start..<start + sought.count].elementsEqual(sought)
    }
  }

  /// Whether the text contains anything that the full-text index contains.
  static func hasLetters(_ text: String) -> Bool { folded(text).contains(where: isLetter) }

  /// The full-text query for words that start as typed.
  static func phrase(_ beginning: String) -> String {
    // A word followed by another character is complete.
    let isEnded =
      beginning.utf8.last.map { $0 < 0x80 && !isLetter(UInt32(lowercased($0))) } ?? false
    return "\"\(beginning.replacing("\"", with: "\"\""))\"\(isEnded ? "" : "*")"
  }

  /// The trigram query for texts that may contain `text`; `nil` for fewer than three characters.
  static func parts(_ text: String) -> String? {
    let scalars = Array(text.unicodeScalars.prefix(maxPartLength))
    guard scalars.count >= 3 else { return nil }
    return (0...scalars.count - 3).map { start in
      var part = String.UnicodeScalarView()
      part.append(contentsOf: scalars[start..<start + 3])
      let escaped = String(part).replacing("\"", with: "\"\"")
      return "\"\(escaped)\""
    }.joined(separator: " AND ")
  }

  /// The maximum number of characters to query; more wouldn't narrow the result.
  private static let maxPartLength = 24

  private static func folded(_ text: String) -> [UInt32] {
    var folded: [UInt32] = []
    folded.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x80: folded.append(UInt32(lowercased(UInt8(scalar.value))))
      // Ideographs don't fold.
      case 0x4E00..<0xA000: folded.append(scalar.value)
      case 0x80..<commonEnd:
        guard let common = common[Int(scalar.value) - 0x80] else { return decomposed(text) }
        folded += common
      default: return decomposed(text)
      }
    }
    return folded
  }

  /// The context-free foldings; `nil` for marks, whose order matters.
  private static let common: [[UInt32]?] = (0x80..<commonEnd).map { value in
    guard let scalar = Unicode.Scalar(value),
      scalar.properties.canonicalCombiningClass == .notReordered,
      scalar.properties.generalCategory != .nonspacingMark
    else { return nil }
    return decomposed(String(scalar))
  }
  private static let commonEnd: UInt32 = 0x600

  private static func decomposed(_ text: String) -> [UInt32] {
    var folded: [UInt32] = []
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
      let isMark = scalar.properties.generalCategory == .nonspacingMark
      if isMark, let last = folded.last, (0x61...0x7A).contains(last) { continue }
      folded += scalar.properties.lowercaseMapping.unicodeScalars.map(\.value)
    }
    return folded
  }

  private static func isLetter(_ value: UInt32) -> Bool {
    if value < 0x80 { return (0x61...0x7A).contains(value) || (0x30...0x39).contains(value) }
    switch Unicode.Scalar(value)?.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark,
      .enclosingMark:
      return true
    default: return false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes of an SQLite text; empty for NULL.
  fileprivate init(_ value: OpaquePointer?) {
    // SQLite requires reading the text before its length.
    let start = value.flatMap { sqlite3_value_text($0) }
    self.init(
      start: start,
      count: start == nil ? 0 : value.map { Int(sqlite3_value_bytes($0)) } ?? 0
    )
  }
}
