import Basics
internal import Foundation

/// The members of a signed payload that decide over it. All documented members are checked; they
/// are read from the JSON.
struct PayloadContent {
  /// The paths of the payloads that are signed inside a notification.
  enum Nested: String, CaseIterable {
    case transaction = "data.signedTransactionInfo"
    case renewalInfo = "data.signedRenewalInfo"
    case appTransaction = "appData.signedAppTransactionInfo"

    /// The kind of payload that belongs there, and its name.
    var content: (kind: ReceiptKind, name: String) {
      switch self {
      case .transaction: (.signedTransaction, "a signed transaction")
      case .renewalInfo: (.signedRenewalInfo, "signed renewal information")
      case .appTransaction: (.signedAppTransaction, "a signed app transaction")
      }
    }
  }

  let kind: ReceiptKind
  private(set) var signedAt: Date?
  private(set) var environment: String?
  /// Renewal information never names the app.
  private(set) var bundleID: String?
  /// Of a transaction or renewal information.
  private(set) var originalTransactionID: String?
  /// A notification's compact JWS texts, which are still to be verified.
  private(set) var nested: [Nested: String] = [:]

  /// - Throws: `malformed` at a member that is missing or has another type than documented, or if
  ///   parts that exclude one another are present.
  init(_ value: JSONValue, kind: ReceiptKind) throws(Rejection) {
    self.kind = kind
    let fields = try PayloadFields(value, "payload")
    switch kind {
    case .signedTransaction: try readPurchase(fields, PayloadMembers.transaction)
    case .signedRenewalInfo: try readPurchase(fields, PayloadMembers.renewalInfo)
    case .signedAppTransaction: try readAppTransaction(fields)
    case .signedNotification: try readNotification(fields)
    default: throw .unsupported("a signed payload of an unknown kind")
    }
  }

  private mutating func readPurchase(
    _ fields: PayloadFields,
    _ members: [PayloadMembers]
  ) throws(Rejection) {
    try fields.check(members)
    signedAt = try fields.date("signedDate")
    environment = try fields.text("environment")
    if kind == .signedTransaction { bundleID = try fields.text("bundleId") }
    originalTransactionID = try fields.text("originalTransactionId")
  }

  private mutating func readAppTransaction(_ fields: PayloadFields) throws(Rejection) {
    bundleID = try fields.requiredText("bundleId")
    // This payload has no `signedDate`.
    signedAt = try fields.date("receiptCreationDate")
    guard signedAt != nil else {
      throw .malformed(at: "payload, receiptCreationDate", expected: "when it was signed")
    }
    environment = try fields.text("receiptType")
    try fields.check(PayloadMembers.appTransaction)
  }

  private mutating func readNotification(_ fields: PayloadFields) throws(Rejection) {
    try fields.check(PayloadMembers.notification)
    signedAt = try fields.date("signedDate")
    let bodies = ["data", "summary", "externalPurchaseToken", "appData", "unclaimInfo"]
    let present = bodies.filter { fields.value($0) != nil }
    guard present.count <= 1 else {
      throw .malformed(at: "payload, \(present[1])", expected: "none beside \(present[0])")
    }
    guard let name = present.first, let body = try fields.object(name) else { return }
    environment = try body.text("environment")
    bundleID = try body.text("bundleId")
    try body.check([.integers(["appAppleId"])])
    switch name {
    case "data":
      try body.check(PayloadMembers.data)
      nested[.transaction] = try body.text("signedTransactionInfo")
      nested[.renewalInfo] = try body.text("signedRenewalInfo")
    case "summary": try body.check(PayloadMembers.summary)
    case "externalPurchaseToken":
      try body.check(PayloadMembers.externalPurchase)
      // The ID of a purchase outside the App Store begins with `SANDBOX` outside production.
      if environment == nil, let id = try body.text("externalPurchaseId") {
        environment = id.hasPrefix("SANDBOX") ? "Sandbox" : "Production"
      }
    case "appData": nested[.appTransaction] = try body.text("signedAppTransactionInfo")
    default: break
    }
  }
}

