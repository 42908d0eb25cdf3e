/// What the settings say of the door `apple-v1`.
package struct AppleV1DoorConfiguration: Sendable {
  package init() {}
}
