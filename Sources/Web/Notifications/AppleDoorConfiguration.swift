/// What the settings say of the door `apple`.
package struct AppleDoorConfiguration: Sendable {
  package init() {}
}
