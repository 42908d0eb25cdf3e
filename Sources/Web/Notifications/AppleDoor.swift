/// App Store Server Notifications, version 2 (apple.md §4).
enum AppleDoor {
  static let name = "apple"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    .closed(name: name, missing: "[serve.apple]")
  }
}
