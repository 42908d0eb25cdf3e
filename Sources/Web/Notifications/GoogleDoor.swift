/// Google Play's real-time developer notifications, pushed by Pub/Sub (google.md §3).
enum GoogleDoor {
  static let name = "google"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    .closed(name: name, missing: "[serve.google]")
  }
}
