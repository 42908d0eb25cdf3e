import Basics
import Entitlements
import Foundation

/// Texts of a case file for people, and how they are escaped.
enum CaseText {
  /// The title of the files of a case.
  static func title(of file: CaseFile) -> String {
    let about = file.subject.user ?? file.subject.identifiers.first?.text
    return "Case file" + (about.map { ": \($0)" } ?? "")
  }

  static func redaction(of file: CaseFile) -> String {
    file.isRedacted
      ? "Redacted: names, e-mail addresses, tokens, secrets and account IDs are masked. "
        + "Equal masks stand for equal values."
      : "Not redacted: this file shows personal data and tokens in full. Share it with care."
  }

  static func time(_ date: Date?) -> String {
    guard let date else { return "" }
    let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space)
      .year().month().day().time(includingFractionalSeconds: false)
    return date.formatted(style)
  }

  /// When access by a sale ends; empty if it grants none, because it is unconfirmed or taken back.
  static func end(of sale: CaseFile.Sale) -> String {
    guard sale.accessUntil == nil else { return time(sale.accessUntil) }
    return SubscriptionState(rawValue: sale.state)?.grantsAccess == true ? "no end" : ""
  }

  static func phrase(forState code: String) -> String {
    SubscriptionState(rawValue: code).map(Wording.phrase) ?? code
  }

  static func name(ofStore code: String?) -> String {
    code.flatMap { Store(rawValue: $0) }.map(Wording.name(of:)) ?? code ?? ""
  }

  static func mark(of result: String) -> String {
    switch result {
    case "pass", "passed": "ok"
    case "fail", "failed": "no"
    case "unknown": "?"
    default: "–"
    }
  }

  static func severity(_ code: String) -> String {
    switch VerdictCode.Weight(rawValue: code) {
    case .problem: "needs action"
    case .answer: "explained"
    case .missing: "not known"
    case .fine: "all is well"
    case nil: code
    }
  }

  /// The text with characters that would be invisible, or reorder a line, as visible escapes.
  static func visible(_ text: String, keepsLines: Bool = false) -> String {
    guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where keepsLines && (scalar == "\n" || scalar == "\t"):
        result.append(scalar)
      case .control where scalar == "\n" || scalar == "\r" || scalar == "\t": result.append(" ")
      case .format where scalar == "\u{200C}" || scalar == "\u{200D}": result.append(scalar)
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: "‹\(hex.zeroPadded(to: 2))›".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// A reply to a customer without its directional marks, which a browser does not need.
  static func reply(_ text: String) -> String {
    let marks: Set<Unicode.Scalar> = ["\u{200E}", "\u{200F}", "\u{2068}", "\u{2069}"]
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.filter { !marks.contains($0) })
    return visible(String(scalars), keepsLines: true)
  }

  /// For the content of an element or an attribute in double quotes.
  static func html(_ text: String, keepsLines: Bool = false) -> String {
    var result = ""
    for character in visible(text, keepsLines: keepsLines).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// For one line of Markdown, also in a table: nothing in it is markup, HTML or a link.
  static func markdown(_ text: String) -> String {
    // Bytes, because a message may be long; what is escaped is ASCII.
    var result: [UInt8] = []
    for byte in visible(text).utf8 {
      switch Unicode.Scalar(byte) {
      case "&": result += "&amp;".utf8
      case "<": result += "&lt;".utf8
      case ">": result += "&gt;".utf8
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "!", "|", "~":
        result += [UInt8(ascii: "\\"), byte]
      // A mention notifies somebody where the ticket is.
      case "@": result += "&#64;".utf8
      // What many sites make a link of by itself.
      case "/" where result.suffix(2).elementsEqual(":/".utf8):
        result.replaceSubrange((result.count - 2)..., with: "&#58;//".utf8)
      case "." where result.suffix(3).elementsEqual("www".utf8): result += "&#46;".utf8
      default: result.append(byte)
      }
    }
    // A line of these would make the line before it a heading.
    if result.first == UInt8(ascii: "-") || result.first == UInt8(ascii: "=") {
      result.insert(UInt8(ascii: "\\"), at: 0)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
