/// The sanitised text of a paste: text, line feeds and tabs. Drops other controls, which could have
/// an effect later, and everything beyond the limit.
struct PastedText {
  /// In bytes of UTF-8.
  static let limit = 64 * 1024

  private(set) var text = ""
  private var size = 0
  private var followsReturn = false

  /// Adds a scalar value from the terminal. Terminals send line ends as returns, some as returns
  /// and line feeds: both become one line feed.
  mutating func append(_ value: UInt32) {
    let ends = followsReturn
    followsReturn = value == 13
    if value == 10 && ends { return }
    guard let scalar = Unicode.Scalar(value == 13 ? 10 : value), Self.isText(scalar) else { return }
    let width = UTF8.width(scalar)
    guard size + width <= Self.limit else { return }
    size += width
    text.unicodeScalars.append(scalar)
  }

  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10: true
    case 0..<0x20, 0x7F..<0xA0: false
    default: true
    }
  }
}
