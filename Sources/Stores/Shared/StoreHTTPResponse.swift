import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

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
    case .googlePlay: googleCode
    case .googleToken, .entra: Self.identifier(json?["error"]?.string)
    case .microsoftStore:
      Self.identifier(json?["innererror"]?["code"]?.string)
        ?? Self.identifier(json?["code"]?.string)
    case .amazonReceipts, .microsoftQueue: nil
    }
  }

  private var appStoreCode: String? {
    guard let json else { return nil }
    if let error = AppStoreError(json) { return String(error.code) }
    guard AppStoreBody(json) == .orderLookup else { return nil }
    return json["status"]?.integer.map(String.init)
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