/// Members of one documented type, in the order in which they are checked (apple.md §3.6–§3.8,
/// §4.1).
enum PayloadMembers: Sendable {
  case required([String])
  case texts([String])
  case integers([String])
  /// Milliseconds since 1970.
  case dates([String])
  case flags([String])
  case lists([String])
  case object(String, [PayloadMembers])

  /// `JWSTransactionDecodedPayload`.
  static let transaction: [PayloadMembers] = [
    .required(["bundleId"]),
    .texts([
      "transactionId", "originalTransactionId", "previousOriginalTransactionId",
      "webOrderLineItemId", "productId", "subscriptionGroupIdentifier",
    ]),
    .dates(["purchaseDate", "originalPurchaseDate", "expiresDate", "signedDate"]),
    .integers(["quantity"]),
    .texts(["type", "appAccountToken", "inAppOwnershipType", "environment", "appTransactionId"]),
    .dates(["revocationDate"]), .integers(["revocationReason"]), .texts(["revocationType"]),
    .integers(["revocationPercentage"]), .flags(["isUpgraded"]), .integers(["offerType"]),
    .texts([
      "offerIdentifier", "offerDiscountType", "offerPeriod", "storefront", "storefrontId",
      "transactionReason", "additionalTransactionReason", "currency",
    ]),
    .integers(["price"]), .texts(["billingPlanType"]),
    .object(
      "commitmentInfo",
      [
        .integers(["billingPeriodNumber", "totalBillingPeriods"]),
        .dates(["commitmentExpiresDate"]), .integers(["commitmentPrice"]),
      ]
    ),
    .texts(["deviceVerification", "deviceVerificationNonce"]),
  ]

  /// `JWSRenewalInfoDecodedPayload`.
  static let renewalInfo: [PayloadMembers] = [
    .texts(["originalTransactionId", "productId", "autoRenewProductId"]),
    .integers(["autoRenewStatus", "expirationIntent"]), .flags(["isInBillingRetryPeriod"]),
    .dates(["gracePeriodExpiresDate"]), .integers(["priceIncreaseStatus"]),
    .dates(["recentSubscriptionStartDate", "renewalDate"]),
    .texts(["appAccountToken", "appTransactionId", "environment"]), .dates(["signedDate"]),
    .integers(["offerType"]), .texts(["offerIdentifier", "offerDiscountType", "offerPeriod"]),
    .lists(["eligibleWinBackOfferIds"]), .integers(["renewalPrice", "renewalQuantity"]),
    .texts(["currency", "renewalBillingPlanType"]),
    .object(
      "commitmentInfo",
      [
        .texts(["commitmentAutoRenewProductId"]), .integers(["commitmentAutoRenewStatus"]),
        .texts(["commitmentRenewalBillingPlanType"]), .dates(["commitmentRenewalDate"]),
        .integers(["commitmentRenewalPrice"]),
      ]
    ),
  ]

  /// The signed record of an app's download.
  static let appTransaction: [PayloadMembers] = [
    .integers(["appAppleId"]), .texts(["applicationVersion"]),
    .integers(["versionExternalIdentifier"]), .dates(["originalPurchaseDate"]),
    .texts(["originalApplicationVersion"]), .dates(["preorderDate"]),
    .texts([
      "appTransactionId", "originalPlatform", "deviceVerification", "deviceVerificationNonce",
    ]),
  ]

  /// An App Store Server Notification of version 2, and its bodies.
  static let notification: [PayloadMembers] = [
    .required(["notificationType", "notificationUUID"]), .texts(["subtype", "version"]),
    .dates(["signedDate"]),
  ]
  static let data: [PayloadMembers] = [
    .texts(["bundleVersion"]), .integers(["status"]), .texts(["consumptionRequestReason"]),
  ]
  static let summary: [PayloadMembers] = [
    .texts(["productId", "requestIdentifier"]), .lists(["storefrontCountryCodes"]),
    .integers(["succeededCount", "failedCount"]),
  ]
  static let externalPurchase: [PayloadMembers] = [
    .texts(["externalPurchaseId"]), .dates(["tokenCreationDate", "tokenExpirationDate"]),
    .texts(["tokenType"]),
  ]
}

