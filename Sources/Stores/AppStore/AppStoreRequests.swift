import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// A request to the App Store Server API, and the expected response bodies.
struct AppStoreRequest: Sendable {
  var method: StoreRequest.Method
  var path: String
  var query: [(name: String, value: String)] = []
  var body: JSONValue?
  var pace: RateGroup = .reading
  /// Empty if the response has no body.
  var answers: Set<AppStoreBody>

  /// Apple's rate limit groups.
  enum RateGroup: Sendable {
    case reading, changing, lookup, test

    func bucket(in environment: Environment) -> RateLimitKey {
      switch (self, environment) {
      case (.reading, .production): .appleReading
      case (.changing, .production): .appleChanging
      case (.lookup, .production): .appleLookup
      case (.test, .production): .appleTest
      case (.reading, _): .appleSandboxReading
      case (.changing, _): .appleSandboxChanging
      case (.lookup, _): .appleSandboxLookup
      case (.test, _): .appleSandboxTest
      }
    }
  }

  func request(_ base: String, in environment: Environment) -> StoreRequest {
    StoreRequest(
      .appStoreServer,
      method,
      base,
      path,
      query: query,
      body: body.map { .json($0) },
      bucket: pace.bucket(in: environment)
    )
  }
}

extension AppStoreRequest {
  /// `nil` for a query that is not for this service.
  init?(_ question: StoreQuery) {
    switch question {
    case .appleSubscriptions(let transaction):
      self.init(
        method: .get,
        path: "/inApps/v1/subscriptions/\(URLText.segment(transaction))",
        answers: [.subscriptionStatuses]
      )
    case .appleHistory(let transaction, let revision):
      self.init(
        method: .get,
        path: "/inApps/v2/history/\(URLText.segment(transaction))",
        query: revision.map { [("revision", $0)] } ?? [],
        answers: [.transactionHistory]
      )
    case .appleTransaction(let transaction):
      self.init(
        method: .get,
        path: "/inApps/v1/transactions/\(URLText.segment(transaction))",
        answers: [.transactionInfo]
      )
    case .appleAppTransaction(let transaction):
      self.init(
        method: .get,
        path: "/inApps/v1/transactions/appTransactions/\(URLText.segment(transaction))",
        answers: [.appTransactionInfo]
      )
    case .appleMassExtension(let product, let request):
      let (product, request) = (URLText.segment(product), URLText.segment(request))
      self.init(
        method: .get,
        path: "/inApps/v1/subscriptions/extend/mass/\(product)/\(request)",
        pace: .changing,
        answers: [.massExtensionStatus]
      )
    case .appleRefunds(let transaction, let revision):
      self.init(
        method: .get,
        path: "/inApps/v2/refund/lookup/\(URLText.segment(transaction))",
        query: revision.map { [("revision", $0)] } ?? [],
        pace: .lookup,
        answers: [.refundHistory, .transactionHistory]
      )
    case .appleOrder(let order):
      self.init(
        method: .get,
        path: "/inApps/v1/lookup/\(URLText.segment(order))",
        pace: .lookup,
        answers: [.orderLookup]
      )
    case .appleNotifications(let from, let until, let transaction, let onlyFailures, let page):
      self.init(
        method: .post,
        path: "/inApps/v1/notifications/history",
        query: page.map { [("paginationToken", $0)] } ?? [],
        body: .members([
          "startDate": .milliseconds(from),
          "endDate": .milliseconds(until),
          "transactionId": transaction.map { .string($0) },
          "onlyFailures": onlyFailures ? .bool(true) : nil,
        ]),
        answers: [.notificationHistory]
      )
    case .appleTestNotification(let token):
      self.init(
        method: .get,
        path: "/inApps/v1/notifications/test/\(URLText.segment(token))",
        pace: .test,
        answers: [.testNotificationStatus]
      )
    default: return nil
    }
  }

  /// `nil` for an action that is not for this service.
  init?(_ action: StoreAction) {
    switch action {
    case .appleConsumption(let transaction, let consumption):
      self.init(
        method: .put,
        path: "/inApps/v2/transactions/consumption/\(URLText.segment(transaction))",
        body: .members([
          // Consumption information may only be sent with the customer's consent.
          "customerConsented": .bool(true),
          "deliveryStatus": .string(consumption.delivery.rawValue),
          "sampleContentProvided": .bool(consumption.isSampleProvided),
          "consumptionPercentage": consumption.used.map { .number(String($0)) },
          "refundPreference": consumption.preference.map { .string($0.rawValue) },
        ]),
        answers: []
      )
    case .appleExtend(let original, let days, let reason, let request):
      self.init(
        method: .put,
        path: "/inApps/v1/subscriptions/extend/\(URLText.segment(original))",
        body: .members([
          "extendByDays": .number(String(days)),
          "extendReasonCode": .number(String(reason)),
          "requestIdentifier": .string(request),
        ]),
        pace: .changing,
        answers: [.extendRenewal]
      )
    case .appleAccount(let original, let token):
      self.init(
        method: .put,
        path: "/inApps/v1/transactions/\(URLText.segment(original))/appAccountToken",
        body: .members(["appAccountToken": .string(token.uuidString.lowercased())]),
        pace: .changing,
        answers: []
      )
    case .appleTestNotification:
      self.init(
        method: .post,
        path: "/inApps/v1/notifications/test",
        pace: .test,
        answers: [.testNotification]
      )
    default: return nil
    }
  }
}
