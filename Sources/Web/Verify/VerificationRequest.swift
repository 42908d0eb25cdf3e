import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// The body that the app posts: an envelope of Flutter's `PurchaseDetails`.
struct VerificationRequest {
  /// The evidence of the purchase.
  enum Proof {
    /// A base64 app receipt (StoreKit 1) or a signed transaction (StoreKit 2).
    case apple(String)
    case google(token: String, package: String)

    /// Whether it needs a query: a text that cannot be a Google token does not.
    var isPossible: Bool {
      guard case .google(let token, _) = self else { return true }
      return token.utf8.count <= 2_048 && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
  }

  var user: ID<User>
  var product: String
  /// Apple's transaction ID or Google's order ID, according to the app.
  var purchase: String?
  /// Whether the app only restores an earlier purchase.
  var isRestored: Bool
  var proof: Proof
  /// The app that the purchase must be of, if configured.
  var app: VerificationConfiguration.App?

  init(_ request: WebRequest, apps: [VerificationConfiguration.App]) throws(VerificationError) {
    let body: JSONValue
    do throws(Rejection) {
      body = try request.json()
    } catch {
      throw .notJSON
    }
    guard body.members != nil else { throw .notJSON }
    user = ID(try Self.name(body["userIdentifier"], "userIdentifier"))
    app = try Self.app(body["appId"], apps)
    guard let details = body["purchaseDetails"], details.members != nil else {
      throw .missing("purchaseDetails")
    }
    product = try Self.name(details["productID"], "purchaseDetails.productID")
    purchase = details["purchaseID"]?.looseText.flatMap { $0.isEmpty ? nil : $0 }
    switch details["status"]?.string {
    case "purchased": isRestored = false
    case "restored": isRestored = true
    default: throw .wrong("purchaseDetails.status", "purchased or restored")
    }
    guard let data = details["verificationData"], data.members != nil else {
      throw .missing("purchaseDetails.verificationData")
    }
    guard let server = data["serverVerificationData"]?.string, !server.isEmpty else {
      throw .missing("purchaseDetails.verificationData.serverVerificationData")
    }
    switch data["source"]?.string {
    case "app_store": proof = .apple(server)
    case "google_play":
      proof = .google(
        token: server,
        package: try Self.package(app, data["localVerificationData"]?.string)
      )
    default: throw .wrong("purchaseDetails.verificationData.source", "app_store or google_play")
    }
  }

  /// Validates a name that may be filed.
  private static func name(
    _ value: JSONValue?,
    _ field: String
  ) throws(VerificationError) -> String {
    guard let text = value?.looseText, !text.isEmpty else { throw .missing(field) }
    guard isName(text) else {
      throw .wrong(field, "at most 256 bytes without control characters")
    }
    return text
  }

  /// An unknown app ID is an error of the request, not a verdict on the purchase.
  private static func app(
    _ value: JSONValue?,
    _ apps: [VerificationConfiguration.App]
  ) throws(VerificationError) -> VerificationConfiguration.App? {
    guard !apps.isEmpty else { return nil }
    let number = value?.looseText.flatMap { Int($0) }
    if let number, let app = apps.first(where: { $0.id == number }) { return app }
    if let only = apps.first, apps.count == 1, number == nil || only.id == nil { return only }
    throw .unknownApp
  }

  /// The package of the token, from the settings or else from the device. The device's value need
  /// not be trusted: Google accepts a token only for its app, and answers only for ours.
  private static func package(
    _ app: VerificationConfiguration.App?,
    _ local: String?
  ) throws(VerificationError) -> String {
    if let package = app?.package { return package }
    let device = local.flatMap { try? JSONReader.value(Array($0.utf8)) }
    guard let package = device?["packageName"]?.string else {
      throw .missing("purchaseDetails.verificationData.localVerificationData's packageName")
    }
    let isName = package.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
    guard isName, (1...255).contains(package.utf8.count) else {
      throw .wrong(
        "purchaseDetails.verificationData.localVerificationData's packageName",
        "a package name"
      )
    }
    return package
  }
}

/// Why a body is invalid: the app that sent it has a defect.
enum VerificationError: Error, Equatable {
  case notJSON
  case missing(String)
  case wrong(String, String)
  case unknownApp

  /// A description without client input.
  var description: String {
    switch self {
    case .notJSON: "the body is no JSON object"
    case .missing(let field): "\(field) is missing"
    case .wrong(let field, let expected): "\(field) is not \(expected)"
    case .unknownApp: "appId is none of the apps that are verified here"
    }
  }

  var note: String { self == .unknownApp ? "unknown-app" : "bad-request" }
}
