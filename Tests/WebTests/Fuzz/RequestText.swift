import Web

/// A request as the fuzzer writes it: `POST /path?query`, a line for each header, an empty line, and the
/// body. Lines may end as HTTP has it.
struct RequestText {
  let request: WebRequest

  init(_ octets: [UInt8]) {
    var rest = octets[...]
    let first = Self.line(of: &rest).split(separator: " ", maxSplits: 1)
    var headers: [String: String] = [:]
    while !rest.isEmpty {
      let line = Self.line(of: &rest)
      if line.isEmpty { break }
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].lowercased()
      let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    request = WebRequest(
      first.first.map(String.init) ?? "GET",
      first.count > 1 ? String(first[1]) : "/",
      headers: headers,
      body: Array(rest)
    )
  }

  private static func line(of rest: inout ArraySlice<UInt8>) -> String {
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    let line = rest[..<end]
    rest = rest[min(end + 1, rest.endIndex)...]
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    return String(decoding: text, as: UTF8.self)
  }
}
