import Basics
import Entitlements
import Receipts
import ServiceCore

/// Google Play's real-time developer notifications, pushed by Pub/Sub (google.md §3). The sender
/// proves who it is by a token; what it brings is a reason to ask Google.
enum GoogleDoor {
  static let name = "google"
  private static let path = "/notifications/google"
  /// As OpenID Connect has it, and as Google has written it too.
  private static let issuers: Set<String> = [
    "https://accounts.google.com", "accounts.google.com",
  ]

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    func closed(_ missing: String) -> DoorState { .closed(name: name, missing: missing) }
    guard let own = configuration.google else { return closed("[serve.google]") }
    guard let audience = own.audience ?? configuration.publicURL.map({ $0 + path }) else {
      return closed("[serve.google] audience, or [serve] public-url")
    }
    guard let email = own.email else { return closed("[serve.google] email") }
    guard !own.subscriptions.isEmpty else { return closed("[serve.google] subscription") }
    let apps = own.packages.isEmpty ? Set(configuration.packages) : own.packages
    guard !apps.isEmpty else { return closed("[serve.google] packages") }
    let clerk = Clerk(
      sender: ExpectedSender(issuers: issuers, audience: audience, email: email),
      subscriptions: own.subscriptions,
      keys: PublishedKeys(own.keysURL, core),
      core: core,
      desk: NotificationDesk(name, core, Intake(kind: .googleRTDN, apps: apps))
    )
    let route = Route(
      .post,
      path,
      deadline: NotificationDesk.patience,
      refusalByHead: { request in
        // Who has none sends nothing that is worth reading.
        guard request.bearer == nil else { return nil }
        return await clerk.desk.refuse(401, "token-missing", [], of: request)
      }
    ) { request in await clerk.answer(request) }
    return .open(NotificationDesk.door(name, route))
  }

  private struct Clerk: Sendable {
    let sender: ExpectedSender
    let subscriptions: Set<String>
    let keys: PublishedKeys
    let core: WebCore
    let desk: NotificationDesk

    /// What is bad for ever, but comes from who it should, is taken off Pub/Sub's hands: it would come
    /// again for seven days.
    func answer(_ request: WebRequest) async -> WebResponse {
      do throws(FetchError) {
        if let fault = try await fault(in: request.bearer) {
          return await desk.refuse(401, fault, request.body, of: request)
        }
      } catch {
        return NotificationDesk.trouble("fetch")
      }
      guard let json = try? request.json() else {
        return await desk.refuse(200, "malformed", request.body, of: request)
      }
      guard let subscription = json["subscription"]?.string, subscriptions.contains(subscription)
      else { return await desk.refuse(403, "wrong-subscription", request.body, of: request) }
      return await desk.receive(request.body, of: request, on: .storeAnswer) { _ in 200 }
    }

    /// Why the sender is not the one it should be; `nil` where it is.
    private func fault(in text: String?) async throws(FetchError) -> String? {
      guard let text else { return "token-missing" }
      let token: SenderToken
      do throws(TokenFault) { token = try SenderToken(text) } catch { return error.rawValue }
      let keys = try await keys.keys(holding: token.keyID)
      do throws(TokenFault) {
        try token.check(sender, keys: keys, at: core.now())
        return nil
      } catch {
        return error.rawValue
      }
    }
  }
}
