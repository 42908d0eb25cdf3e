import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Receives Google Play's real-time developer notifications, pushed by Pub/Sub (google.md §3). A
/// token authenticates the sender; a notification leads to a query to Google.
enum GoogleNotificationEndpoint {
  static let name = "google"
  /// In the form of OpenID Connect and in the one that Google has also used.
  private static let issuers: Set<String> = [
    "https://accounts.google.com", "accounts.google.com",
  ]

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    let settings = configuration.google ?? GoogleNotificationConfiguration()
    let audience = settings.audience ?? configuration.publicURL.map { $0 + "/notifications/google" }
    let apps = settings.packages.isEmpty ? Set(configuration.packages) : settings.packages
    var required = RequiredSettings("[serve.google]", isThere: configuration.google != nil)
    required.expect(audience != nil, "audience (or [serve] public-url)")
    required.expect(settings.email != nil, "email")
    required.expect(!settings.subscriptions.isEmpty, "subscription")
    required.expect(!apps.isEmpty, "packages")
    guard required.missing == nil, let audience, let email = settings.email else {
      return .closed(name: name, missing: required.missing ?? "")
    }
    let receiver = NotificationReceiver(name, core, .googleRTDN, of: apps)
    let handler = NotificationHandler(
      sender: PushTokenPolicy(issuers: issuers, audience: audience, email: email),
      subscriptions: settings.subscriptions,
      keys: PublishedKeys(settings.keysURL, core),
      core: core,
      receiver: receiver
    )
    return receiver.endpoint(
      "google",
      description,
      refusalByHead: { request in
        // Without a token, the body is not worth reading.
        guard request.bearer == nil else { return nil }
        return await receiver.refuse(request, 401, "token-missing", [])
      },
      answer: { await handler.answer($0) }
    )
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
          return await receiver.refuse(request, 401, fault)
        }
      } catch {
        return NotificationReceiver.trouble("fetch")
      }
      guard let json = try? request.json() else {
        return await receiver.refuse(request, 200, "malformed")
      }
      guard let subscription = json["subscription"]?.string, subscriptions.contains(subscription)
      else { return await receiver.refuse(request, 403, "wrong-subscription") }
      return await receiver.receive(request, on: .storeAnswer) { _ in 200 }
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

/// The public keys of a token issuer, fetched on demand and cached for as long as the issuer
/// allows.
actor PublishedKeys {
  /// The seconds between two fetches, because anybody can name a key that does not exist.
  private static let pause: TimeInterval = 60
  private static let pauseAfterFailure: TimeInterval = 5
  /// The minimum, maximum and default cache times, in seconds.
  private static let range: ClosedRange<TimeInterval> = 300...86_400
  private static let defaultCacheTime: TimeInterval = 3_600
  /// How long expired keys are used if no new ones can be fetched, in seconds.
  private static let grace: TimeInterval = 86_400

  private let url: String
  private let core: WebDependencies
  private var keys: TokenKeySet?
  private var freshUntil = Date.distantPast
  private var fetchedAt = Date.distantPast
  private var hasFailed = false
  private var pendingFetch: Task<Void, Never>?

  init(_ url: String, _ core: WebDependencies) {
    self.url = url
    self.core = core
  }

  /// The key set, which contains the key with this ID if it exists.
  ///
  /// - Throws: A `FetchError` if the keys are unavailable.
  func keys(withID id: String) async throws(FetchError) -> TokenKeySet {
    let now = core.now()
    if let keys, keys.holds(id), now < freshUntil { return keys }
    let pause = hasFailed ? Self.pauseAfterFailure : Self.pause
    if pendingFetch != nil || abs(now.timeIntervalSince(fetchedAt)) >= pause { await ask(at: now) }
    guard let keys, now < freshUntil.addingTimeInterval(Self.grace) else { throw .unreachable }
    if hasFailed, !keys.holds(id) { throw .unreachable }
    return keys
  }

  /// Concurrent callers wait for the same answer.
  private func ask(at now: Date) async {
    let task = pendingFetch ?? Task { await fetch(at: now) }
    pendingFetch = task
    await task.value
  }

  private func fetch(at now: Date) async {
    fetchedAt = now
    let answer = try? await core.fetch(url)
    pendingFetch = nil
    guard let answer, answer.status == 200, let found = TokenKeySet(answer.bytes) else {
      hasFailed = true
      return
    }
    hasFailed = false
    keys = found
    let time = answer.keepsFor ?? Self.defaultCacheTime
    freshUntil = now.addingTimeInterval(
      min(max(time, Self.range.lowerBound), Self.range.upperBound)
    )
  }
}
