/// What the settings say of the door `upload`.
package struct UploadConfiguration: Sendable {
  package init() {}
}
