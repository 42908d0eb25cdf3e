/// Amazon's real-time notifications, pushed by SNS (amazon.md §2).
enum AmazonDoor {
  static let name = "amazon"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    .closed(name: name, missing: "[serve.amazon]")
  }
}
