import Basics
import Dashboard
import Foundation

/// The keys that a settings file sets, with their lines. Shows no secret: most are in other files or
/// in variables. A log's connection string, parts of addresses and keys without effect, which may
/// have a secret under a wrong name, are left out.
struct WrittenSettings {
  let file: TOMLTable
  let path: String
  /// The keys at the top that are shown elsewhere.
  let others: Set<String>
  /// The full names of keys without effect.
  let ignored: Set<String>

  var page: [PageLine] { lines(of: file, named: "") }

  /// A table's own keys, then the tables within it.
  private func lines(of table: TOMLTable, named name: String) -> [PageLine] {
    let shown = table.filter { !name.isEmpty || !others.contains($0.key) }
    func full(_ key: String) -> String { name.isEmpty ? key : "\(name).\(key)" }
    let known = shown.filter { !ignored.contains(full($0.key)) }
    let entries = known.filter { $0.value.innerTables == nil }.map { key, value in
      PageLine.entry(
        key,
        Self.text(of: value, key: key, isWebhook: name == "serve.webhook"),
        note: FileError.location(path, table.line(of: key))
      )
    }
    let heading = entries.isEmpty ? [] : [PageLine.heading(name.isEmpty ? "other" : name)]
    return heading + entries
      + known.flatMap { key, value in
        (value.innerTables ?? []).flatMap { lines(of: $0, named: full(key)) }
      }
  }

  private static func text(of value: TOMLValue, key: String, isWebhook: Bool) -> String {
    // A webhook's path may be a secret, too.
    let isHidden = key == "log" || key == "hash" || isWebhook && key == "url"
    return switch value {
    case .string(let text): isHidden ? "set" : address(text) ?? text
    case .array(let items):
      items.map { Self.text(of: $0, key: key, isWebhook: isWebhook) }.joined(separator: ", ")
    case .int(let number): "\(number)"
    case .float(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    default: "\(value)"
    }
  }

  /// An address without user, password and query; `nil` for another text.
  private static func address(_ text: String) -> String? {
    guard text.hasPrefix("http://") || text.hasPrefix("https://") else { return nil }
    var rest = text.prefix { $0 != "?" && $0 != "#" }
    let isCut = rest.endIndex < text.endIndex
    if let at = rest.lastIndex(of: "@"), let start = rest.range(of: "://") {
      rest.replaceSubrange(start.upperBound...at, with: "…@")
    }
    return String(rest) + (isCut ? "?…" : "")
  }
}

extension TOMLValue {
  /// The tables with a header of their own; `nil` for other values.
  fileprivate var innerTables: [TOMLTable]? {
    if let table { return [table] }
    guard let tables, !tables.isEmpty else { return nil }
    return tables
  }
}
