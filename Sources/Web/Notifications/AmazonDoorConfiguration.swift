/// What the settings say of the door `amazon`.
package struct AmazonDoorConfiguration: Sendable {
  package init() {}
}
