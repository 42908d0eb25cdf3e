import Receipts
import ServiceCore

/// App Store Server Notifications, version 2 (apple.md §4). They prove themselves; which of all that
/// Apple signs is ours, the settings say.
enum AppleDoor {
  static let name = "apple"
  private static let path = "/notifications/apple"
  /// The longest payload that is read, in its wrapper.
  private static let mostBytes = 520 << 10

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    guard let own = configuration.apple else {
      return .closed(name: name, missing: "[serve.apple]")
    }
    let apps = own.bundleIDs.isEmpty ? Set(configuration.apps) : own.bundleIDs
    guard !apps.isEmpty else { return .closed(name: name, missing: "[serve.apple] bundle-ids") }
    let intake = Intake(
      kind: .signedNotification,
      apps: apps,
      environments: own.environments
    )
    let desk = NotificationDesk(name, core, intake)
    let route = Route(
      .post,
      path,
      mostBytes: mostBytes,
      deadline: NotificationDesk.patience
    ) { request in
      await desk.receive(request.body, of: request)
    }
    return .open(NotificationDesk.door(name, route))
  }
}
