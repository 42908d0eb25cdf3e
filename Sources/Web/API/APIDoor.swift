/// Reads for our own back ends: GET /v1/users/{id} and the like.
enum APIDoor {
  static let name = "api"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    .closed(name: name, missing: "[[serve.api.key]]")
  }
}
