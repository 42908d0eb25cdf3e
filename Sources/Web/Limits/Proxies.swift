/// Determines the client address of requests that pass through proxies.
package struct Proxies: Sendable {
  /// The header in which trusted proxies name the client.
  package enum Header: String, Sendable {
    case forwardedFor = "x-forwarded-for"
    /// RFC 7239.
    case forwarded
  }

  private let networks: [IPNetwork]
  private let header: Header?

  /// Without a `header`, `X-Forwarded-For` is read, or else `Forwarded`.
  package init(_ networks: [IPNetwork], header: Header? = nil) {
    self.networks = networks
    self.header = header
  }

  package func contain(_ address: IPAddress) -> Bool {
    networks.contains { $0.contains(address) }
  }

  /// The last address in the header that is not a trusted proxy, because anybody may have written
  /// earlier ones. If a trusted proxy names no valid address, the request counts as the proxy's.
  package func origin(of headers: [String: String], from sender: IPAddress) -> IPAddress {
    guard contain(sender) else { return sender }
    var origin = sender
    for hop in hops(headers).reversed() {
      guard let hop else { return origin }
      origin = hop
      if !contain(hop) { return hop }
    }
    return origin
  }

  private func hops(_ headers: [String: String]) -> [IPAddress?] {
    if header != .forwarded, let list = headers[Header.forwardedFor.rawValue] {
      return list.split(separator: ",", omittingEmptySubsequences: false).map { IPAddress($0) }
    }
    guard header != .forwardedFor, let list = headers[Header.forwarded.rawValue] else { return [] }
    return Self.split(list[...], at: ",").map(Self.address)
  }

  /// The `for` parameter of a `Forwarded` element: `for="[2001:db8::1]:4711";proto=https`.
  private static func address(_ element: Substring) -> IPAddress? {
    for pair in split(element, at: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == "for" else { continue }
      return IPAddress(parts[1].filter { $0 != "\"" && $0 != "\\" })
    }
    return nil
  }

  /// Splits at separators outside quotes.
  private static func split(_ text: Substring, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var (start, isQuoted, isEscaped) = (text.startIndex, false, false)
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == separator, !isQuoted {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    return parts + [text[start...]]
  }
}
