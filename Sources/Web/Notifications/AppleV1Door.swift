import Basics
import Entitlements
import Receipts
import ServiceCore

/// App Store Server Notifications, version 1 (apple.md §4.4). Nobody signs them: the shared secret
/// inside is all they rest on, so that they are a reason to ask Apple and no more.
enum AppleV1Door {
  static let name = "apple-v1"
  private static let path = "/notifications/apple/v1"
  /// With the account's whole receipt inside.
  private static let mostBytes = 4 << 20

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    guard let own = configuration.appleV1 else {
      return .closed(name: name, missing: "[serve.apple-v1]")
    }
    guard own.password != nil || !own.passwords.isEmpty else {
      return .closed(name: name, missing: "[serve.apple-v1] password-file")
    }
    let apps =
      own.bundleIDs.isEmpty ? Set(configuration.apps).union(own.passwords.keys) : own.bundleIDs
    guard !apps.isEmpty else {
      return .closed(name: name, missing: "[serve.apple-v1] bundle-ids")
    }
    let intake = Intake(kind: .notificationV1, apps: apps, environments: own.environments)
    let desk = NotificationDesk(name, core, intake)
    let route = Route(
      .post,
      path,
      mostBytes: mostBytes,
      deadline: NotificationDesk.patience
    ) { request in
      await answer(request, own, desk)
    }
    return .open(NotificationDesk.door(name, route))
  }

  private static func answer(
    _ request: WebRequest,
    _ own: AppleV1DoorConfiguration,
    _ desk: NotificationDesk
  ) async -> WebResponse {
    guard let json = try? request.json(), let notification = NotificationV1(json) else {
      return await desk.refuse(400, "malformed", request.body, of: request)
    }
    // The secret is for the door. Neither the ledger nor whoever looks into the ring needs it.
    let bytes = CompactJSON.bytes(json.without("password"))
    let secret = notification.bundleID.flatMap { own.passwords[$0] } ?? own.password
    guard let secret, let given = json["password"]?.string, isSame(given, as: secret) else {
      return await desk.refuse(401, "wrong-password", bytes, of: request)
    }
    return await desk.receive(bytes, of: request, on: .sharedSecret)
  }
}

extension JSONValue {
  /// The same object without the members of this name.
  fileprivate func without(_ name: String) -> JSONValue {
    guard let members else { return self }
    return .object(members.filter { $0.name != name })
  }
}
