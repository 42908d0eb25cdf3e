import Entitlements
package import Foundation
package import ServiceCore

/// What to do about one kind of response.
package struct ErrorRule: Equatable, Sendable {
  /// The store's own code: Apple's `errorCode` or `status`, Google's `reason`, OAuth's `error`,
  /// Microsoft's inner code.
  package enum Code: Equatable, Sendable {
    case any
    /// No code in the body, or no readable body.
    case none
    case of(Set<String>)
    case within(ClosedRange<Int>)
  }

  package enum Ending: Equatable, Sendable {
    case success
    case retry
    /// Retry if the response says that it can help; else final.
    case retryIfAdvised
    /// Stop for now.
    case throttled
    case otherEnvironment
    case final
    case operatorAction
  }

  package var service: StoreService
  package var http: ClosedRange<Int>
  package var code: Code
  package var ending: Ending

  init(
    _ service: StoreService,
    _ http: ClosedRange<Int>,
    _ code: Code,
    _ ending: Ending
  ) {
    self.service = service
    self.http = http
    self.code = code
    self.ending = ending
  }

  /// A rule for any code.
  init(_ service: StoreService, _ http: ClosedRange<Int>, _ ending: Ending) {
    self.init(service, http, .any, ending)
  }

  func fits(_ http: Int, _ code: String?) -> Bool {
    guard self.http.contains(http) else { return false }
    return switch self.code {
    case .any: true
    case .none: code == nil
    case .of(let codes): code.map(codes.contains) == true
    case .within(let range): code.flatMap { Int($0) }.map(range.contains) == true
    }
  }
}

/// Maps service, HTTP status and the store's own code to an ending: the first matching rule
/// decides. No rule says that a purchase is invalid; `final` only means that the same query again
/// is useless.
package enum ErrorTable {
  package static let rows: [ErrorRule] =
    AppleErrorRules.rows + GoogleErrorRules.rows + MicrosoftErrorRules.rows + AmazonErrorRules.rows

  private static let rowsByService = Dictionary(grouping: rows, by: \.service)

  /// Unknown responses are retried later.
  package static func ending(
    _ service: StoreService,
    http: Int,
    code: String?
  ) -> ErrorRule.Ending {
    rowsByService[service]?.first { $0.fits(http, code) }?.ending ?? .retry
  }

  /// The error of a response; `nil` for success. `isRetryable` is the response's own statement, for
  /// the codes that need it, `retryAt` its `Retry-After`.
  package static func error(
    _ service: StoreService,
    http: Int,
    code: String?,
    isRetryable: Bool? = nil,
    retryAt: Date? = nil
  ) -> StoreClientError? {
    let remedy: StoreClientError.Remedy
    switch ending(service, http: http, code: code) {
    case .success: return nil
    case .throttled: return .throttled(service.store, until: retryAt)
    case .retry: remedy = .retry(notBefore: retryAt)
    case .retryIfAdvised: remedy = isRetryable == true ? .retry(notBefore: retryAt) : .final
    case .otherEnvironment: remedy = .otherEnvironment
    case .final: remedy = .final
    case .operatorAction: remedy = .operatorAction
    }
    return .status(service.store, http: http, code: code, remedy)
  }
}

extension ErrorRule {
  /// The last rules of every service: HTTP's general statuses, and 4xx by the given ending.
  static func http(_ service: StoreService, refusal: Ending) -> [ErrorRule] {
    [
      // The stores never redirect: the URL is wrong, or a proxy interferes.
      ErrorRule(service, 300...399, .operatorAction),
      ErrorRule(service, 401...401, .operatorAction),
      ErrorRule(service, 403...403, .operatorAction),
      ErrorRule(service, 407...407, .operatorAction),
      ErrorRule(service, 408...408, .retry),
      ErrorRule(service, 425...425, .retry),
      ErrorRule(service, 429...429, .throttled),
      ErrorRule(service, 400...499, refusal),
      ErrorRule(service, 500...599, .retry),
    ]
  }
}
