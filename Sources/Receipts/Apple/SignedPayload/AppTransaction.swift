import Basics
package import Foundation

/// The signed record of an app's download (apple.md §3.8).
package struct AppTransaction: Equatable, Sendable {
  /// The environment: `Production`, `Sandbox`, `Xcode`, `LocalTesting`.
  package var receiptType: String?
  /// The app's number in the App Store; absent outside production.
  package var appAppleID: Int?
  package var bundleID: String
  package var applicationVersion: String?
  package var versionExternalIdentifier: Int?
  /// The signing date: this payload has no `signedDate`.
  package var receiptCreatedAt: Date
  /// In the year 1 in Xcode's payloads.
  package var originalPurchasedAt: Date?
  /// `1.0` in the sandbox.
  package var originalApplicationVersion: String?
  package var preorderedAt: Date?
  package var appTransactionID: String?
  /// `iOS`, `macOS`, `tvOS`, `visionOS`.
  package var originalPlatform: String?
  package var deviceVerification: String?
  package var deviceVerificationNonce: String?

  /// - Throws: `malformed` at a member that has another type than documented, or at `bundleId` or
  ///   `receiptCreationDate` if it is missing.
  init(_ value: JSONValue) throws(Rejection) {
    let fields = try PayloadFields(value, "payload")
    bundleID = try fields.requiredText("bundleId")
    guard let created = try fields.date("receiptCreationDate") else {
      throw .malformed(at: "payload, receiptCreationDate", expected: "when it was signed")
    }
    receiptCreatedAt = created
    receiptType = try fields.text("receiptType")
    appAppleID = try fields.integer("appAppleId")
    applicationVersion = try fields.text("applicationVersion")
    versionExternalIdentifier = try fields.integer("versionExternalIdentifier")
    originalPurchasedAt = try fields.date("originalPurchaseDate")
    originalApplicationVersion = try fields.text("originalApplicationVersion")
    preorderedAt = try fields.date("preorderDate")
    appTransactionID = try fields.text("appTransactionId")
    originalPlatform = try fields.text("originalPlatform")
    deviceVerification = try fields.text("deviceVerification")
    deviceVerificationNonce = try fields.text("deviceVerificationNonce")
  }
}
