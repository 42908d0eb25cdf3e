import Foundation

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

  package func contain(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

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

/// An IPv4 or IPv6 address. An IPv4 address mapped into IPv6 (`::ffff:192.0.2.1`) equals the IPv4
/// address (RFC 4291 §2.5.5.2).
package struct IPAddress: Hashable, Sendable {
  /// Four or sixteen bytes, most significant first.
  let bytes: [UInt8]

  private init(bytes: [UInt8]) {
    let isMapped = bytes.count == 16 && bytes[..<12].elementsEqual(Self.mappedPrefix)
    self.bytes = isMapped ? Array(bytes[12...]) : bytes
  }

  private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

  /// Parses an address as sockets and proxies write it: bare or with a port (`192.0.2.1:4711`,
  /// `[2001:db8::1]:4711`), IPv6 also in brackets and with a zone.
  package init?(_ text: some StringProtocol) {
    var host = text.trimmingCharacters(in: .whitespaces)[...]
    if host.first == "[" {
      guard let end = host.firstIndex(of: "]"), Self.isPort(host[host.index(after: end)...]) else {
        return nil
      }
      host = host[host.index(after: host.startIndex)..<end]
    } else if let colon = host.firstIndex(of: ":"), host[..<colon].contains(".") {
      guard Self.isPort(host[colon...]) else { return nil }
      host = host[..<colon]
    }
    if let zone = host.firstIndex(of: "%") { host = host[..<zone] }
    guard let bytes = Self.parsed(String(host)) else { return nil }
    self.init(bytes: bytes)
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || (text.first == ":" && UInt16(text.dropFirst()) != nil)
  }

  private static func parsed(_ host: String) -> [UInt8]? {
    // C strings end at a NUL.
    guard !host.utf8.contains(0) else { return nil }
    let isLong = host.contains(":")
    var bytes = [UInt8](repeating: 0, count: isLong ? 16 : 4)
    return inet_pton(isLong ? AF_INET6 : AF_INET, host, &bytes) == 1 ? bytes : nil
  }

  /// The unit that limits count: an IPv4 address or an IPv6 /64 network, the least that network
  /// operators assign to a customer.
  package var peer: String {
    guard bytes.count == 16 else { return bytes.map { "\($0)" }.joined(separator: ".") }
    let groups = stride(from: 0, to: 8, by: 2).map { index in
      String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
    }
    return groups.joined(separator: ":") + "::/64"
  }
}

/// An IP address or a network prefix: `10.0.0.2`, `10.0.0.0/8`.
package struct IPNetwork: Equatable, Sendable {
  private let address: IPAddress
  private let bits: Int

  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(parts[0]) else { return nil }
    let all = address.bytes.count * 8
    let bits = parts.count < 2 ? all : Int(parts[1]) ?? -1
    guard (0...all).contains(bits) else { return nil }
    (self.address, self.bits) = (address, bits)
  }

  package func contains(_ other: IPAddress) -> Bool {
    let (own, other) = (address.bytes, other.bytes)
    guard own.count == other.count, own[..<(bits / 8)] == other[..<(bits / 8)] else { return false }
    let rest = bits % 8
    return rest == 0 || (own[bits / 8] ^ other[bits / 8]) >> (8 - rest) == 0
  }
}
