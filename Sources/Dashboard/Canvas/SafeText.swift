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
