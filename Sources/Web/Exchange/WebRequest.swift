package import Basics
import Foundation
package import Receipts
import Synchronization

/// A request as a door gets it, whole and free of any server's types.
package struct WebRequest: Sendable {
  /// `GET`, `POST`.
  package var method: String
  /// The path's segments, percent-decoded.
  package var path: [String]
  package var query: [(name: String, value: String)]
  /// The query as it came: not every client encodes what it puts there.
  package var rawQuery: String
  /// Names in lower case; of one that comes more often, the values joined by a comma and a space.
  package var headers: [String: String]
  package var body: [UInt8] {
    get { held.bytes.withLock { $0 } }
    set { held = HeldBody(newValue) }
  }
  /// Who sent it, by address: what is counted is counted by it.
  package var peer: String
  /// What stood in the path for each `{name}` of the route's.
  package var parameters: [String: String] = [:]
  private var held: HeldBody

  /// `target` is a path with its query, as it stands in a request line.
  package init(
    _ method: String,
    _ target: String,
    headers: [String: String] = [:],
    body: [UInt8] = [],
    peer: String = "127.0.0.1"
  ) {
    self.method = method
    self.headers = headers
    held = HeldBody(body)
    self.peer = peer
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = (parts.first ?? "").split(separator: "/").map(Self.decoded)
    rawQuery = parts.count < 2 ? "" : String(parts[1])
    query = rawQuery.split(separator: "&").map(Self.pair)
  }

  /// The first of that name in the query.
  package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// How long the body is, as the head says; `nil` where it does not.
  package var length: Int? { headers["content-length"].flatMap { Int($0) } }

  /// Whether the head announces a body that is, or may be, longer.
  func isLonger(than limit: Int) -> Bool {
    length.map { $0 > limit } ?? (headers["transfer-encoding"] != nil)
  }

  /// Whether the body is in a form that some client sends: many a client says less than it should of
  /// its JSON.
  var isReadable: Bool {
    guard ["", "identity"].contains(headers["content-encoding"]?.lowercased() ?? "") else {
      return false
    }
    let type = headers["content-type"]?.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() ?? ""
    return type.isEmpty || type.hasSuffix("json")
      || ["text/plain", "application/x-www-form-urlencoded"].contains(type)
  }

  /// The token of an `Authorization: Bearer` header (RFC 6750 §2.1).
  package var bearer: String? { credentials(of: "bearer") }

  /// The name and the password of an `Authorization: Basic` header (RFC 7617).
  package var basic: (name: String, password: String)? {
    guard let text = credentials(of: "basic"), let bytes = Base64.bytes(text),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return (
      String(decoding: bytes[..<colon], as: UTF8.self),
      String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    )
  }

  /// The body's JSON.
  ///
  /// - Throws: `malformed` at a byte of it, also where it nests deeper than any client's does.
  package func json() throws(Rejection) -> JSONValue {
    do throws(SyntaxError) {
      return try JSONReader.value(body)
    } catch {
      throw Rejection(error)
    }
  }

  /// Gives a long body's memory back as soon as it has been read: all copies of this request have an
  /// empty one from then on.
  package func releaseBody() { held.bytes.withLock { $0 = [] } }

  private func credentials(of scheme: String) -> String? {
    guard let text = headers["authorization"] else { return nil }
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == scheme else { return nil }
    return parts[1].trimmingCharacters(in: .whitespaces)
  }

  private static func decoded(_ text: Substring) -> String {
    text.contains("%") ? String(text).removingPercentEncoding ?? String(text) : String(text)
  }

  private static func pair(_ text: Substring) -> (name: String, value: String) {
    let parts = text.replacing("+", with: " ").split(
      separator: "=",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    return (decoded(parts[0][...]), parts.count < 2 ? "" : decoded(parts[1][...]))
  }
}

/// The one body of all copies of a request.
private final class HeldBody: Sendable {
  let bytes: Mutex<[UInt8]>

  init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }
}
