/// What the settings say of the door `amazon`.
package struct AmazonDoorConfiguration: Sendable {
  /// The topics that are listened to: `arn:aws:sns:REGION:ACCOUNT:NAME`.
  package var topics: Set<String>
  /// The apps whose notifications are taken; empty means the settings' apps.
  package var packages: Set<String>

  package init(topics: Set<String> = [], packages: Set<String> = []) {
    self.topics = topics
    self.packages = packages
  }
}
