/// What the settings say of the door `verify`.
package struct VerificationConfiguration: Sendable {
  package init() {}
}
