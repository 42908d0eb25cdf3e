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
    guard let settings = configuration.apple else {
      return .closed(name: name, missing: "[serve.apple]")
    }
    let apps = settings.bundleIDs.isEmpty ? Set(configuration.apps) : settings.bundleIDs
    guard !apps.isEmpty else { return .closed(name: name, missing: "[serve.apple] bundle-ids") }
    let environments = settings.environments
    let receiver = NotificationReceiver(name, core, .signedNotification, of: apps, in: environments)
    return receiver.endpoint("apple", maxBytes: maxBytes) { await receiver.receive($0) }
  }
}

/// Receives App Store Server Notifications version 1 (apple.md §4.4). They are unsigned and rest on
/// their shared secret only, so they lead to a query to Apple and no more.
enum AppleV1NotificationEndpoint {
  static let name = "apple-v1"
  /// Includes the account's whole receipt.
  private static let maxBytes = 4 << 20

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    guard let settings = configuration.appleV1 else {
      return .closed(name: name, missing: "[serve.apple-v1]")
    }
    guard settings.password != nil || !settings.passwords.isEmpty else {
      return .closed(name: name, missing: "[serve.apple-v1] password-file")
    }
    let apps =
      settings.bundleIDs.isEmpty
      ? Set(configuration.apps).union(settings.passwords.keys) : settings.bundleIDs
    guard !apps.isEmpty else { return .closed(name: name, missing: "[serve.apple-v1] bundle-ids") }
    let environments = settings.environments
    let receiver = NotificationReceiver(name, core, .notificationV1, of: apps, in: environments)
    return receiver.endpoint("apple/v1", maxBytes: maxBytes) {
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
