import Basics
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
    let expected: [ErrorRule.Ending] =
      switch VerifyReceiptStatus(code: code).action {
      case .use, .treatAsExpired: [.success]
      case .fixRequest, .fixSecret: [.operatorAction]
      case .retryBriefly, .retry, .ask: [.retry]
      case .retryIfRetryable: [.retryIfAdvised]
      case .refuse, .treatAsNeverPurchased: [.final]
      case .sendToSandbox, .sendToProduction: [.otherEnvironment]
      }
    #expect(expected.contains(ending(.verifyReceipt, 200, String(code))))
  }

  @Test(arguments: [400, 403, 404, 409, 429, 500])
  func `an error code of Apple's that can pass is tried again, and no other`(http: Int) throws {
    for code in (http * 10_000)..<(http * 10_000 + 250) {
      let json = JSONValue.object([
        .init("errorCode", .number("\(code)")), .init("errorMessage", .string("m")),
      ])
      let error = try #require(AppStoreError(json))
      let end = ending(.appStoreServer, http, String(code))
      if error.suggestsOtherEnvironment {
        #expect(end == .otherEnvironment)
      } else if error.isRetryable {
        #expect([.retry, .throttled].contains(end))
      } else if error.name != nil {
        #expect([.final, .operatorAction].contains(end))
      }
    }
  }

  @Test(arguments: [
    "permissionDenied", "projectNotLinked", "developerDoesNotOwnApplication",
    "userInsufficientPermission", "purchaseTokenNotFound", "notFound",
    "subscriptionPurchaseNoLongerAvailable", "purchaseTokenNoLongerValid", "rateLimitExceeded",
    "quotaExceeded", "dailyLimitExceeded", "backendError", "internalError", "invalidValue",
  ])
  func `a reason of Google's ends as its meaning says`(reason: String) throws {
    for http in [400, 404, 410] {
      let json = JSONValue.object([
        .init(
          "error",
          .object([
            .init("code", .number("\(http)")),
            .init("errors", .array([.object([.init("reason", .string(reason))])])),
          ])
        )
      ])
      let fault = try #require(GoogleError(json))
      let expected: ErrorRule.Ending =
        switch fault.meaning {
        case .refused, .notFound, .gone: .final
        case .credentials, .configuration: .operatorAction
        case .conflict, .storeTrouble, .unknown: .retry
        case .throttled: .throttled
        }
      #expect(ending(.googlePlay, http, reason) == expected)
    }
  }
}
