import Foundation
internal import GRDB

/// Whether a text has a word, or several in a row, that begin as somebody typed.
///
/// Case makes no difference, nor do accents on the letters of the basic alphabet. The full-text
/// index finds whatever this accepts, so that rows are the same whichever of them is asked.
enum WordMatch {
  /// `beginsWord(text, beginning)` for statements; 0 for a text that is null.
  static let function = DatabaseFunction("beginsWord", argumentCount: 2, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let beginning = String.fromDatabaseValue(values[1])
    else { return 0 }
    return accepts(text, beginning) ? 1 : 0
  }

  static func accepts(_ text: String, _ beginning: String) -> Bool {
    let (text, sought) = (folded(text), folded(beginning))
    guard sought.contains(where: isLetter), sought.count <= text.count else { return false }
    let isFree = !isLetter(sought[0])
    return (0...text.count - sought.count).contains { start in
      (start == 0 || isFree || !isLetter(text[start - 1]))
        && text[start..<start + sought.count].elementsEqual(sought)
    }
  }

  /// Whether there is anything in it that full text is indexed by.
  static func hasLetters(_ text: String) -> Bool { folded(text).contains(where: isLetter) }

  /// The question to the full-text index for words that begin so.
  static func phrase(_ beginning: String) -> String {
    "\"\(beginning.replacing("\"", with: "\"\""))\"*"
  }

  /// The question to the index of parts for texts that may contain so much; `nil` for less than
  /// three characters.
  static func parts(_ text: String) -> String? {
    let scalars = Array(text.unicodeScalars.prefix(longestPart))
    guard scalars.count >= 3 else { return nil }
    return (0...scalars.count - 3).map { start in
      var part = String.UnicodeScalarView()
      part.append(contentsOf: scalars[start..<start + 3])
      return "\"\(String(part).replacing("\"", with: "\"\""))\""
    }.joined(separator: " AND ")
  }

  /// More would narrow no further.
  private static let longestPart = 24

  private static func folded(_ text: String) -> [UInt32] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.map { UInt32((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) }
    }
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
