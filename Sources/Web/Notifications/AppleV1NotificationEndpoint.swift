import Basics
import Entitlements
import Receipts
import ServiceCore

/// Receives App Store Server Notifications version 1 (apple.md §4.4). They are unsigned and rest on
/// their shared secret only, so they lead to a query to Apple and no more.
enum AppleV1NotificationEndpoint {
  static let name = "apple-v1"
  private static let path = "/notifications/apple/v1"
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
    guard !apps.isEmpty else {
      return .closed(name: name, missing: "[serve.apple-v1] bundle-ids")
    }
    let intake = NotificationFilter(
      kind: .notificationV1,
      apps: apps,
      environments: settings.environments
    )
    let receiver = NotificationReceiver(name, core, intake)
    let route = Route(
      .post,
      path,
      maxBytes: maxBytes,
      deadline: NotificationReceiver.timeout
    ) { request in
      await answer(request, settings, receiver)
    }
    return .open(NotificationReceiver.group(name, route))
  }

  private static func answer(
    _ request: WebRequest,
    _ settings: AppleV1NotificationConfiguration,
    _ receiver: NotificationReceiver
  ) async -> WebResponse {
    guard let json = try? request.json(), let notification = NotificationV1(json) else {
      return await receiver.refuse(400, "malformed", request.body, of: request)
    }
    // The secret is for this endpoint only; neither the ledger nor the rejected documents store it.
    let bytes = CompactJSON.bytes(json.without("password"))
    let secret = notification.bundleID.flatMap { settings.passwords[$0] } ?? settings.password
    guard let secret, let submitted = json["password"]?.string, isSame(submitted, as: secret) else {
      return await receiver.refuse(401, "wrong-password", bytes, of: request)
    }
    return await receiver.receive(bytes, of: request, on: .sharedSecret)
  }
}

extension JSONValue {
  /// The object without members of this name.
  fileprivate func without(_ name: String) -> JSONValue {
    guard let members else { return self }
    return .object(members.filter { $0.name != name })
  }
}
