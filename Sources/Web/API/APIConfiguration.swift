/// What the settings say of the door `api`.
package struct APIConfiguration: Sendable {
  package init() {}
}
