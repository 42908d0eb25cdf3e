import Foundation

/// Text that may stand on the screen. Its initialisers are the only way from data to a frame:
/// what would move the cursor, reorder a line, hide, or take another width than the table says
/// is replaced by a visible escape such as `‹1B›`.
package struct SafeText: Hashable, Sendable {
  /// What becomes of characters that are made of several.
  package enum Detail: Sendable {
    /// Emoji sequences shrink to their first part, so that columns stay aligned.
    case table
    /// Every joiner and selector shows as an escape: the reader wants to know what is there.
    case inspector
  }

  package let string: String
  /// In cells.
  package let width: Int
  let isASCII: Bool

  package static let empty = SafeText(checked: "")

  /// Makes `untrusted` presentable; what lies beyond `limit` Unicode scalars is cut, with `…`.
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

  /// A text that is shown before it is sent. Marks of direction within it are for the reader's
  /// program; a terminal orders a line by itself, or not at all.
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

  /// `count` times the same.
  static func repeated(_ text: SafeText, _ count: Int) -> SafeText {
    SafeText(checked: String(repeating: text.string, count: max(0, count)))
  }

  /// A part of safe text is safe, unless it begins with a mark of the character before it.
  func slice(_ scalars: some Sequence<Unicode.Scalar>) -> SafeText {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return SafeText(checked: String(view))
  }
}

/// Literals are the program's own words; every interpolated string passes the sanitiser.
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
