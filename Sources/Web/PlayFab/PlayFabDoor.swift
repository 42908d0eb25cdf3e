/// PlayFab's client calls: POST /Client/… (seed-endpoints.md §2).
enum PlayFabDoor {
  static let name = "playfab"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    .closed(name: name, missing: "[serve.playfab] title")
  }
}
