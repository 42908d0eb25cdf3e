import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Receives Amazon's real-time notifications, pushed by SNS (amazon.md §2). SNS signs the messages;
/// a notification leads to a query to Amazon's Appstore.
enum AmazonNotificationEndpoint {
  static let name = "amazon"
  /// A message has at most 256 KB, and its characters may be escaped.
  private static let maxBytes = 600 << 10

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    let settings = configuration.amazon ?? AmazonNotificationConfiguration()
    let apps = settings.packages.isEmpty ? Set(configuration.packages) : settings.packages
    var required = RequiredSettings("[serve.amazon]", isThere: configuration.amazon != nil)
    required.expect(!settings.topics.isEmpty, "topics")
    required.expect(!apps.isEmpty, "packages")
    if let missing = required.missing { return .closed(name: name, missing: missing) }
    let handler = NotificationHandler(
      topics: settings.topics,
      certificateURL: settings.certificateURL,
      certificates: SigningCertificates(core),
      core: core,
      receiver: NotificationReceiver(name, core, .amazonNotification, of: apps)
    )
    return handler.receiver.endpoint("amazon", description, maxBytes: maxBytes) {
      await handler.answer($0)
    }
  }

  private struct NotificationHandler: Sendable {
    let topics: Set<String>
    let certificateURL: String?
    let certificates: SigningCertificates
    let core: WebDependencies
    let receiver: NotificationReceiver

    func answer(_ request: WebRequest) async -> WebResponse {
      func refuse(_ status: Int, _ code: String) async -> WebResponse {
        await receiver.refuse(request, status, code)
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
        return await receiver.receive(request, on: .storeAnswer)
      case .subscriptionConfirmation:
        guard let address = envelope.confirmationURL else {
          return await refuse(403, "wrong-address")
        }
        return await receiver.once(request.body, "subscribed") { () throws(FetchError) in
          guard try await core.fetch(address).status == 200 else { throw .unreachable }
        }
      // An authorized user ended the subscription.
      case .unsubscribeConfirmation: return NotificationReceiver.acknowledgement("unsubscribed")
      case nil: return await refuse(400, "unsupported")
      }
    }

    /// Why the SNS signature is rejected; `nil` if it is valid.
    private func rejection(of envelope: AmazonEnvelope) async throws(FetchError) -> Rejection? {
      // Nothing is fetched for messages that cannot be verified.
      guard ["1", "2"].contains(envelope.signatureVersion), envelope.signedText != nil else {
        return .unsupported("a type or a SignatureVersion that is not known here")
      }
      guard let address = certificateURL ?? envelope.certificateURL else {
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

/// Amazon SNS signing certificates by URL.
actor SigningCertificates {
  private struct Entry {
    var certificate: AmazonSigningCertificate
    var until: Date
  }

  /// One per region, or two during a change.
  private static let maxEntries = 16
  /// The seconds until a certificate is fetched again, in case Amazon revokes it.
  private static let lifetime: TimeInterval = 86_400

  private let core: WebDependencies
  private var entries: [String: Entry] = [:]
  private var fetches: [String: Task<FetchedDocument?, Never>] = [:]
  /// Limits fetches, because anybody can name a URL without a certificate.
  private var fetchLimit = TokenBucket(capacity: 10, perSecond: 0.1)

  init(_ core: WebDependencies) { self.core = core }

  /// - Throws: A `FetchError` if the certificate is unavailable now.
  func certificate(
    at address: String
  ) async throws(FetchError) -> Result<AmazonSigningCertificate, Rejection> {
    let now = core.now()
    if let found = entries[address], now < found.until { return .success(found.certificate) }
    guard fetches[address] != nil || fetchLimit.take(at: now) else { throw .unreachable }
    let fetch = core.fetch
    let task = fetches[address] ?? Task { try? await fetch(address) }
    fetches[address] = task
    let answer = await task.value
    fetches[address] = nil
    guard let answer, answer.status < 500 else { throw .unreachable }
    guard answer.status == 200 else {
      return .failure(.untrustedChain(reason: "at SigningCertURL there is nothing"))
    }
    do throws(Rejection) {
      let certificate = try AmazonSigningCertificate(answer.bytes)
      if entries.count >= Self.maxEntries { entries = [:] }
      let until = now.addingTimeInterval(Self.lifetime)
      entries[address] = Entry(certificate: certificate, until: until)
      return .success(certificate)
    } catch {
      return .failure(error)
    }
  }
}
