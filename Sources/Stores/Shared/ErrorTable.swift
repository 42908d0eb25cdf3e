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

extension ErrorTable {
  private typealias Special = (http: ClosedRange<Int>, code: ErrorRule.Code, ErrorRule.Ending)

  package static let rows: [ErrorRule] = apple + google + microsoft + amazon

  /// The rules of a service: its own, then success, then HTTP's general statuses, and `refusal` for
  /// any other 4xx.
  private static func rules(
    _ service: StoreService,
    success: ErrorRule.Ending = .success,
    refusal: ErrorRule.Ending,
    _ own: [Special]
  ) -> [ErrorRule] {
    let general: [(ClosedRange<Int>, ErrorRule.Ending)] = [
      (200...299, success),
      // The stores never redirect: the URL is wrong, or a proxy interferes.
      (300...399, .operatorAction), (401...401, .operatorAction), (403...403, .operatorAction),
      (407...407, .operatorAction), (408...408, .retry), (425...425, .retry),
      (429...429, .throttled), (400...499, refusal), (500...599, .retry),
    ]
    return (own + general.map { ($0, .any, $1) }).map { http, code, ending in
      ErrorRule(service: service, http: http, code: code, ending: ending)
    }
  }

  /// The statuses of verifyReceipt, the error codes of the App Store Server API, and those of the
  /// App Store Connect API.
  private static let apple =
    rules(
      .verifyReceipt,
      success: .retry,
      refusal: .operatorAction,
      [
        // 21006 still contains the receipt, in the iOS 6 form.
        (200...200, .of(["0", "21006"]), .success),
        (200...200, .of(["21007", "21008"]), .otherEnvironment),
        // Malformed, or a temporary problem of the service: the job's own deadline ends it.
        (200...200, .of(["21002"]), .retry), (200...200, .of(["21003", "21010"]), .final),
        (200...200, .of(["21004"]), .operatorAction),
        // A proxy turned our POST into a GET.
        (200...200, .of(["21000"]), .operatorAction),
        (200...200, .of(["21001", "21005", "21009"]), .retry),
        (200...200, .within(21_100...21_199), .retryIfAdvised),
      ]
    )
    + rules(
      .appStoreServer,
      refusal: .final,
      [
        // Look Up Order ID: no such order.
        (200...200, .of(["1"]), .final),
        (404...404, .of(["4040005", "4040010"]), .otherEnvironment),
        (404...404, .of(["4040002", "4040004", "4040006"]), .retry),
        (400...400, .of(["4000002"]), .operatorAction),
        (404...404, .of(["4040003", "4040007"]), .operatorAction),
        // Without Apple's error code it is not about the transaction: the URL is wrong.
        (404...404, .none, .operatorAction), (403...403, .within(4_030_000...4_039_999), .final),
      ]
    )
    + rules(.appStoreConnect, refusal: .final, [(404...404, .none, .operatorAction)])

  private static let limits: Set<String> = [
    "rateLimitExceeded", "quotaExceeded", "dailyLimitExceeded", "userRateLimitExceeded",
    "RESOURCE_EXHAUSTED",
  ]
  private static let permissions: Set<String> = [
    "permissionDenied", "projectNotLinked", "developerDoesNotOwnApplication",
    "userInsufficientPermission", "applicationNotFound",
  ]

  /// Google's token endpoint, and the Android Publisher API.
  private static let google =
    rules(
      .googleToken,
      refusal: .operatorAction,
      [(400...499, .of(["temporarily_unavailable"]), .retry)]
    )
    + rules(
      .googlePlay,
      refusal: .final,
      [
        (400...499, .of(limits), .throttled),
        // Also as 401 and 404: they say nothing about the purchase.
        (400...499, .of(permissions), .operatorAction),
        (400...499, .of(["backendError", "internalError"]), .retry), (409...409, .any, .retry),
        // Without Google's error body it is not about the token: the URL is wrong.
        (404...404, .none, .operatorAction),
      ]
    )

  /// Entra ID, the collections and purchase services, the clawback queue, which is Azure's, and
  /// Partner Center.
  private static let microsoft =
    rules(.entra, refusal: .operatorAction, [(400...499, .of(["temporarily_unavailable"]), .retry)])
    + rules(
      .microsoftStore,
      refusal: .final,
      [
        // With a fresh token of ours, the user's key has expired: only the app can get a new one.
        (401...401, .of(["AuthenticationTokenInvalid"]), .final),
        (404...404, .none, .operatorAction), (409...409, .any, .retry),
      ]
    )
    // A message that another reader has taken is a 404 as well, and harmless.
    + rules(.microsoftQueue, refusal: .final, [(404...404, .any, .operatorAction)])
    + rules(.partnerCenter, refusal: .final, [(404...404, .any, .operatorAction)])

  /// Amazon's Receipt Verification Service: the HTTP status decides alone.
  private static let amazon = rules(
    .amazonReceipts,
    refusal: .final,
    [
      // The URL is wrong: Amazon sends no 404.
      (404...404, .any, .operatorAction),
      // The shared secret, or the user ID.
      (496...496, .any, .operatorAction), (497...497, .any, .final),
    ]
  )
}
