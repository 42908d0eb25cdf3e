import Entitlements
package import Foundation
package import ServiceCore

/// What is to be done about answers of one kind.
package struct AnswerRow: Equatable, Sendable {
  /// The store's own code: Apple's `errorCode` or `status`, Google's `reason`, OAuth's `error`,
  /// Microsoft's inner code.
  package enum Code: Equatable, Sendable {
    case any
    /// None in the body, or no body that can be read.
    case none
    case of(Set<String>)
    case within(ClosedRange<Int>)
  }

  package enum Ending: Equatable, Sendable {
    case success
    case retry
    /// Only where the answer says that it can help; final otherwise.
    case retryIfTold
    /// No more for now.
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

  /// Whatever the store's code.
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

/// Every answer's end, by service, HTTP status and the store's own code: the first row that fits
/// decides. Nothing in it says that a purchase is invalid; `final` only says that asking the same
/// again is of no use.
package enum AnswerTable {
  package static let rows: [AnswerRow] =
    AppleAnswers.rows + GoogleAnswers.rows + MicrosoftAnswers.rows + AmazonAnswers.rows

  private static let rowsByService = Dictionary(grouping: rows, by: \.service)

  /// What nobody has described is tried again later.
  package static func ending(
    _ service: StoreService,
    http: Int,
    code: String?
  ) -> AnswerRow.Ending {
    rowsByService[service]?.first { $0.fits(http, code) }?.ending ?? .retry
  }

  /// What an answer says in the words of the port; `nil` for success. `isRetryable` is the answer's
  /// own word, for the codes that need it, `retryAt` its `Retry-After`.
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
    case .retryIfTold: remedy = isRetryable == true ? .retry(notBefore: retryAt) : .final
    case .otherEnvironment: remedy = .otherEnvironment
    case .final: remedy = .final
    case .operatorAction: remedy = .operatorAction
    }
    return .status(service.store, http: http, code: code, remedy)
  }
}

extension AnswerRow {
  /// The rows every service ends with: what HTTP itself says, and 4xx after the store's own kind.
  static func http(_ service: StoreService, refusal: Ending) -> [AnswerRow] {
    [
      // The stores redirect nowhere: the address is wrong, or something stands between.
      AnswerRow(service, 300...399, .operatorAction),
      AnswerRow(service, 401...401, .operatorAction),
      AnswerRow(service, 403...403, .operatorAction),
      AnswerRow(service, 407...407, .operatorAction),
      AnswerRow(service, 408...408, .retry),
      AnswerRow(service, 425...425, .retry),
      AnswerRow(service, 429...429, .throttled),
      AnswerRow(service, 400...499, refusal),
      AnswerRow(service, 500...599, .retry),
    ]
  }
}
