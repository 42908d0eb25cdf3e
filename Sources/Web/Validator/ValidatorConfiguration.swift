/// What the settings say of the door `validate`.
package struct ValidatorConfiguration: Sendable {
  package init() {}
}
