/// What the settings say of the door `google`.
package struct GoogleDoorConfiguration: Sendable {
  package init() {}
}
