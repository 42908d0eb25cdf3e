import Basics
package import Foundation

/// An App Store Server Notification of version 2 (apple.md §4.1). Its nested payloads are verified
/// together with it.
package struct SignedNotification: Equatable, Sendable {
  package var notificationType: String
  package var subtype: String?
  package var notificationUUID: String
  /// `2.0`.
  package var version: String?
  package var signedAt: Date?
  package var environment: String?
  package var bundleID: String?
  package var bundleVersion: String?
  /// The app's number in the App Store; absent in the sandbox.
  package var appAppleID: Int?
  /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
  package var status: Int?
  package var consumptionRequestReason: String?
  package var summary: Summary?
  package var externalPurchase: ExternalPurchase?
  package internal(set) var transaction: SignedTransaction?
  package internal(set) var renewalInfo: SignedRenewalInfo?
  package internal(set) var appTransaction: AppTransaction?

  /// The result of a mass extension of renewal dates.
  package struct Summary: Equatable, Sendable {
    package var productID: String?
    package var requestID: String?
    package var storefrontCountryCodes: [String]?
    package var succeededCount: Int?
    package var failedCount: Int?
  }

  /// `externalPurchaseToken`: a purchase outside the App Store.
  package struct ExternalPurchase: Equatable, Sendable {
    /// Begins with `SANDBOX` outside production.
    package var id: String?
    package var createdAt: Date?
    package var expiresAt: Date?
    /// `SERVICES`, `ACQUISITION`.
    package var tokenType: String?
  }

  /// The paths of the nested signed payloads.
  enum Nested: String, CaseIterable {
    case transaction = "data.signedTransactionInfo"
    case renewalInfo = "data.signedRenewalInfo"
    case appTransaction = "appData.signedAppTransactionInfo"
  }

  /// The compact JWS texts that are still to be verified.
  private(set) var nested: [Nested: String] = [:]

  /// - Throws: `malformed` at a member that has another type than documented, or if parts that
  ///   exclude one another are present.
  init(_ value: JSONValue) throws(Rejection) {
    let fields = try PayloadFields(value, "payload")
    notificationType = try fields.requiredText("notificationType")
    notificationUUID = try fields.requiredText("notificationUUID")
    subtype = try fields.text("subtype")
    version = try fields.text("version")
    signedAt = try fields.date("signedDate")
    let bodies = ["data", "summary", "externalPurchaseToken", "appData", "unclaimInfo"]
    let present = bodies.filter { fields.value($0) != nil }
    guard present.count <= 1 else {
      throw .malformed(at: "payload, \(present[1])", expected: "none beside \(present[0])")
    }
    guard let name = present.first, let body = try fields.object(name) else { return }
    environment = try body.text("environment")
    bundleID = try body.text("bundleId")
    appAppleID = try body.integer("appAppleId")
    switch name {
    case "data": try readData(body)
    case "summary": try readSummary(body)
    case "externalPurchaseToken": try readExternalPurchase(body)
    case "appData": nested[.appTransaction] = try body.text("signedAppTransactionInfo")
    default: break
    }
  }

  private mutating func readData(_ body: PayloadFields) throws(Rejection) {
    bundleVersion = try body.text("bundleVersion")
    status = try body.integer("status")
    consumptionRequestReason = try body.text("consumptionRequestReason")
    nested[.transaction] = try body.text("signedTransactionInfo")
    nested[.renewalInfo] = try body.text("signedRenewalInfo")
  }

  private mutating func readSummary(_ body: PayloadFields) throws(Rejection) {
    summary = Summary(
      productID: try body.text("productId"),
      requestID: try body.text("requestIdentifier"),
      storefrontCountryCodes: try body.texts("storefrontCountryCodes"),
      succeededCount: try body.integer("succeededCount"),
      failedCount: try body.integer("failedCount")
    )
  }

  private mutating func readExternalPurchase(_ body: PayloadFields) throws(Rejection) {
    let purchase = ExternalPurchase(
      id: try body.text("externalPurchaseId"),
      createdAt: try body.date("tokenCreationDate"),
      expiresAt: try body.date("tokenExpirationDate"),
      tokenType: try body.text("tokenType")
    )
    externalPurchase = purchase
    if environment == nil, let id = purchase.id {
      environment = id.hasPrefix("SANDBOX") ? "Sandbox" : "Production"
    }
  }
}
