import Basics
import Foundation
package import Mint

/// The SNS topic of Amazon's real-time notifications.
package enum AmazonTopic {
  package static let name = "arn:aws:sns:us-east-1:123456789012:purser-simulated"
}

extension Simulator {
  /// A notification as SNS posts it: signed in version 1, the default of a topic. The certificate is
  /// the simulator's own and not at Amazon's address, which clients otherwise insist on.
  func amazonMessage(_ notification: SimulatedNotification) throws(MintError) -> String? {
    guard let text = AmazonMessages.body(notification) else { return nil }
    let time = CivilTime(clamping: notification.at).rfc3339.dropLast()
    // In the order in which they are signed.
    let signed: [(name: String, value: String)] = [
      ("Message", text), ("MessageId", notification.id), ("Timestamp", "\(time).000Z"),
      ("TopicArn", AmazonTopic.name), ("Type", "Notification"),
    ]
    let envelope = JSONValue.object(signed.map { .init($0.name, .string($0.value)) })
    let subscription = "\(AmazonTopic.name):\(notification.id)"
    return envelope.adding([
      "SignatureVersion": "1",
      "Signature": .string(try messages.signature(over: signed, version: 1)),
      "SigningCertURL": .string("\(address)/simulator/amazon/certificate.pem"),
      "UnsubscribeURL":
        .string("\(address)/amazon/?Action=Unsubscribe&SubscriptionArn=\(subscription)"),
    ]).encoded
  }

  /// The headers with which a notification is posted.
  package func headers(of item: OutboxItem) throws(MintError) -> [String: String] {
    switch item.form {
    case .appleV2, .appleV1: ["content-type": "application/json"]
    case .googlePush:
      [
        "content-type": "application/json",
        "authorization": "Bearer \(try tokenService.pushToken(at: realNow()))",
      ]
    case .amazonMessage:
      [
        "content-type": "text/plain; charset=UTF-8", "x-amz-sns-message-type": "Notification",
        "x-amz-sns-message-id": item.id, "x-amz-sns-topic-arn": AmazonTopic.name,
      ]
    }
  }
}
