import Basics
import Foundation
import Receipts
import ServiceCore

/// Builds requests to the Android Publisher API.
struct GoogleRequests: Sendable {
  /// This many order IDs stay below common URL length limits.
  static let maxOrders = 200
  static let maxVoided = 1_000

  let base: String
  let app: String

  private var root: String { "/androidpublisher/v3/applications/\(URLText.segment(app))" }

  func subscription(_ token: String) -> StoreRequest {
    get(subscriptionPath(token), .googleSubscriptions)
  }

  func product(_ token: String) -> StoreRequest {
    get("/purchases/productsv2/tokens/\(URLText.segment(token))", .googleProducts)
  }

  /// A single order has its own URL: the list fails as a whole for an unknown one.
  func orders(_ ids: [String]) -> StoreRequest {
    if ids.count == 1 { return get("/orders/\(URLText.segment(ids[0]))", .googleOrders) }
    return get("/orders:batchGet", .googleOrders, query: ids.map { ("orderIds", $0) })
  }

  func voided(from: Date, until: Date, page: String?) -> StoreRequest {
    var query = [
      (name: "startTime", value: String(from.millisecondsSince1970)),
      (name: "endTime", value: String(until.millisecondsSince1970)),
      (name: "type", value: "1"),
      (name: "maxResults", value: String(Self.maxVoided)),
    ]
    if let page { query.append((name: "token", value: page)) }
    return get("/purchases/voidedpurchases", .googleVoided, query: query)
  }

  /// `nil` for an action that is not for this store.
  func action(_ action: StoreAction) -> StoreRequest? {
    switch action {
    case .googleAcknowledge(let token, let product, let isSubscription):
      let kind = isSubscription ? "subscriptions" : "products"
      return post(
        "\(purchase(kind, product, token)):acknowledge",
        [:],
        isSubscription ? .googleSubscriptions : .googleProducts
      )
    case .googleConsume(let token, let product):
      return post("\(purchase("products", product, token)):consume", nil, .googleProducts)
    case .googleCancel(let token):
      return post(
        "\(subscriptionPath(token)):cancel",
        ["cancellationContext": ["cancellationType": "USER_REQUESTED_STOP_RENEWALS"]],
        .googleChanging
      )
    case .googleRevoke(let token, let isProrated):
      let refund = isProrated ? "proratedRefund" : "fullRefund"
      return post(
        "\(subscriptionPath(token)):revoke",
        ["revocationContext": [refund: [:]]],
        .googleChanging
      )
    case .googleRefund(let order, let revokes):
      return post(
        "/orders/\(URLText.segment(order)):refund",
        nil,
        .googleOrders,
        query: [("revoke", revokes ? "true" : "false")]
      )
    case .googleRefundReview(let order, let token, let review):
      return post(
        "/orders/\(URLText.segment(order)):reviewrefund",
        [
          "pendingRefundToken": .string(token),
          "sampleContentProvided": .bool(review.isSampleProvided),
          "refundPreference": .string(review.preference.rawValue),
          "consumptionPercentageMilliunits": review.used.map { .number("\($0)") },
        ],
        .googleOrders
      )
    default: return nil
    }
  }

  private func subscriptionPath(_ token: String) -> String {
    "/purchases/subscriptionsv2/tokens/\(URLText.segment(token))"
  }

  private func purchase(_ kind: String, _ product: String, _ token: String) -> String {
    "/purchases/\(kind)/\(URLText.segment(product))/tokens/\(URLText.segment(token))"
  }

  private func get(
    _ path: String,
    _ bucket: RateLimitKey,
    query: [(name: String, value: String)] = []
  ) -> StoreRequest {
    StoreRequest(.googlePlay, .get, base, root + path, query: query, bucket: bucket)
  }

  private func post(
    _ path: String,
    _ body: JSONValue?,
    _ bucket: RateLimitKey,
    query: [(name: String, value: String)] = []
  ) -> StoreRequest {
    StoreRequest(
      .googlePlay,
      .post,
      base,
      root + path,
      query: query,
      body: body.map { .json($0) },
      bucket: bucket
    )
  }
}
