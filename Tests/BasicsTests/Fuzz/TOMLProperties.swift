import Basics
import Foundation

enum TOMLProperties {
  static func fault(_ text: String) -> String? {
    let table: TOMLTable
    do throws(SyntaxError) {
      table = try TOMLReader.table(text)
    } catch {
      return error.offset > text.utf8.count || error.expected.isEmpty
        ? "an error that is nowhere" : nil
    }
    let written = table.map { "\(quoted($0.key)) = \(toml($0.value))\n" }.joined()
    // What is no number equals nothing.
    guard !written.contains("nan") else { return nil }
    do throws(SyntaxError) {
      return try TOMLReader.table(written) == table ? nil : "it is written as another document"
    } catch {
      // What has a header of its own is a level deeper within the line.
      return error.expected.contains("levels") ? nil : "it is written as no document"
    }
  }

  private static func toml(_ value: TOMLValue) -> String {
    switch value {
    case .string(let text): quoted(text)
    case .int(let number): "\(number)"
    case .float(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .instant(let date): "\(second(date))\(fraction(date))Z"
    case .day(let date): String(second(date).prefix(10))
    case .localTime(let text): text
    case .array(let items): "[" + items.map(toml).joined(separator: ", ") + "]"
    case .table(let table):
      "{" + table.map { "\(quoted($0.key)) = \(toml($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// A date and a time in UTC, without its zone.
  private static func second(_ date: Date) -> Substring {
    CivilTime(date)?.rfc3339.prefix(19) ?? ""
  }

  private static func fraction(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    return String(format: ".%03.0f", (seconds - seconds.rounded(.down)) * 1_000)
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      scalar.value < 0x20 || [0x22, 0x5C, 0x7F].contains(scalar.value)
        ? "\\U" + String(format: "%08X", scalar.value) : String(scalar)
    }
    return "\"\(escaped.joined())\""
  }
}
