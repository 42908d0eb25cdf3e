import Basics
import Entitlements
import Receipts
import ServiceCore

/// Receives Google Play's real-time developer notifications, pushed by Pub/Sub (google.md §3). A
/// token authenticates the sender; a notification leads to a query to Google.
enum GoogleNotificationEndpoint {
  static let name = "google"
  private static let path = "/notifications/google"
  /// In the form of OpenID Connect and in the one that Google has also used.
  private static let issuers: Set<String> = [
    "https://accounts.google.com", "accounts.google.com",
  ]

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    func closed(_ missing: String) -> EndpointState { .closed(name: name, missing: missing) }
    guard let settings = configuration.google else { return closed("[serve.google]") }
    guard let audience = settings.audience ?? configuration.publicURL.map({ $0 + path }) else {
      return closed("[serve.google] audience, or [serve] public-url")
    }
    guard let email = settings.email else { return closed("[serve.google] email") }
    guard !settings.subscriptions.isEmpty else { return closed("[serve.google] subscription") }
    let apps = settings.packages.isEmpty ? Set(configuration.packages) : settings.packages
    guard !apps.isEmpty else { return closed("[serve.google] packages") }
    let handler = NotificationHandler(
      sender: PushTokenPolicy(issuers: issuers, audience: audience, email: email),
      subscriptions: settings.subscriptions,
      keys: PublishedKeys(settings.keysURL, core),
      core: core,
      receiver: NotificationReceiver(name, core, NotificationFilter(kind: .googleRTDN, apps: apps))
    )
    let route = Route(
      .post,
      path,
      deadline: NotificationReceiver.timeout,
      refusalByHead: { request in
        // Without a token, the body is not worth reading.
        guard request.bearer == nil else { return nil }
        return await handler.receiver.refuse(401, "token-missing", [], of: request)
      }
    ) { request in await handler.answer(request) }
    return .open(NotificationReceiver.group(name, route))
  }

  private struct NotificationHandler: Sendable {
    let sender: PushTokenPolicy
    let subscriptions: Set<String>
    let keys: PublishedKeys
    let core: WebDependencies
    let receiver: NotificationReceiver

    /// Acknowledges notifications from the right sender even if they are permanently invalid,
    /// because Pub/Sub would repeat them for seven days.
    func answer(_ request: WebRequest) async -> WebResponse {
      do throws(FetchError) {
        if let fault = try await fault(in: request.bearer) {
          return await receiver.refuse(401, fault, request.body, of: request)
        }
      } catch {
        return NotificationReceiver.trouble("fetch")
      }
      guard let json = try? request.json() else {
        return await receiver.refuse(200, "malformed", request.body, of: request)
      }
      guard let subscription = json["subscription"]?.string, subscriptions.contains(subscription)
      else { return await receiver.refuse(403, "wrong-subscription", request.body, of: request) }
      return await receiver.receive(request.body, of: request, on: .storeAnswer) { _ in 200 }
    }

    /// Why the sender is rejected; `nil` if it is authentic.
    private func fault(in text: String?) async throws(FetchError) -> String? {
      guard let text else { return "token-missing" }
      let token: PushToken
      do throws(PushTokenError) { token = try PushToken(text) } catch { return error.rawValue }
      let keys = try await keys.keys(withID: token.keyID)
      do throws(PushTokenError) {
        try token.check(sender, keys: keys, at: core.now())
        return nil
      } catch {
        return error.rawValue
      }
    }
  }
}
