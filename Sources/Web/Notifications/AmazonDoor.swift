import Entitlements
import Receipts
import ServiceCore

/// Amazon's real-time notifications, pushed by SNS (amazon.md §2). The messenger signs; what it
/// brings is a reason to ask Amazon's Appstore.
enum AmazonDoor {
  static let name = "amazon"
  private static let path = "/notifications/amazon"
  /// A message has 256 KB at the most, and its letters may be escaped.
  private static let mostBytes = 600 << 10

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    guard let own = configuration.amazon else {
      return .closed(name: name, missing: "[serve.amazon]")
    }
    guard !own.topics.isEmpty else {
      return .closed(name: name, missing: "[serve.amazon] topics")
    }
    let apps = own.packages.isEmpty ? Set(configuration.packages) : own.packages
    guard !apps.isEmpty else { return .closed(name: name, missing: "[serve.amazon] packages") }
    let clerk = Clerk(
      topics: own.topics,
      certificates: SigningCertificates(core),
      core: core,
      desk: NotificationDesk(name, core, Intake(kind: .amazonNotification, apps: apps))
    )
    let route = Route(
      .post,
      path,
      mostBytes: mostBytes,
      deadline: NotificationDesk.patience
    ) { request in
      await clerk.answer(request)
    }
    return .open(NotificationDesk.door(name, route))
  }

  private struct Clerk: Sendable {
    let topics: Set<String>
    let certificates: SigningCertificates
    let core: WebCore
    let desk: NotificationDesk

    func answer(_ request: WebRequest) async -> WebResponse {
      func refuse(_ status: Int, _ code: String) async -> WebResponse {
        await desk.refuse(status, code, request.body, of: request)
      }
      guard let json = try? request.json(), let envelope = AmazonEnvelope(json) else {
        return await refuse(400, "malformed")
      }
      guard let topic = envelope.topicARN, topics.contains(topic) else {
        return await refuse(403, "wrong-topic")
      }
      do throws(FetchError) {
        if let rejection = try await rejection(of: envelope) {
          return await refuse(NotificationDesk.status(rejection.code), rejection.code)
        }
      } catch {
        return NotificationDesk.trouble("fetch")
      }
      switch envelope.type.known {
      case .notification:
        return await desk.receive(request.body, of: request, on: .storeAnswer)
      case .subscriptionConfirmation:
        guard let address = envelope.confirmationAddress else {
          return await refuse(403, "wrong-address")
        }
        return await confirm(address, request)
      // Somebody who may do so ended it.
      case .unsubscribeConfirmation: return NotificationDesk.acknowledgement("unsubscribed")
      case nil: return await refuse(400, "unsupported")
      }
    }

    private func confirm(_ address: String, _ request: WebRequest) async -> WebResponse {
      await desk.once(request.body, "subscribed") { () throws(FetchError) in
        guard try await core.fetch(address).status == 200 else { throw .unreachable }
      }
    }

    /// Why the messenger is not the one it should be; `nil` where it is.
    private func rejection(of envelope: AmazonEnvelope) async throws(FetchError) -> Rejection? {
      // Nothing is fetched for what cannot be checked then.
      guard ["1", "2"].contains(envelope.signatureVersion), envelope.signedText != nil else {
        return .unsupported("a type or a SignatureVersion that is not known here")
      }
      guard let address = envelope.certificateAddress else {
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