extension PayloadFields {
  /// Rejects the first member that is missing or of another type.
  func check(_ members: [PayloadMembers]) throws(Rejection) {
    for member in members {
      switch member {
      case .required(let names): for name in names { _ = try requiredText(name) }
      case .texts(let names): for name in names { _ = try text(name) }
      case .integers(let names): for name in names { _ = try integer(name) }
      case .dates(let names): for name in names { _ = try date(name) }
      case .flags(let names): for name in names { _ = try flag(name) }
      case .lists(let names): for name in names { _ = try texts(name) }
      case .object(let name, let members): try object(name)?.check(members)
      }
    }
  }
}

extension ReceiptKind {
  /// The kind of a signed payload, by the members that only it has. Apple's own test payloads are
  /// nearly empty; there the bundle ID, which renewal information never has, decides.
  init(ofSigned value: JSONValue) {
    func has(_ name: String) -> Bool { value[name] != nil }
    if has("notificationType"), has("notificationUUID") {
      self = .signedNotification
    } else if has("transactionId"), has("productId") {
      self = .signedTransaction
    } else if has("autoRenewStatus") || has("autoRenewProductId") {
      self = .signedRenewalInfo
    } else if has("receiptType"), has("applicationVersion") || has("originalApplicationVersion") {
      self = .signedAppTransaction
    } else {
      let minimal = ["environment", "bundleId", "signedDate"]
      let isMinimal = value.members?.allSatisfy { minimal.contains($0.name) } ?? false
      if isMinimal, has("environment") {
        self = has("bundleId") ? .signedTransaction : .signedRenewalInfo
      } else {
        self = .unknown
      }
    }
  }
}

/// Reads the members of one JSON object into typed fields. Absent and `null` members are `nil`; a
/// member of an undocumented type is rejected, not ignored.
struct PayloadFields {
  private let members: [JSONValue.Member]
  private let path: String

  /// `place` names the object in error messages, for example `payload`.
  init(_ value: JSONValue, _ path: String) throws(Rejection) {
    guard let members = value.members else {
      throw .malformed(at: path, expected: "a JSON object")
    }
    self.members = members
    self.path = path
  }

  func value(_ name: String) -> JSONValue? { members.valueNotNull(named: name) }

  private func fault(_ name: String, _ expected: String) -> Rejection {
    .malformed(at: "\(path), \(name)", expected: expected)
  }

  /// Text; an identifier that is written as a number keeps its digits.
  func text(_ name: String) throws(Rejection) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.looseText else { throw fault(name, "text") }
    return text
  }

  func requiredText(_ name: String) throws(Rejection) -> String {
    guard let text = try text(name), !text.isEmpty else { throw fault(name, "text") }
    return text
  }

  func texts(_ name: String) throws(Rejection) -> [String]? {
    guard let value = value(name) else { return nil }
    guard let items = value.array else { throw fault(name, "a list of texts") }
    var texts: [String] = []
    for item in items {
      guard let text = item.string else { throw fault(name, "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  /// A whole number of 64 bits.
  func integer(_ name: String) throws(Rejection) -> Int? {
    guard let value = value(name) else { return nil }
    guard let integer = value.integer else { throw fault(name, "a whole number of 64 bits") }
    return integer
  }

  func flag(_ name: String) throws(Rejection) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let flag = value.bool else { throw fault(name, "true or false") }
    return flag
  }

  /// Milliseconds since 1970: integers from the server, with fractions from Xcode, and before the
  /// year 1 for an app whose purchase Xcode does not know (apple.md §3.6, §3.8).
  func date(_ name: String) throws(Rejection) -> Date? {
    guard let value = value(name) else { return nil }
    // From the year before 1 to the year 9999: beyond these, calendar text is unreliable.
    guard case .number(let digits) = value, let milliseconds = Double(digits),
      (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds)
    else { throw fault(name, "milliseconds since 1970, up to the year 9999") }
    return Date(timeIntervalSince1970: milliseconds / 1_000)
  }

  func object(_ name: String) throws(Rejection) -> PayloadFields? {
    guard let value = value(name) else { return nil }
    return try PayloadFields(value, path == "payload" ? name : "\(path).\(name)")
  }
}
