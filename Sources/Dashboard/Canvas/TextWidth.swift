/// The number of cells of a character. Terminals disagree, so this table decides; `SafeText`
/// rejects characters whose widths are known to differ.
package enum TextWidth {
  /// 0 for combining characters, 2 for wide characters, else 1.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    // Box drawing and block elements, which screens are drawn with, are all narrow.
    if (0x2500...0x25FC).contains(value) { return 1 }
    if WidthTable.contains(WidthTable.wide, value) { return 2 }
    if WidthTable.contains(WidthTable.zero, value) { return 0 }
    return 1
  }

  package static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  /// Whether the table covers the character: assigned, no noncharacter, and not newer.
  static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age, !scalar.properties.isNoncharacterCodePoint else {
      return false
    }
    return age.major < WidthTable.version.major
      || (age.major == WidthTable.version.major && age.minor <= WidthTable.version.minor)
  }
}
