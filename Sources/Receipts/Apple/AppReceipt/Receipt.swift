package import Foundation

/// The decoded content of an Apple app receipt. Its `Verdict` says whether it is genuine.
package struct Receipt: Equatable, Sendable {
  /// The store's own text: `Production`, `ProductionSandbox`, `Xcode`, …
  package var environment: String?
  package var bundleID: String?
  /// iOS: CFBundleVersion; macOS: CFBundleShortVersionString.
  package var appVersion: String?
  package var originalAppVersion: String?
  /// When the App Store made the receipt; certificates are validated at this time.
  package var createdAt: Date?
  /// Only volume purchases expire; absent in all other receipts (Xcode writes the year 4001).
  package var expiresAt: Date?
  package var originalPurchasedAt: Date?
  /// The App Store's number for the app; 0 in the sandbox.
  package var appItemID: String?
  package var opaqueValue: [UInt8]
  package var deviceHash: [UInt8]
  /// The bundle ID's encoding with tag and length: input of the device hash.
  package var encodedBundleID: [UInt8]
  package var inAppPurchases: InAppPurchases
  /// Unreadable fields that do not affect access.
  package var faults: [Rejection]

  init(inAppPurchases: InAppPurchases = InAppPurchases()) {
    opaqueValue = []
    deviceHash = []
    encodedBundleID = []
    self.inAppPurchases = inAppPurchases
    faults = []
  }

  /// The environment; `nil` for an unknown value.
  package var environmentKind: StoreEnvironment? {
    switch environment {
    case "Production", "ProductionVPP": .production
    case "ProductionSandbox", "ProductionVPPSandbox", "Sandbox": .sandbox
    case "Xcode", "LocalTesting": .xcode
    default: nil
    }
  }
}
