import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// What the app posts: an envelope around Flutter's `PurchaseDetails`.
struct VerificationRequest {
  /// What the purchase is to be proved by.
  enum Proof {
    /// A base64 app receipt (StoreKit 1) or a signed transaction (StoreKit 2).
    case apple(String)
    case google(token: String, package: String)

    /// `nil` for what can be no token of Google's: nobody need be asked.
    var handedIn: HandedIn? {
      switch self {
      case .apple(let text): return .document(Array(text.utf8))
      case .google(let token, let package):
        let isToken =
          token.utf8.count <= 2_048 && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isToken ? .googleToken(token, app: package) : nil
      }
    }
  }

  var user: ID<User>
  var product: String
  /// Apple's transaction ID or Google's order ID, as the app knows it.
  var purchase: String?
  /// Whether the app only restores what was bought before.
  var isRestored: Bool
  var proof: Proof
  /// The app that it has to be of, where the settings say.
  var app: VerificationConfiguration.App?

  init(
    _ request: WebRequest,
    apps: [VerificationConfiguration.App]
  ) throws(VerificationFault) {
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

  /// What becomes part of the books is a name, and no longer than one.
  private static func name(
    _ value: JSONValue?,
    _ field: String
  ) throws(VerificationFault) -> String {
    guard let text = value?.looseText, !text.isEmpty else { throw .missing(field) }
    guard text.utf8.count <= 256, !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw .wrong(field, "at most 256 bytes without control characters")
    }
    return text
  }

  /// An app that we do not know has done nothing to its purchase: that is no word on it.
  private static func app(
    _ value: JSONValue?,
    _ apps: [VerificationConfiguration.App]
  ) throws(VerificationFault) -> VerificationConfiguration.App? {
    guard !apps.isEmpty else { return nil }
    let number = value?.looseText.flatMap { Int($0) }
    if let number, let app = apps.first(where: { $0.id == number }) { return app }
    if let only = apps.first, apps.count == 1, number == nil || only.id == nil { return only }
    throw .unknownApp
  }

  /// Where the token is good, the settings say, or else what the device holds. That is not to be
  /// believed, and need not be: Google knows a token in its own app only, and tells us of ours.
  private static func package(
    _ app: VerificationConfiguration.App?,
    _ local: String?
  ) throws(VerificationFault) -> String {
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

/// Why a body cannot be understood: the app that sent it has to be mended.
enum VerificationFault: Error, Equatable {
  case notJSON
  case missing(String)
  case wrong(String, String)
  case unknownApp

  /// Nothing of it is what anybody sent.
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
