/// App Store Server Notifications, version 1 (apple.md §4.4).
enum AppleV1Door {
  static let name = "apple-v1"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    .closed(name: name, missing: "[serve.apple-v1]")
  }
}
