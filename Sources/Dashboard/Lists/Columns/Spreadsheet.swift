/// Makes text safe to paste or read into a spreadsheet.
package enum Spreadsheet {
  /// The characters that begin a formula, and their full-width forms, which some programs accept.
  private static let signs: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

  /// The cell's text, prefixed with a quote if a spreadsheet would run it as a formula. A sign
  /// alone is no formula.
  package static func guarded(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let rest = scalars.drop { $0.properties.isWhitespace || $0.value < 0x20 }
    guard let first = rest.first else { return text }
    let isControlled = scalars.first.map { $0.value < 0x20 } ?? false
    guard isControlled || signs.contains(first) && rest.count > 1 else { return text }
    return "'" + text
  }
}
