package import Basics
import Crypto
import Entitlements
import Foundation
package import Receipts
import ServiceCore
import Synchronization

/// A complete request, independent of any server's types.
package struct WebRequest: Sendable {
  /// `GET`, `POST`.
  package var method: String
  /// The path's segments, percent-decoded; an empty one matches no route.
  package var path: [String]
  package var query: [(name: String, value: String)]
  /// The query in its original encoding: not every client encodes its values.
  package var rawQuery: String
  /// Values by lower-case name; repeated headers are joined with a comma and a space.
  package var headers: [String: String]
  package var body: [UInt8] {
    get { held.bytes.withLock { $0 } }
    set { held = SharedBody(newValue) }
  }
  /// The client's address, by which limits count.
  package var peer: String
  /// The path segments for the `{name}` placeholders of the route.
  package var parameters: [String: String] = [:]
  private var held: SharedBody

  /// `target` is a path with its query, as in a request line.
  package init(
    _ method: String,
    _ target: String,
    headers: [String: String] = [:],
    body: [UInt8] = [],
    peer: String = "127.0.0.1"
  ) {
    self.method = method
    self.headers = headers
    held = SharedBody(body)
    self.peer = peer
    let target = RequestTarget(target)
    (path, query, rawQuery) = (target.path, target.query, target.rawQuery)
  }

  /// The first query value of that name.
  package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The body's length according to the head; `nil` if it does not state one.
  package var length: Int? { headers["content-length"].flatMap { Int($0) } }

  /// Whether the head announces a body that is or may be longer.
  func isLonger(than limit: Int) -> Bool {
    length.map { $0 > limit } ?? (headers["transfer-encoding"] != nil)
  }

  private var encoding: String { headers["content-encoding"]?.lowercased() ?? "" }

  /// Whether the body is compressed with gzip (RFC 9110 §8.4.1.3).
  var isGzip: Bool { ["gzip", "x-gzip"].contains(encoding) }

  /// Whether the body has a supported encoding and type; many clients do not label their JSON
  /// correctly.
  func isReadable(ofGzip readsGzip: Bool) -> Bool {
    guard ["", "identity"].contains(encoding) || readsGzip && isGzip else { return false }
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
  /// - Throws: `malformed` with the byte offset, also if it is nested too deeply.
  package func json() throws(Rejection) -> JSONValue {
    do throws(SyntaxError) {
      return try JSONReader.value(body)
    } catch {
      throw Rejection(error)
    }
  }

  /// Frees a long body's memory after it was read; all copies of the request then have an empty
  /// body.
  package func releaseBody() { held.bytes.withLock { $0 = [] } }

  private func credentials(of scheme: String) -> String? {
    guard let text = headers["authorization"] else { return nil }
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == scheme else { return nil }
    return parts[1].trimmingCharacters(in: .whitespaces)
  }
}

/// The body shared by all copies of a request.
private final class SharedBody: Sendable {
  let bytes: Mutex<[UInt8]>

  init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }
}

/// An endpoint's response.
package struct WebResponse: Equatable, Sendable {
  package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String
  }

  package var status: Int
  /// In sending order; the length is added later.
  package var headers: [Header]
  package var body: [UInt8]
  /// The reason for log and metrics: a fixed short label, never client input.
  package var note: String?

  package init(_ status: Int, headers: [Header] = [], body: [UInt8] = [], note: String? = nil) {
    self.status = status
    self.headers = headers
    self.body = body
    self.note = note
  }

  package init(_ status: Int, _ json: JSONValue, note: String? = nil) {
    self.init(
      status,
      headers: [Header(name: "Content-Type", value: "application/json; charset=utf-8")],
      body: CompactJSON.bytes(json),
      note: note
    )
  }

  package init(_ status: Int, text: String, note: String? = nil) {
    self.init(
      status,
      headers: [Header(name: "Content-Type", value: "text/plain; charset=utf-8")],
      body: Array(text.utf8),
      note: note
    )
  }

  /// The response with an additional header.
  package func with(_ name: String, _ value: String) -> WebResponse {
    var response = self
    response.headers.append(Header(name: name, value: value))
    return response
  }
}

/// Whether a text may be filed as the name of a user or a device: at most 256 bytes without control
/// characters. The API takes the same in its paths.
func isName(_ text: String) -> Bool { text.utf8.count <= 256 && text.isLine }

/// Whether a text equals the secret. Constant time: digests are compared, which reveal neither a
/// matching prefix nor the length. An empty secret never matches.
func isSame(_ given: String, as secret: Secret) -> Bool {
  guard !secret.isEmpty else { return false }
  return SHA256.hash(data: Data(given.utf8)) == SHA256.hash(data: Data(secret.opened().utf8))
}
