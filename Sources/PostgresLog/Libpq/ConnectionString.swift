/// A connection string of libpq, either `key=value` pairs or a `postgresql://` URI. It may hold a
/// password, so it is printed nowhere.
package struct ConnectionString: Sendable, CustomStringConvertible, CustomReflectable {
  let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { "connection string" }

  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Removes from texts of the server and of libpq what connection strings hold, apart from host and
/// database.
struct Redaction: Sendable {
  /// Options that errors may name, and those whose values are words of the manual.
  private static let printable: Set<String> = [
    "host", "hostaddr", "port", "dbname", "application_name", "fallback_application_name",
    "client_encoding", "sslmode", "target_session_attrs", "gssencmode", "channel_binding",
    "connect_timeout", "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count",
    "tcp_user_timeout", "krbsrvname", "sslcompression", "sslsni", "ssl_min_protocol_version",
    "ssl_max_protocol_version", "replication", "load_balance_hosts", "require_auth", "sslcertmode",
    "sslnegotiation", "gsslib", "gssdelegation",
  ]

  private var password: [String] = []
  /// User, files and other options, which are replaced where they stand alone.
  private var others: [String] = []
  private(set) var host = ""
  private(set) var database = ""

  /// Reads the options that libpq made of string, environment and defaults.
  init(_ options: Libpq.Options?) {
    guard let options else { return }
    var option = options.assumingMemoryBound(to: Libpq.ConnectionOption.self)
    var shown: Set<String> = []
    while let keyword = option.pointee.keyword {
      defer { option += 1 }
      guard let value = option.pointee.value, value.pointee != 0 else { continue }
      let (name, text) = (String(cString: keyword), String(cString: value))
      switch name {
      case "host", "hostaddr": host = host.isEmpty ? text : host
      case "dbname": database = text
      case "password", "sslpassword": password.append(text)
      default: break
      }
      if Self.printable.contains(name) { shown.insert(text) } else { others.append(text) }
    }
    others.removeAll { shown.contains($0) }
  }

  /// The text in one line, without values of the connection string.
  func callAsFunction(_ text: String) -> String {
    var line = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
      .joined(separator: "; ")
    for secret in password { line.replace(secret, with: "…") }
    for other in others { line = Self.replacing(other, in: line) }
    while line.hasSuffix(".") || line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  /// Replaces the word where no letter or digit adjoins it.
  private static func replacing(_ word: String, in text: String) -> String {
    var (result, rest) = ("", text[...])
    while let range = rest.firstRange(of: word) {
      let before =
        range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : " "
      let after = range.upperBound < text.endIndex ? text[range.upperBound] : " "
      let isAlone = !before.isLetter && !before.isNumber && !after.isLetter && !after.isNumber
      result += rest[..<range.lowerBound] + (isAlone ? "…" : word)
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
