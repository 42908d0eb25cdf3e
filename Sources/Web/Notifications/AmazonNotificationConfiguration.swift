/// Settings of the `amazon` endpoint.
package struct AmazonNotificationConfiguration: Sendable {
  /// The accepted SNS topics: `arn:aws:sns:REGION:ACCOUNT:NAME`.
  package var topics: Set<String>
  /// The accepted apps; empty means the apps in the settings.
  package var packages: Set<String>

  package init(topics: Set<String> = [], packages: Set<String> = []) {
    self.topics = topics
    self.packages = packages
  }
}
