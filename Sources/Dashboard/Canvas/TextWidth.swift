/// How many cells a character takes. Terminals disagree, so this table decides, and `SafeText`
/// lets nothing through on which they are known to differ.
package enum TextWidth {
  /// 0 for what combines with the character before it, 2 for wide characters, else 1.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    // Nothing between here and the CJK blocks that screens are drawn with is zero or wide.
    if (0x2500...0x25FC).contains(value) { return 1 }
    if WidthTable.contains(WidthTable.wide, value) { return 2 }
    if WidthTable.contains(WidthTable.zero, value) { return 0 }
    return 1
  }

  package static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  /// Whether the table knows the character: assigned, never to be for internal use only, and not newer
  /// than the table.
  static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age, !scalar.properties.isNoncharacterCodePoint else {
      return false
    }
    return age.major < WidthTable.version.major
      || (age.major == WidthTable.version.major && age.minor <= WidthTable.version.minor)
  }
}
