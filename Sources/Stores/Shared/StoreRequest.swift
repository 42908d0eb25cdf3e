import Basics
package import Entitlements
package import Foundation
import Receipts
import ServiceCore

/// A request to a store, without its token.
struct StoreRequest: Sendable {
  enum Method: String, Sendable { case get = "GET", post = "POST", put = "PUT", delete = "DELETE" }

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
  private static let plain = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
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
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}

extension Date {
  /// Clamped to the range of the stores' numbers.
  var millisecondsSince1970: Int64 {
    Int64(max(-62_135_596_800_000, min(253_402_300_799_999, timeIntervalSince1970 * 1_000)))
  }
}

/// A store's service with its own kind of responses.
package enum StoreService: String, CaseIterable, Sendable {
  case verifyReceipt, appStoreServer, appStoreConnect
  case googleToken, googlePlay
  case entra, microsoftStore, microsoftQueue, partnerCenter
  case amazonReceipts

  package var store: Store {
    switch self {
    case .verifyReceipt, .appStoreServer, .appStoreConnect: .apple
    case .googleToken, .googlePlay: .google
    case .entra, .microsoftStore, .microsoftQueue, .partnerCenter: .microsoft
    case .amazonReceipts: .amazon
    }
  }
}

/// A response of a store.
struct StoreHTTPResponse: Sendable {
  let service: StoreService
  let http: Int
  let retryAfter: String?
  let body: [UInt8]
  /// `nil` if the body is not JSON.
  let json: JSONValue?

  init(_ service: StoreService, http: Int, retryAfter: String?, body: [UInt8]) {
    self.service = service
    self.http = http
    self.retryAfter = retryAfter
    self.body = body
    json = try? JSONReader.value(body)
  }

  private var store: Store { service.store }

  /// The store's own code. Only numbers and plain identifiers: a body may repeat what was sent, and
  /// the code appears in errors.
  var code: String? {
    switch service {
    case .verifyReceipt: json?["status"]?.looseText.flatMap { Int($0) }.map(String.init)
    case .appStoreServer: appStoreCode
    case .appStoreConnect: Self.identifier(json?["errors"]?.array?.first?["code"]?.string)
    case .googlePlay: googleCode
    case .googleToken, .entra: Self.identifier(json?["error"]?.string)
    case .microsoftStore, .partnerCenter:
      Self.identifier(json?["innererror"]?["code"]?.string)
        ?? Self.identifier(json?["code"]?.string)
    case .amazonReceipts, .microsoftQueue: nil
    }
  }

  private var appStoreCode: String? {
    guard let response = json.flatMap(AppStoreResponse.init) else { return nil }
    return switch response.body {
    case .error: response.errorCode.map(String.init)
    case .orderLookup: response.json["status"]?.integer.map(String.init)
    default: nil
    }
  }

  private var googleCode: String? {
    guard let fault = json.flatMap(GoogleError.init) else { return nil }
    return Self.identifier(fault.reasons.first) ?? Self.identifier(fault.status)
      ?? fault.code.map(String.init)
  }

  private static func identifier(_ text: String?) -> String? {
    guard let text, (1...48).contains(text.utf8.count),
      text.utf8.allSatisfy({
        (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_")
      })
    else { return nil }
    return text
  }

  /// The error by status and code; `nil` for success.
  func error(at now: Date) -> StoreClientError? {
    if service == .verifyReceipt, http == 200 {
      guard json != nil else { return .unusable(store, .notJSON) }
      guard code != nil else { return .unusable(store, .wrongShape) }
    }
    return ErrorTable.error(
      service,
      http: http,
      code: code,
      isRetryable: json.flatMap(VerifyReceiptResponse.init)?.isRetryable,
      retryAt: RetryAfter.instant(retryAfter, now: now)
    )
  }

  /// The JSON of a successful response, if it has the expected shape.
  @discardableResult
  func json(where fits: (JSONValue) -> Bool) throws(StoreClientError) -> JSONValue {
    guard let json else { throw .unusable(store, .notJSON) }
    guard fits(json) else { throw .unusable(store, .wrongShape) }
    return json
  }
}

extension StoreAnswer {
  /// An answer that consists of one document.
  init(_ reply: StoreHTTPResponse, _ hints: DocumentHints, _ environment: Environment) {
    var hints = hints
    hints.environment = environment.rawValue
    self.init(documents: [.init(bytes: reply.body, hints: hints)], environment: environment)
  }
}

/// Parses `Retry-After`: seconds, an HTTP date (RFC 9110 §10.2.3), or, from Apple, milliseconds
/// since 1970.
package enum RetryAfter {
  /// Longer pauses are clamped.
  private static let maxPause: TimeInterval = 86_400
  /// Smaller numbers are pauses, larger ones instants.
  private static let firstInstant = 100_000_000_000.0

  /// `nil` for any other form; clamped to between `now` and a day later.
  package static func instant(_ text: String?, now: Date) -> Date? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    let instant: Date?
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      instant = Double(text).map { number in
        number < firstInstant
          ? now.addingTimeInterval(number) : Date(timeIntervalSince1970: number / 1_000)
      }
    } else {
      instant = httpDate(text)
    }
    return instant.map { min(max($0, now), now.addingTimeInterval(maxPause)) }
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`; the two obsolete forms are not used.
  private static func httpDate(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
      let year = Int(parts[3])
    else { return nil }
    let clock = parts[4].split(separator: ":").map { Int($0) }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      (1...31).contains(day), (1_970...9_999).contains(year), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let days = CivilDate.daysSince1970(year: year, month: month + 1, day: day)
    return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60 + second))
  }
}
