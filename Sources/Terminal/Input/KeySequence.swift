import Dashboard

extension Key {
  /// The key of a control sequence in the cursor keys' form (`CSI A`, `CSI 1;5A`, `SS3 A`), or in
  /// the VT220's numbered form (`CSI 5~`, `CSI 5;3~`), without Shift, Alt and Ctrl. Nil for a
  /// report.
  ///
  /// Excludes `CSI R`, which Ctrl-F3 shares with the cursor position report.
  init?(parameters: String, final: UInt32) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard parameters.isEmpty || !numbers.contains(nil), numbers.count <= 2 else { return nil }
    // 1 for none, plus a bit each for Shift, Alt, Ctrl and Meta.
    if numbers.count == 2, let modifiers = numbers[1], !(1...16).contains(modifiers) { return nil }
    let first = numbers.first.flatMap(\.self) ?? 1
    guard final != 0x7E else {
      guard !parameters.isEmpty, let key = Self.numbered(first) else { return nil }
      self = key
      return
    }
    guard first == 1, let key = Self.lettered(final) else { return nil }
    self = key
  }

  /// The key of the application form, `SS3 F`.
  init?(shifted final: UInt32) {
    switch final {
    case 0x4D: self = .enter
    case 0x52: self = .function(3)
    case 0x5A: return nil
    default: self.init(parameters: "", final: final)
    }
  }

  private static func lettered(_ final: UInt32) -> Key? {
    switch final {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x46: .end
    case 0x48: .home
    case 0x50: .function(1)
    case 0x51: .function(2)
    case 0x53: .function(4)
    case 0x5A: .backTab
    default: nil
    }
  }

  private static func numbered(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}

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
