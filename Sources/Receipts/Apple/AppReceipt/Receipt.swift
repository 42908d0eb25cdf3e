package import Foundation

/// The content of an Apple app receipt, typed. Whether it may be believed is the `Verdict`'s
/// business, not this type's.
package struct Receipt: Equatable, Sendable {
  /// The store's own text: `Production`, `ProductionSandbox`, `Xcode`, …
  package var environment: String?
  package var bundleID: String?
  /// iOS: CFBundleVersion; macOS: CFBundleShortVersionString.
  package var appVersion: String?
  package var originalAppVersion: String?
  /// When the App Store made the receipt. Certificates are judged at this instant.
  package var createdAt: Date?
  /// Volume purchases end; for every other receipt this is absent (Xcode writes the year 4001).
  package var expiresAt: Date?
  package var originalPurchasedAt: Date?
  /// The App Store's number for the app; 0 in the sandbox.
  package var appItemID: String?
  package var opaqueValue: [UInt8]
  package var deviceHash: [UInt8]
  /// The bundle ID as it is encoded, tag and length included: input of the device hash.
  package var encodedBundleID: [UInt8]
  package var inAppPurchases: InAppPurchases
  /// Fields that could not be read but on which nothing depends.
  package var faults: [Rejection]

  init(inAppPurchases: InAppPurchases = InAppPurchases()) {
    opaqueValue = []
    deviceHash = []
    encodedBundleID = []
    self.inAppPurchases = inAppPurchases
    faults = []
  }

  /// The environment our rules know; `nil` for a text no store has used so far.
  package var environmentKind: StoreEnvironment? {
    switch environment {
    case "Production", "ProductionVPP": .production
    case "ProductionSandbox", "ProductionVPPSandbox", "Sandbox": .sandbox
    case "Xcode", "LocalTesting": .xcode
    default: nil
    }
  }
}
