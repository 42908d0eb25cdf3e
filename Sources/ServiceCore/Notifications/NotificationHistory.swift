import Basics
package import Entitlements
package import Foundation
import Persistence
package import Receipts

/// One of Apple's attempts to deliver a notification.
package struct SendAttempt: Equatable, Sendable {
  package var at: Date?
  /// Apple's result: `SUCCESS`, `TIMED_OUT` and others.
  package var result: String
}

extension Notifications {
  /// Reads Apple's notification history page by page and files it if `filing`; otherwise the
  /// outcomes state what filing would do. `onPage` is called after each page.
  package func history(
    of storeScope: StoreScope,
    from: Date,
    until: Date,
    onlyFailures: Bool,
    filing: Bool,
    by actor: String,
    onPage: @Sendable ([Ingestion]) -> Void
  ) async throws(ServiceError) {
    var next: StoreQuery? = .appleNotifications(
      from: from,
      until: until,
      transaction: nil,
      onlyFailures: onlyFailures,
      page: nil
    )
    let plan = StoreQueryPlan(storeScope: storeScope, queries: [])
    while let query = next {
      if Task.isCancelled { throw .store(.cancelled) }
      guard let answer = try await service.storeQueries.send(query, plan) else { return }
      let pushed = answer.documents.map { PushedNotification($0.bytes) }
      onPage(filing ? try await ingest(pushed, .polled, by: actor) : try await look(pushed))
      next = answer.next
    }
  }

  /// Requests a test notification from Apple and returns its token.
  package func requestTest(of storeScope: StoreScope) async throws(ServiceError) -> String {
    let client = try client(of: .apple)
    let answer = try await wrapping(store: try await client.act(.appleTestNotification, storeScope))
    let body = answer.documents.first.flatMap { try? JSONReader.value($0.bytes) }
    guard let token = body?["testNotificationToken"]?.string else {
      throw .store(.unusable(.apple, .wrongShape))
    }
    return token
  }

  /// The delivery attempts of a test notification; `nil` if Apple has none yet.
  package func test(
    _ token: String,
    of storeScope: StoreScope
  ) async throws(ServiceError) -> [SendAttempt]? {
    let plan = StoreQueryPlan(storeScope: storeScope, queries: [])
    guard let answer = try await service.storeQueries.send(.appleTestNotification(token), plan),
      let document = answer.documents.first, let json = try? JSONReader.value(document.bytes)
    else { return nil }
    let attempts = json["sendAttempts"]?.array ?? []
    return attempts.isEmpty
      ? nil
      : attempts.map { attempt in
        SendAttempt(
          at: attempt["attemptDate"]?.looseNumber.map {
            Date(timeIntervalSince1970: $0 / 1_000)
          },
          result: attempt["sendAttemptResult"]?.string ?? "UNKNOWN"
        )
      }
  }
}

/// Selects the genuine notifications that an endpoint accepts. A store signs for all its sellers,
/// and others can direct their notifications here.
package struct NotificationFilter: Equatable, Sendable {
  package var kind: ReceiptKind
  /// The accepted apps; empty means any.
  package var apps: Set<String>
  /// `nil` means any.
  package var environments: Set<Environment>?

  package init(kind: ReceiptKind, apps: Set<String> = [], environments: Set<Environment>? = nil) {
    self.kind = kind
    self.apps = apps
    self.environments = environments
  }

  /// Why a document is not accepted; a document that is not genuine already has its reason.
  func rejection(of document: Document, _ kind: ReceiptKind) -> Rejection? {
    guard document.verdict == .genuine else { return nil }
    guard kind == self.kind else {
      return .unsupported("this is no notification of the kind that comes here")
    }
    let app = document.app ?? ""
    guard apps.isEmpty || apps.contains(app) else {
      return .wrongApp(expected: apps.sorted().joined(separator: ", "), found: app)
    }
    if let environments, !environments.contains(where: { $0 == document.environment }) {
      return .wrongEnvironment(
        expected: environments.map(\.rawValue).sorted().joined(separator: ", "),
        found: document.environment?.rawValue ?? "none"
      )
    }
    return nil
  }
}
