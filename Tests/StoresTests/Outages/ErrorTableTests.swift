import Receipts
import Stores
import Testing

struct AnswerTableTests {
  private func ending(
    _ service: StoreService,
    _ http: Int,
    _ code: String? = nil
  )
    -> ErrorRule.Ending
  {
    ErrorTable.ending(service, http: http, code: code)
  }

  @Test(arguments: StoreService.allCases)
  func `every status of every service has an end, and only 2xx succeeds`(service: StoreService) {
    for http in 100...599 where ending(service, http) == .success {
      #expect((200...299).contains(http))
    }
    #expect(ending(service, 429) == .throttled)
    #expect((500...599).allSatisfy { ending(service, $0) == .retry })
    #expect([301, 302, 307, 407].allSatisfy { ending(service, $0) == .operatorAction })
  }

  @Test func `no row stands behind one that takes everything from it`() {
    for (place, row) in ErrorTable.rows.enumerated() {
      let before = ErrorTable.rows.prefix(place).filter { $0.service == row.service }
      let isHidden = before.contains {
        $0.code == .any && $0.http.lowerBound <= row.http.lowerBound
          && $0.http.upperBound >= row.http.upperBound
      }
      #expect(!isHidden, "\(row)")
    }
  }

  @Test(arguments: [0] + Array(21_000...21_199))
  func `a status of verifyReceipt ends as its meaning says`(code: Int) {
    let expected: ErrorRule.Ending =
      switch VerifyReceiptStatus(code: code) {
      case .valid, .subscriptionExpired: .success
      case .notPost, .secretMismatch: .operatorAction
      case .malformedReceipt, .serverUnavailable, .dataAccess, .noLongerSent, .unknown: .retry
      case .internalDataAccess: .retryIfAdvised
      case .notAuthenticated, .accountNotFound: .final
      case .sandboxReceipt, .productionReceipt: .otherEnvironment
      }
    #expect(ending(.verifyReceipt, 200, String(code)) == expected)
  }

  @Test(arguments: [400, 403, 404, 409, 429, 500])
  func `an error code of Apple's that can pass is tried again, and no other`(http: Int) {
    let passing = [4_040_002, 4_040_004, 4_040_006, 4_290_000, 5_000_000, 5_000_001]
    for code in (http * 10_000)..<(http * 10_000 + 250) {
      let end = ending(.appStoreServer, http, String(code))
      if [4_040_005, 4_040_010].contains(code) {
        #expect(end == .otherEnvironment)
      } else if passing.contains(code) {
        #expect([.retry, .throttled].contains(end))
      } else if http < 429 {
        #expect([.final, .operatorAction].contains(end))
      }
    }
  }

  @Test(arguments: [
    ("permissionDenied", ErrorRule.Ending.operatorAction),
    ("projectNotLinked", .operatorAction), ("developerDoesNotOwnApplication", .operatorAction),
    ("userInsufficientPermission", .operatorAction), ("purchaseTokenNotFound", .final),
    ("notFound", .final), ("subscriptionPurchaseNoLongerAvailable", .final),
    ("purchaseTokenNoLongerValid", .final), ("rateLimitExceeded", .throttled),
    ("quotaExceeded", .throttled), ("dailyLimitExceeded", .throttled), ("backendError", .retry),
    ("internalError", .retry), ("invalidValue", .final),
  ])
  func `a reason of Google's ends as its meaning says`(
    reason: String,
    expected: ErrorRule.Ending
  ) {
    for http in [400, 404, 410] { #expect(ending(.googlePlay, http, reason) == expected) }
  }
}
