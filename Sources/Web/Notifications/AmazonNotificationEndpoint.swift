import Entitlements
import Receipts
import ServiceCore

/// Receives Amazon's real-time notifications, pushed by SNS (amazon.md §2). SNS signs the messages;
/// a notification leads to a query to Amazon's Appstore.
enum AmazonNotificationEndpoint {
  static let name = "amazon"
  private static let path = "/notifications/amazon"
  /// A message has at most 256 KB, and its characters may be escaped.
  private static let maxBytes = 600 << 10

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    guard let settings = configuration.amazon else {
      return .closed(name: name, missing: "[serve.amazon]")
    }
    guard !settings.topics.isEmpty else {
      return .closed(name: name, missing: "[serve.amazon] topics")
    }
    let apps = settings.packages.isEmpty ? Set(configuration.packages) : settings.packages
    guard !apps.isEmpty else { return .closed(name: name, missing: "[serve.amazon] packages") }
    let handler = NotificationHandler(
      topics: settings.topics,
      certificates: SigningCertificates(core),
      core: core,
      receiver: NotificationReceiver(
        name,
        core,
        NotificationFilter(kind: .amazonNotification, apps: apps)
      )
    )
    let route = Route(
      .post,
      path,
      maxBytes: maxBytes,
      deadline: NotificationReceiver.timeout
    ) { request in
      await handler.answer(request)
    }
    return .open(NotificationReceiver.group(name, route))
  }

  private struct NotificationHandler: Sendable {
    let topics: Set<String>
    let certificates: SigningCertificates
    let core: WebDependencies
    let receiver: NotificationReceiver

    func answer(_ request: WebRequest) async -> WebResponse {
      func refuse(_ status: Int, _ code: String) async -> WebResponse {
        await receiver.refuse(status, code, request.body, of: request)
      }
      guard let json = try? request.json(), let envelope = AmazonEnvelope(json) else {
        return await refuse(400, "malformed")
      }
      guard let topic = envelope.topicARN, topics.contains(topic) else {
        return await refuse(403, "wrong-topic")
      }
      do throws(FetchError) {
        if let rejection = try await rejection(of: envelope) {
          return await refuse(NotificationReceiver.status(rejection.code), rejection.code)
        }
      } catch {
        return NotificationReceiver.trouble("fetch")
      }
      switch envelope.type.known {
      case .notification:
        return await receiver.receive(request.body, of: request, on: .storeAnswer)
      case .subscriptionConfirmation:
        guard let address = envelope.confirmationURL else {
          return await refuse(403, "wrong-address")
        }
        return await confirm(address, request)
      // An authorized user ended the subscription.
      case .unsubscribeConfirmation: return NotificationReceiver.acknowledgement("unsubscribed")
      case nil: return await refuse(400, "unsupported")
      }
    }

    private func confirm(_ address: String, _ request: WebRequest) async -> WebResponse {
      await receiver.once(request.body, "subscribed") { () throws(FetchError) in
        guard try await core.fetch(address).status == 200 else { throw .unreachable }
      }
    }

    /// Why the SNS signature is rejected; `nil` if it is valid.
    private func rejection(of envelope: AmazonEnvelope) async throws(FetchError) -> Rejection? {
      // Nothing is fetched for messages that cannot be verified.
      guard ["1", "2"].contains(envelope.signatureVersion), envelope.signedText != nil else {
        return .unsupported("a type or a SignatureVersion that is not known here")
      }
      guard let address = envelope.certificateURL else {
        return .untrustedChain(reason: "SigningCertURL is none of Amazon's")
      }
      switch try await certificates.certificate(at: address) {
      case .failure(let rejection): return rejection
      case .success(let certificate):
        do throws(Rejection) {
          try certificate.check(envelope, at: core.now())
          return nil
        } catch {
          return error
        }
      }
    }
  }
}
