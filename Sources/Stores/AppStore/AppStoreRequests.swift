import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// A request to the App Store Server API, and the expected response bodies.
struct AppStoreRequest: Sendable {
  private let method: StoreRequest.Method
  private let path: String
  private var query: [(name: String, value: String)] = []
  private var body: JSONValue?
  private let bucket: RateLimitKey
  /// Empty if the response has no body.
  let answers: Set<AppStoreBody>

  /// A request for `path` and the segments below it, which are escaped.
  private init(
    _ method: StoreRequest.Method,
    _ path: String,
    _ segments: String...,
    query: (name: String, value: String?)? = nil,
    body: JSONValue? = nil,
    bucket: RateLimitKey = .appleReading,
    answers: AppStoreBody...
  ) {
    self.method = method
    self.path = (["/inApps/\(path)"] + segments.map(URLText.segment)).joined(separator: "/")
    if let query, let value = query.value { self.query = [(query.name, value)] }
    self.body = body
    self.bucket = bucket
    self.answers = Set(answers)
  }

  func request(_ base: String, in environment: Environment) -> StoreRequest {
    StoreRequest(
      .appStoreServer,
      method,
      base,
      path,
      query: query,
      body: body.map { .json($0) },
      bucket: environment == .production ? bucket : bucket.inSandbox
    )
  }
}

extension AppStoreRequest {
  /// `nil` for a query that is not for this service.
  init?(_ question: StoreQuery) {
    switch question {
    case .appleSubscriptions(let transaction):
      self.init(.get, "v1/subscriptions", transaction, answers: .subscriptionStatuses)
    case .appleHistory(let transaction, let revision):
      self.init(
        .get,
        "v2/history",
        transaction,
        query: ("revision", revision),
        answers: .transactionHistory
      )
    case .appleTransaction(let transaction):
      self.init(.get, "v1/transactions", transaction, answers: .transactionInfo)
    case .appleAppTransaction(let transaction):
      self.init(.get, "v1/transactions/appTransactions", transaction, answers: .appTransactionInfo)
    case .appleMassExtension(let product, let request):
      self.init(
        .get,
        "v1/subscriptions/extend/mass",
        product,
        request,
        bucket: .appleChanging,
        answers: .massExtensionStatus
      )
    case .appleRefunds(let transaction, let revision):
      self.init(
        .get,
        "v2/refund/lookup",
        transaction,
        query: ("revision", revision),
        bucket: .appleLookup,
        answers: .refundHistory,
        .transactionHistory
      )
    case .appleOrder(let order):
      self.init(.get, "v1/lookup", order, bucket: .appleLookup, answers: .orderLookup)
    case .appleNotifications(let from, let until, let transaction, let onlyFailures, let page):
      self.init(
        .post,
        "v1/notifications/history",
        query: ("paginationToken", page),
        body: [
          "startDate": .whole(Int(from.millisecondsSince1970)),
          "endDate": .whole(Int(until.millisecondsSince1970)),
          "transactionId": .text(transaction), "onlyFailures": onlyFailures ? true : nil,
        ],
        answers: .notificationHistory
      )
    case .appleTestNotification(let token):
      self.init(
        .get,
        "v1/notifications/test",
        token,
        bucket: .appleTest,
        answers: .testNotificationStatus
      )
    default: return nil
    }
  }

  /// `nil` for an action that is not for this service.
  init?(_ action: StoreAction) {
    switch action {
    case .appleConsumption(let transaction, let consumption):
      self.init(
        .put,
        "v2/transactions/consumption",
        transaction,
        body: [
          // Consumption information may only be sent with the customer's consent.
          "customerConsented": true,
          "deliveryStatus": .string(consumption.delivery.rawValue),
          "sampleContentProvided": .bool(consumption.isSampleProvided),
          "consumptionPercentage": .whole(consumption.used),
          "refundPreference": .text(consumption.preference?.rawValue),
        ]
      )
    case .appleExtend(let original, let days, let reason, let request):
      self.init(
        .put,
        "v1/subscriptions/extend",
        original,
        body: [
          "extendByDays": .whole(days), "extendReasonCode": .whole(reason),
          "requestIdentifier": .string(request),
        ],
        bucket: .appleChanging,
        answers: .extendRenewal
      )
    case .appleAccount(let original, let token):
      self.init(
        .put,
        "v1/transactions",
        original,
        "appAccountToken",
        body: ["appAccountToken": .string(token.uuidString.lowercased())],
        bucket: .appleChanging
      )
    case .appleTestNotification:
      self.init(.post, "v1/notifications/test", bucket: .appleTest, answers: .testNotification)
    default: return nil
    }
  }
}

// The deprecated verifyReceipt service, which takes whole receipts.
extension AppStoreClient {
  func verifyReceipt(
    _ receipt: String,
    excludesOld: Bool,
    _ shop: StoreScope,
    in environment: Environment
  ) async throws(StoreClientError) -> StoreAnswer {
    let secret = configuration.app(shop.app)?.sharedSecret
    let request = request(receipt, excludesOld: excludesOld, secret, in: environment)
    let reply = try await httpClient.answer(request)
    try reply.json { VerifyReceiptResponse($0) != nil }
    return StoreAnswer(reply, DocumentHints(app: shop.app), environment)
  }

  /// Sends an empty receipt, which the store rejects as malformed.
  func checkVerifyReceipt(in environment: Environment) async throws(StoreClientError) {
    let request = request("", excludesOld: false, nil, in: environment)
    let reply = try await httpClient.reply(to: request, as: nil)
    if reply.http == 200, reply.code.flatMap({ Int($0) }) != nil { return }
    if let error = reply.error(at: httpClient.time.now()) { throw error }
  }

  private func request(
    _ receipt: String,
    excludesOld: Bool,
    _ secret: Secret?,
    in environment: Environment
  ) -> StoreRequest {
    StoreRequest(
      .verifyReceipt,
      .post,
      configuration.verifyReceipt.url(of: environment),
      "/verifyReceipt",
      body: .json(
        [
          "receipt-data": .string(receipt), "password": .text(secret?.opened()),
          "exclude-old-transactions": .bool(excludesOld),
        ]
      ),
      bucket: .verifyReceipt
    )
  }
}
