/// The verification endpoint of webtoapp.design: POST /verify (seed-endpoints.md §3).
enum VerificationDoor {
  static let name = "verify"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    .closed(name: name, missing: "[serve.verify]")
  }
}
