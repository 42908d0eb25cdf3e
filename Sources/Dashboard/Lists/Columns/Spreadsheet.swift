/// Text that may be pasted or read into a spreadsheet.
package enum Spreadsheet {
  /// What begins a formula, or stands before one unseen; and the same signs in full width, which
  /// some programs take for them.
  private static let signs: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

  /// The cell's text, behind a quote where a spreadsheet would run it as a formula. A sign by itself
  /// is none.
  package static func guarded(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let rest = scalars.drop { $0.properties.isWhitespace || $0.value < 0x20 }
    guard let first = rest.first else { return text }
    let isControlled = scalars.first.map { $0.value < 0x20 } ?? false
    guard isControlled || signs.contains(first) && rest.count > 1 else { return text }
    return "'" + text
  }
}
