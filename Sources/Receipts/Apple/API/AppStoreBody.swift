package import Basics
package import Foundation

/// The kind of an App Store Server API body or of a decoded payload, recognised by the names of its
/// members (apple.md §3.2, §3.4, §3.6–3.8, §4.1).
package enum AppStoreBody: String, Sendable, CaseIterable {
  case error
  case transactionHistory = "transaction-history"
  case transactionInfo = "transaction-info"
  case subscriptionStatuses = "subscription-statuses"
  case orderLookup = "order-lookup"
  case refundHistory = "refund-history"
  case extendRenewal = "extend-renewal"
  case massExtension = "mass-extension"
  case massExtensionStatus = "mass-extension-status"
  case testNotification = "test-notification"
  case testNotificationStatus = "test-notification-status"
  case notificationHistory = "notification-history"
  case appTransactionInfo = "app-transaction-info"
  case consumption
  case realtimeRequest = "realtime-request"
  case retentionImages = "retention-images"
  case retentionMessages = "retention-messages"
  case retentionTestResult = "retention-test-result"
  case seats
  case seatClaim = "seat-claim"
  case notification
  case transaction
  case appTransaction = "app-transaction"
  case renewalInfo = "renewal-info"

  /// `nil` for other JSON. A bare `{"signedPayload": …}` is an envelope, not a body.
  package init?(_ json: JSONValue) {
    guard json.isObject else { return nil }
    guard let body = Self.allCases.first(where: { $0.fits(json) }) else { return nil }
    self = body
  }

  /// Checked in the order of the cases: the narrower shape precedes the wider one.
  private func fits(_ json: JSONValue) -> Bool {
    switch self {
    case .error: json["errorCode"]?.looseNumber != nil && json.has("errorMessage")
    case .transactionHistory:
      json["signedTransactions"]?.array != nil && json.has(anyOf: ["bundleId", "environment"])
        || json.isPageOfHistory
    case .transactionInfo:
      json["signedTransactionInfo"]?.string != nil
        && !json.has(anyOf: ["notificationType", "verificationData", "transactionReceipt"])
    case .subscriptionStatuses:
      json["data"]?.array != nil && json.has(anyOf: ["bundleId", "environment"])
        && (json["data"]?.array ?? []).allSatisfy { $0.has("lastTransactions") }
    case .orderLookup: json["signedTransactions"]?.array != nil && json["status"]?.integer != nil
    case .refundHistory: json["signedTransactions"]?.array != nil
    case .notificationHistory:
      json["notificationHistory"]?.array != nil
        || json["hasMore"]?.bool != nil && json["paginationToken"]?.string != nil
    case .appTransactionInfo: json["signedAppTransactionInfo"]?.string != nil
    case .extendRenewal: json["success"]?.bool != nil && json.has("originalTransactionId")
    case .massExtension: json["requestIdentifier"]?.string != nil && json.members?.count == 1
    case .massExtensionStatus: json["complete"]?.bool != nil && json.has("requestIdentifier")
    case .testNotification: json["testNotificationToken"]?.string != nil
    case .testNotificationStatus: json.has("signedPayload") && json["sendAttempts"]?.array != nil
    case .consumption: json["customerConsented"]?.bool != nil && json.has("deliveryStatus")
    case .realtimeRequest:
      json.has("userLocale") && json.has("requestIdentifier") && json.has("originalTransactionId")
    case .retentionImages: json["imageIdentifiers"]?.array != nil
    case .retentionMessages: json["messageIdentifiers"]?.array != nil
    case .retentionTestResult: json.has("successRate") && json.has("responseTimes")
    case .seats: json.has("totalSeatCount") && json.has("availableSeatCount")
    case .seatClaim: json["seatClaimId"]?.string != nil
    case .notification:
      json.has("notificationUUID") && json["notificationType"]?.string != nil
    case .transaction:
      json["transactionId"]?.looseText != nil && json.has("productId")
        && json.has("purchaseDate") && json.has(anyOf: ["bundleId", "signedDate"])
    case .appTransaction:
      json.has("receiptType") && json.has("bundleId")
        && json.has(anyOf: ["receiptCreationDate", "originalApplicationVersion"])
    case .renewalInfo:
      json["originalTransactionId"]?.looseText != nil
        && json.has(anyOf: ["autoRenewStatus", "autoRenewProductId"])
        && json.has(anyOf: ["signedDate", "environment", "productId"])
    }
  }
}

extension JSONValue {
  fileprivate func has(_ name: String) -> Bool { self[name] != nil }

  fileprivate func has(anyOf names: [String]) -> Bool { names.contains { self[$0] != nil } }

  /// Whether it is a HistoryResponse without transactions; all of its members are optional.
  fileprivate var isPageOfHistory: Bool {
    let names = ["appAppleId", "bundleId", "environment", "hasMore", "revision"]
    return (self["hasMore"]?.bool != nil || self["revision"]?.string != nil)
      && members?.allSatisfy { names.contains($0.name) } == true
  }
}

