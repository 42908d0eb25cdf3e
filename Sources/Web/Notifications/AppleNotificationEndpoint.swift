import Receipts
import ServiceCore

/// Receives App Store Server Notifications version 2 (apple.md §4). They are signed; the settings
/// determine the accepted apps.
enum AppleNotificationEndpoint {
  static let name = "apple"
  private static let path = "/notifications/apple"
  /// The maximum size of the payload with its envelope.
  private static let maxBytes = 520 << 10

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    guard let settings = configuration.apple else {
      return .closed(name: name, missing: "[serve.apple]")
    }
    let apps = settings.bundleIDs.isEmpty ? Set(configuration.apps) : settings.bundleIDs
    guard !apps.isEmpty else { return .closed(name: name, missing: "[serve.apple] bundle-ids") }
    let intake = NotificationFilter(
      kind: .signedNotification,
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
      await receiver.receive(request.body, of: request)
    }
    return .open(NotificationReceiver.group(name, route))
  }
}
