package import Basics
package import Foundation

/// Reads the fields of Apple's older JSON, where the same field is text in one answer, a number in
/// the next, and null or empty in a third (apple.md §2). Absent, null and empty are all `nil`.
package struct AppleFields: Sendable {
  /// How the words of a name are joined: verifyReceipt's way or the legacy receipt's.
  package enum Style: String, Sendable {
    case underscores = "_"
    case dashes = "-"
  }

  package let json: JSONValue
  private let style: Style

  /// Reads the members of `json`, named in `style`; of anything but an object there are none.
  package init(_ json: JSONValue, style: Style = .underscores) {
    self.json = json
    self.style = style
  }

  /// Text, or a number's digits; `nil` for an empty text, which stands for "none".
  package func text(_ name: String) -> String? {
    guard let text = json[name]?.looseText, !text.isEmpty else { return nil }
    return text
  }

  /// A whole number of 64 bits, in quotes or not.
  package func integer(_ name: String) -> Int? {
    switch json[name] {
    case .bool(let value): value ? 1 : 0
    case .string(let text): Int(text)
    case let value: value?.integer
    }
  }

  /// `true`, `"true"`, `1` and `"1"`, in any case, and their opposites.
  package func bool(_ name: String) -> Bool? {
    if let value = json[name]?.bool { return value }
    return switch text(name)?.lowercased() {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// A date of the triple `name`, `name_ms`, `name_pst`. The milliseconds count where they are;
  /// then `name` itself, which iOS 6 style answers write in milliseconds as well; then text in UTC,
  /// also under `name_formatted`. Pacific time is never read: it repeats an hour every autumn.
  package func date(_ name: String) -> Date? {
    let separator = style.rawValue
    return Self.milliseconds(json[name + separator + "ms"])
      ?? Self.milliseconds(json[name])
      ?? json[name]?.string.flatMap(Self.utc)
      ?? json[name + separator + "formatted"]?.string.flatMap(Self.utc)
  }

  /// Milliseconds since 1970, as a number or its text; `nil` outside the years 1 to 9999.
  package static func milliseconds(_ value: JSONValue?) -> Date? {
    guard let number = value?.looseNumber, abs(number) < 253_402_300_800_000 else { return nil }
    return Date(timeIntervalSince1970: number / 1_000)
  }

  /// `yyyy-MM-dd HH:mm:ss Etc/GMT`, or RFC 3339.
  private static func utc(_ text: String) -> Date? {
    var letters = Array(text.utf8)
    let zone = Array(" Etc/GMT".utf8)
    if letters.suffix(zone.count).elementsEqual(zone), letters.count == 19 + zone.count,
      letters[10] == 0x20
    {
      letters.removeLast(zone.count)
      letters[10] = UInt8(ascii: "T")
      letters.append(UInt8(ascii: "Z"))
    }
    return RFC3339.parse(letters.span, 0..<letters.count)
  }
}

extension StoreEnvironment {
  /// Apple's words for its environments, in receipts, answers and notifications of every age; `nil`
  /// for one that is not known.
  package init?(appleName: String) {
    switch appleName {
    case "Production", "ProductionVPP", "PROD": self = .production
    case "Sandbox", "ProductionSandbox", "ProductionVPPSandbox": self = .sandbox
    case "Xcode", "LocalTesting": self = .xcode
    default: return nil
    }
  }
}