/// The parts of an App Store Server API response that later steps need.
package struct AppStoreResponse: Sendable {
  package let body: AppStoreBody
  package let json: JSONValue

  /// `nil` for JSON that is not a body of the App Store Server API (apple.md §3).
  package init?(_ json: JSONValue) {
    guard let body = AppStoreBody(json) else { return nil }
    self.body = body
    self.json = json
  }

  /// The part that names app and environment: one level down in notifications (§4.1).
  private var subject: JSONValue {
    let nested = ["data", "appData", "summary", "externalPurchaseToken"]
    guard body == .notification else { return json }
    return nested.lazy.compactMap { json[$0] }.first { $0.isObject } ?? json
  }

  package var bundleID: String? { subject["bundleId"]?.string }

  /// `receiptType` in an AppTransaction.
  package var environment: String? {
    (subject["environment"] ?? json["environment"] ?? json["receiptType"])?.string
  }

  /// The environment; an external purchase's token shows the sandbox only in its prefix.
  package var environmentKind: StoreEnvironment? {
    if let environment { return StoreEnvironment(appleName: environment) }
    guard let token = subject["externalPurchaseId"]?.string else { return nil }
    return token.hasPrefix("SANDBOX_") ? .sandbox : .production
  }

  /// The start of the next page: `revision` of histories, `paginationToken` of notifications.
  package var cursor: String? { (json["revision"] ?? json["paginationToken"])?.string }
  package var hasMore: Bool? { AppleFields(json).bool("hasMore") }

  /// The `errorCode` of an error body (apple.md §3.5): seven digits, the first three of which are
  /// the HTTP status.
  package var errorCode: Int? { body == .error ? AppleFields(json).integer("errorCode") : nil }

  /// All transactions in the body, as JWS, in order.
  package var signedTransactions: [String] {
    let groups = (json["data"]?.array ?? []).flatMap { $0["lastTransactions"]?.array ?? [] }
    let top = body == .notification ? [subject] : [json]
    return (json["signedTransactions"]?.array?.compactMap(\.string) ?? [])
      + (top + groups).compactMap { $0["signedTransactionInfo"]?.string }
  }

  /// The notifications as sent, as JWS.
  package var signedPayloads: [String] {
    let history = json["notificationHistory"]?.array ?? []
    return ([json] + history).compactMap { $0["signedPayload"]?.string }
  }
}

extension AppStoreResponse {
  /// A page has 20 transactions, or two payloads for each subscription (apple.md §3.2). Parts
  /// beyond this limit are shown in the payload but not verified.
  package static let maxSignedParts = 200

  private static let signedNames: Set<String> = [
    "signedTransactions", "signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo",
    "signedPayload",
  ]

  /// The signed payloads in the response with their paths, in order.
  package var signedTexts: [(path: String, text: String)] {
    var found: [(String, String)] = []
    Self.collect(json, "", isSigned: false, into: &found)
    return found
  }

  /// The reader's depth limit bounds the recursion.
  private static func collect(
    _ value: JSONValue,
    _ path: String,
    isSigned: Bool,
    into found: inout [(String, String)]
  ) {
    guard found.count < maxSignedParts else { return }
    switch value {
    case .string(let text) where isSigned: found.append((path, text))
    case .array(let items):
      for (index, item) in items.enumerated() where item.canHold(isSigned) {
        collect(item, "\(path)[\(index)]", isSigned: isSigned, into: &found)
      }
    case .object(let members):
      for member in members {
        let isSigned = signedNames.contains(member.name)
        guard member.value.canHold(isSigned) else { continue }
        let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
        collect(member.value, inner, isSigned: isSigned, into: &found)
      }
    default: break
    }
  }

  /// Verifies each part as if it had come alone, and that it belongs to the response's app and
  /// environment. The response itself stays unsigned: parts may have been left out.
  package func evaluated(by verifier: PayloadVerifier, at now: Date) -> [SignedPart] {
    signedTexts.map { path, text in
      var examination = verifier.examine(Array(text.utf8), at: now)
      if examination.rejection == nil, let disagreement = disagreement(examination) {
        examination.verdict = .rejected(disagreement)
      }
      return SignedPart(path: path, examination: examination)
    }
  }

  private func disagreement(_ part: DocumentExamination) -> Rejection? {
    if let bundleID, let app = part.app, app != bundleID {
      return .wrongApp(expected: bundleID, found: app)
    }
    if let ours = environmentKind, let found = part.environmentKind, ours != found {
      return .wrongEnvironment(expected: ours.rawValue, found: found.rawValue)
    }
    return nil
  }
}

extension JSONValue {
  /// Whether the value can contain a signed payload.
  fileprivate func canHold(_ isSigned: Bool) -> Bool {
    switch self {
    case .array, .object: true
    case .string: isSigned
    default: false
    }
  }
}
