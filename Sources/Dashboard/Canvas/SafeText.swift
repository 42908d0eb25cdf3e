import Foundation

/// Text that is safe to show. Its initialisers are the only way from data to a frame: characters
/// that would move the cursor, reorder a line, be invisible, or have another width than the table
/// states are replaced by a visible escape such as `‹1B›`.
package struct SafeText: Hashable, Sendable {
  /// How composed characters are shown.
  package enum Detail: Sendable {
    /// Reduces emoji sequences to their first part, so that columns stay aligned.
    case table
    /// Shows every joiner and selector as an escape.
    case inspector
  }

  package let string: String
  /// In cells.
  package let width: Int
  let isASCII: Bool

  package static let empty = SafeText(checked: "")

  /// Sanitises `untrusted` and cuts it after `limit` Unicode scalars, with `…`.
  package init(_ untrusted: String, detail: Detail = .table, limit: Int = 512) {
    var text = untrusted
    let isPlain = text.withUTF8 { bytes in
      bytes.count <= limit && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    }
    if isPlain {
      self.init(plain: text)
    } else {
      var sanitiser = Sanitiser(detail: detail)
      self.init(checked: sanitiser.sanitise(text, limit: limit))
    }
  }

  /// Sanitises a reply to a customer for display, without its directional marks: a terminal orders
  /// a line itself, or not at all.
  package init(reply: String) {
    let marks: Set<Unicode.Scalar> = ["\u{200E}", "\u{200F}", "\u{2068}", "\u{2069}"]
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: reply.unicodeScalars.filter { !marks.contains($0) })
    self.init(String(scalars), limit: 1_024)
  }

  /// Printable ASCII.
  private init(plain string: String) {
    self.string = string
    isASCII = true
    width = string.utf8.count
  }

  private init(checked string: String) {
    var string = string
    let isASCII = string.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 } }
    self.isASCII = isASCII
    self.width = isASCII ? string.utf8.count : TextWidth.of(string)
    self.string = string
  }

  package var isEmpty: Bool { string.isEmpty }

  package static func + (left: SafeText, right: SafeText) -> SafeText {
    SafeText(checked: left.string + right.string)
  }

  /// `texts` with `separator` between them.
  static func joined(_ texts: [SafeText], by separator: SafeText) -> SafeText {
    SafeText(checked: texts.map(\.string).joined(separator: separator.string))
  }

  /// `text` repeated `count` times.
  static func repeated(_ text: SafeText, _ count: Int) -> SafeText {
    SafeText(checked: String(repeating: text.string, count: max(0, count)))
  }

  /// A part of the text. It is safe unless it begins with a mark of the preceding character.
  func slice(_ scalars: some Sequence<Unicode.Scalar>) -> SafeText {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return SafeText(checked: String(view))
  }
}

/// Literals are the program's own text; interpolated strings are sanitised.
extension SafeText: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text: String

    package init(literalCapacity: Int, interpolationCount: Int) {
      text = ""
      text.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ safe: SafeText) { text += safe.string }
    /// A part of safe text.
    mutating func appendInterpolation(plain part: Substring) { text += part }
    package mutating func appendInterpolation(_ untrusted: String) {
      text += SafeText(untrusted).string
    }
    package mutating func appendInterpolation(_ number: Int) { text += String(number) }
  }

  package init(stringLiteral value: String) { self.init(checked: value) }
  package init(stringInterpolation: StringInterpolation) {
    self.init(checked: stringInterpolation.text)
  }
}

/// Rewrites text so that it cannot control a terminal.
struct Sanitiser {
  /// The maximum number of combining marks on one character; `cchar_t` holds no more.
  static let maximalMarks = 4

  let detail: SafeText.Detail
  private var output = String.UnicodeScalarView()
  private var marks = 0
  /// Whether there is a base character for marks.
  private var hasBase = false
  /// Whether the last scalar began an emoji whose continuation is dropped.
  private var isInsideEmoji = false
  private var isAfterJoiner = false

  init(detail: SafeText.Detail) { self.detail = detail }

  mutating func sanitise(_ text: String, limit: Int) -> String {
    // Cut first: an attacker must not be able to make this compose a million marks.
    let cut = text.unicodeScalars.prefix(limit)
    let isCut = cut.endIndex != text.unicodeScalars.endIndex
    var view = String.UnicodeScalarView()
    view.append(contentsOf: cut)
    let scalars = Array(String(view).precomposedStringWithCanonicalMapping.unicodeScalars)
    for index in scalars.indices {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      append(scalars[index], before: next)
    }
    if isCut { output.append("…") }
    return String(output)
  }

  private mutating func append(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    let value = scalar.value
    if (0x20..<0x7F).contains(value) { return appendBase(scalar) }
    if detail == .table, isInsideEmoji {
      // Joiners, skin tones and what follows a joiner belong to the preceding emoji.
      if isAfterJoiner { return isAfterJoiner = false }
      if value == 0x200D, next?.properties.isEmoji == true { return isAfterJoiner = true }
      if (0x1F3FB...0x1F3FF).contains(value) { return }
    }
    if detail == .table, Self.isSelector(value), hasBase { return }
    if detail == .table, (0x1F1E6...0x1F1FF).contains(value) {
      // Half of a flag: its letter is equivalent and has one width everywhere.
      return appendBase(Unicode.Scalar(value - 0x1F1E6 + 0x41) ?? "?")
    }
    if Self.mustEscape(scalar) || (detail == .inspector && Self.isSelector(value)) {
      return escape(scalar)
    }
    guard TextWidth.isKnown(scalar) else { return appendBase("▯") }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark:
      // A keycap mark draws a box over its neighbour; the digit alone is enough.
      if value == 0x20E3 { return }
      if !hasBase { appendBase(" ") }
      marks += 1
      if marks <= Self.maximalMarks { output.append(scalar) }
    default:
      if TextWidth.of(scalar) == 0, !hasBase { appendBase(" ") }
      appendBase(scalar)
      isInsideEmoji = scalar.properties.isEmoji
    }
  }

  private mutating func appendBase(_ scalar: Unicode.Scalar) {
    output.append(scalar)
    hasBase = true
    isInsideEmoji = false
    marks = 0
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    let text = value < 0x100 ? Self.hex(value, digits: 2) : "U+" + Self.hex(value, digits: 4)
    output.append(contentsOf: "‹\(text)".unicodeScalars)
    appendBase("›")
  }

  private static func isSelector(_ value: UInt32) -> Bool { (0xFE00...0xFE0F).contains(value) }

  static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Controls, line and paragraph separators, reordering and invisible characters, private use.
  private static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5,
      0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x2800, 0x3164, 0xFEFF,
      0xFFA0, 0xFFF0...0xFFFD, 0xE0000...0xE0FFF:
      true
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }
}
