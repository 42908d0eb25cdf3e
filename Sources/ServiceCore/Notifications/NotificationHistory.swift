import Basics
import Entitlements
package import Foundation
import Persistence
import Receipts

/// An attempt of Apple's to deliver a notification.
package struct SendAttempt: Equatable, Sendable {
  package var at: Date?
  /// Apple's word: `SUCCESS`, `TIMED_OUT` and others.
  package var result: String
}

extension EntitlementService {
  /// Reads Apple's history of what was pushed or was to be, page by page, and files it if asked to;
  /// `onPage` is told of every page. Otherwise an outcome says what filing would come to.
  package func notificationHistory(
    of shop: StoreShop,
    from: Date,
    until: Date,
    onlyFailures: Bool,
    filing: Bool,
    by actor: String,
    onPage: @Sendable ([Ingestion]) -> Void
  ) async throws(ServiceError) {
    var next: StoreQuestion? = .appleNotifications(
      from: from,
      until: until,
      transaction: nil,
      onlyFailures: onlyFailures,
      page: nil
    )
    let plan = QuestionPlan(shop: shop, questions: [])
    while let asked = next {
      if Task.isCancelled { throw .store(.cancelled) }
      guard let answer = try await ask(asked, plan) else { return }
      let pushed = answer.documents.map { PushedNotification($0.bytes) }
      onPage(
        filing ? try await ingest(pushed, .polled, by: actor) : try await look(pushed)
      )
      next = answer.next
    }
  }

  /// Has Apple push a test; what it is known by there.
  package func requestTestNotification(of shop: StoreShop) async throws(ServiceError) -> String {
    let client = try client(of: .apple)
    do throws(StoreClientError) {
      let answer = try await client.act(.appleTestNotification, shop)
      let token = answer.documents.first
        .flatMap { try? JSONReader.value($0.bytes) }?["testNotificationToken"]?.string
      guard let token else { throw .unusable(.apple, .wrongShape) }
      return token
    } catch {
      throw .store(error)
    }
  }

  /// How the delivery of a test went so far; `nil` where Apple cannot tell yet.
  package func testNotification(
    _ token: String,
    of shop: StoreShop
  ) async throws(ServiceError) -> [SendAttempt]? {
    let plan = QuestionPlan(shop: shop, questions: [])
    guard let answer = try await ask(.appleTestNotification(token), plan),
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
