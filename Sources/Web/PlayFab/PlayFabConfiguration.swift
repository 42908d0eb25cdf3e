/// What the settings say of the door `playfab`.
package struct PlayFabConfiguration: Sendable {
  package init() {}
}
