/// A base16 or base24 scheme in YAML, as tinted-theming and others write it: with a map `palette:`
/// or, in older files, with the colours beside the name.
package struct Base16Scheme: Equatable, Sendable {
  /// An error in a scheme; lines count from 1.
  package enum Fault: Error, Equatable, CustomStringConvertible {
    case notAColor(line: Int, key: String)
    case notAPair(line: Int)
    case noColors

    package var line: Int {
      switch self {
      case .notAColor(let line, _), .notAPair(let line): line
      case .noColors: 1
      }
    }

    package var description: String {
      switch self {
      case .notAColor(_, let key): "\(key) must be a colour, \"rrggbb\""
      case .notAPair: "a line of a scheme is a key, a colon and a value"
      case .noColors: "there are no colours in it: base00 to base0F are needed"
      }
    }
  }

  package private(set) var name: String?
  /// The variant in the file, else derived from the background's luminance.
  package private(set) var isLight: Bool?
  /// Colours as 0xRRGGBB, by `base00` and so on.
  package private(set) var palette: [String: UInt32] = [:]

  package init(yaml text: String) throws(Fault) {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let bare = Self.withoutComment(line)
      guard !bare.isEmpty, bare != "---", bare != "..." else { continue }
      guard let colon = bare.firstIndex(of: ":") else { throw .notAPair(line: index + 1) }
      let key = Self.unquoted(bare[..<colon])
      let value = Self.unquoted(bare[bare.index(after: colon)...])
      switch key {
      case "name", "scheme": name = value.isEmpty ? name : value
      case "variant": isLight = value == "light" ? true : value == "dark" ? false : nil
      default:
        guard let slot = Self.slot(key) else { continue }
        guard let color = Self.color(value) else { throw .notAColor(line: index + 1, key: key) }
        palette[slot] = color
      }
    }
    guard !palette.isEmpty else { throw .noColors }
    isLight = isLight ?? palette["base00"].map { Contrast.luminance($0) > 0.18 }
  }

  /// `rrggbb`, with or without `#`.
  package static func color(_ text: String) -> UInt32? {
    let digits = text.first == "#" ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    return UInt32(digits, radix: 16)
  }

  /// Normalises a slot's name to the form `base0A`; `nil` for other keys.
  package static func slot(_ key: String) -> String? {
    guard key.utf8.count == 6, key.lowercased().hasPrefix("base"),
      let number = UInt8(key.suffix(2), radix: 16), number <= 0x17
    else { return nil }
    let digits = String(number, radix: 16, uppercase: true)
    return "base" + (digits.count == 1 ? "0" : "") + digits
  }

  /// Removes a YAML comment, which begins with `#` after white space, outside of quotes.
  private static func withoutComment(_ line: Substring) -> String {
    var quote: Character?
    var before: Character = " "
    var end = line.endIndex
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        if before == " " || before == ":" { quote = character }
      } else if character == "#", before == " " || before == "\t" {
        end = index
        break
      }
      before = character
    }
    return trimmed(line[..<end])
  }

  private static func unquoted(_ text: Substring) -> String {
    let bare = trimmed(text)
    guard bare.count >= 2, let first = bare.first, first == "\"" || first == "'",
      bare.last == first
    else { return bare }
    return String(bare.dropFirst().dropLast())
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\u{FEFF}" }
    let end = text.lastIndex { !isBlank($0) }.map { text.index(after: $0) } ?? text.startIndex
    return String(text[..<end].drop(while: isBlank))
  }
}
