import Basics
import Foundation
import Receipts

/// A request to a store, without its token.
struct StoreRequest: Sendable {
  enum Method: Sendable { case get, post, put, delete }

  enum Body: Sendable {
    case json(JSONValue)
    case form([(name: String, value: String)])
  }

  var service: StoreService
  var method: Method
  var url: String
  var body: Body?
  /// The rate limit that it counts against.
  var bucket: RateLimitKey

  /// The path begins with a slash; its variable parts are escaped by `URLText.segment`.
  init(
    _ service: StoreService,
    _ method: Method,
    _ base: String,
    _ path: String,
    query: [(name: String, value: String)] = [],
    body: Body? = nil,
    bucket: RateLimitKey
  ) {
    self.service = service
    self.method = method
    url = base + path + (query.isEmpty ? "" : "?" + URLText.form(query))
    self.body = body
    self.bucket = bucket
  }
}

/// Escapes text in URLs.
enum URLText {
  /// RFC 3986 §2.3: everything else is escaped, including slashes.
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8
  )

  /// One path segment. Escapes `.` and `..`, which would change the path.
  static func segment(_ text: String) -> String {
    if text == "." || text == ".." { return text.replacing(".", with: "%2E") }
    return escaped(text)
  }

  static func form(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
  }

  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var characters: [UInt8] = []
    for byte in text.utf8 {
      if plain.contains(byte) {
        characters.append(byte)
      } else {
        characters += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: characters, as: UTF8.self)
  }
}

extension JSONValue {
  /// An object without its absent members.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  static func milliseconds(_ instant: Date) -> JSONValue {
    .number(String(instant.millisecondsSince1970))
  }
}

extension Date {
  /// Clamped to the range of the stores' numbers.
  var millisecondsSince1970: Int64 {
    Int64(max(-62_135_596_800_000, min(253_402_300_799_999, timeIntervalSince1970 * 1_000)))
  }
}
