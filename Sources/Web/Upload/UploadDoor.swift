/// Receipts as apps of the three tables hand them in (seed-endpoints.md §4).
enum UploadDoor {
  static let name = "upload"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    .closed(name: name, missing: "[serve.upload]")
  }
}
