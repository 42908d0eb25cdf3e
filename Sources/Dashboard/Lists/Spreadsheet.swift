/// Text that may be pasted or read into a spreadsheet.
package enum Spreadsheet {
  /// The cell's text, behind a quote where a spreadsheet would run it as a formula. A sign by itself
  /// is none.
  package static func guarded(_ text: String) -> String {
    guard let first = text.first, "=+-@".contains(first), text.count > 1 else { return text }
    return "'" + text
  }
}
