/// Validates purchases as cordova-plugin-purchase asks for it: POST /v1/validate (seed-endpoints.md §1).
enum ValidatorDoor {
  static let name = "validate"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    .closed(name: name, missing: "[[serve.validate.app]]")
  }
}
