import Basics
import Entitlements
import Receipts
import ServiceCore

/// Receives App Store Server Notifications version 2 (apple.md §4). They are signed; the settings
/// determine the accepted apps.
enum AppleNotificationEndpoint {
  static let name = "apple"
  /// The maximum size of the payload with its envelope.
  private static let maxBytes = 520 << 10

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    let settings = configuration.apple ?? AppleNotificationConfiguration()
    let apps = settings.bundleIDs.isEmpty ? Set(configuration.apps) : settings.bundleIDs
    var required = RequiredSettings("[serve.apple]", isThere: configuration.apple != nil)
    required.expect(!apps.isEmpty, "bundle-ids")
    if let missing = required.missing { return .closed(name: name, missing: missing) }
    let environments = settings.environments
    let receiver = NotificationReceiver(name, core, .signedNotification, of: apps, in: environments)
    return receiver.endpoint("apple", description, maxBytes: maxBytes) {
      await receiver.receive($0)
    }
  }
}

/// Receives App Store Server Notifications version 1 (apple.md §4.4). They are unsigned and rest on
/// their shared secret only, so they lead to a query to Apple and no more.
enum AppleV1NotificationEndpoint {
  static let name = "apple-v1"
  /// Includes the account's whole receipt.
  private static let maxBytes = 4 << 20

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    let settings = configuration.appleV1 ?? AppleV1NotificationConfiguration()
    let apps =
      settings.bundleIDs.isEmpty
      ? Set(configuration.apps).union(settings.passwords.keys) : settings.bundleIDs
    var required = RequiredSettings("[serve.apple-v1]", isThere: configuration.appleV1 != nil)
    required.expect(settings.password != nil || !settings.passwords.isEmpty, "password-file")
    required.expectContent(settings.password, "password-file")
    for (app, password) in settings.passwords.sorted(by: { $0.key < $1.key }) {
      required.expectContent(password, "password-file of \(app)")
    }
    required.expect(!apps.isEmpty, "bundle-ids")
    if let missing = required.missing { return .closed(name: name, missing: missing) }
    let environments = settings.environments
    let receiver = NotificationReceiver(name, core, .notificationV1, of: apps, in: environments)
    return receiver.endpoint("apple/v1", description, maxBytes: maxBytes) {
      await answer($0, settings, receiver)
    }
  }

  private static func answer(
    _ request: WebRequest,
    _ settings: AppleV1NotificationConfiguration,
    _ receiver: NotificationReceiver
  ) async -> WebResponse {
    guard let json = try? request.json(), let notification = NotificationV1(json) else {
      return await receiver.refuse(request, 400, "malformed")
    }
    // The secret is for this endpoint only; neither the ledger nor the rejected documents store it.
    let bytes = CompactJSON.bytes(.object((json.members ?? []).filter { $0.name != "password" }))
    let secret = notification.bundleID.flatMap { settings.passwords[$0] } ?? settings.password
    guard let secret, let submitted = json["password"]?.string, isSame(submitted, as: secret) else {
      return await receiver.refuse(request, 401, "wrong-password", bytes)
    }
    return await receiver.receive(request, bytes, on: .sharedSecret)
  }
}
