package import Entitlements
import Foundation
package import Persistence

/// What a backfill would query, counted before anything is enqueued.
package struct BackfillPlan: Equatable, Sendable {
  /// Purchases without an answer of their store, by store, environment and kind.
  package var purchases: [BackfillGroup] = []
  /// Intervals of Apple's notification history that no backfill has read.
  package var histories: [JobTask] = []
  /// Google's voided-purchases lists.
  package var voids: [JobTask] = []
  var marks: [ReadPosition] = []

  package var isEmpty: Bool { purchases.isEmpty && histories.isEmpty && voids.isEmpty }
}

/// Asks the stores for what documents on file cannot say.
package struct Backfill: Sendable {
  private let service: EntitlementService
  private let actor: String
  private let selected: Set<Store>

  /// One job for each purchase and interval, unless it was done before.
  private static let slot = "backfill"
  private static let pageSize = 1_000
  /// The latest notifications may not be listed yet.
  private static let overlap: TimeInterval = 3_600
  private static let maxHistoryInterval: TimeInterval = 30 * 86_400

  /// The apps that can be queried, by store.
  private var apps: [Store: [String]] {
    Dictionary(uniqueKeysWithValues: selected.map { ($0, service.stores[$0]?.apps ?? []) })
  }

  /// Only stores that are configured are queried.
  package init(service: EntitlementService, actor: String, stores: Set<Store>) {
    (self.service, self.actor) = (service, actor)
    selected = stores.intersection(service.stores.keys)
  }

  /// What is missing now.
  package func plan() async throws(ServiceError) -> BackfillPlan {
    let (now, apps) = (service.now(), apps)
    var plan = BackfillPlan()
    plan.purchases = try await service.wrapping(
      try await service.ledger.storeQueries.unansweredCounts(of: apps)
    )
    if selected.contains(.apple) {
      for app in service.stores[.apple]?.apps ?? [] {
        for environment in [Environment.production, .sandbox] {
          try await addHistory(of: StoreScope(app: app, environment: environment), to: &plan, now)
        }
      }
    }
    if selected.contains(.google) {
      for app in service.stores[.google]?.apps ?? [] {
        let task = try await service.jobs.voids(of: app, at: now)
        // One that was read lately, by a poll or before, is not missing.
        guard case .voids(_, let from, _) = task,
          now.timeIntervalSince(from) > service.policy.pollPeriod
        else { continue }
        plan.voids.append(task)
      }
    }
    return plan
  }

  /// Enqueues the plan's jobs as one batch. What was enqueued before is not enqueued again, so after
  /// an interruption it goes on.
  ///
  /// - Returns: The number of new jobs.
  package func enqueue(_ plan: BackfillPlan, as batch: String) async throws(ServiceError) -> Int {
    let (now, apps) = (service.now(), apps)
    var added = 0
    var last: Int64 = 0
    while !Task.isCancelled {
      let start = last
      let page = try await service.wrapping(
        try await service.ledger.storeQueries.unanswered(
          of: apps,
          after: start,
          limit: Self.pageSize
        )
      )
      guard let end = page.last?.number else { break }
      last = end
      let drafts = page.map {
        JobTask.verify($0.chain).draft(by: actor, batch: batch, slot: Self.slot, dueAt: now)
      }
      added += try await service.wrapping(try await service.ledger.jobs.enqueue(drafts, at: now))
    }
    guard !Task.isCancelled else { return added }
    let lists = (plan.histories + plan.voids).map {
      $0.draft(by: actor, batch: batch, dueAt: now)
    }
    var further = FilingBatch(at: now)
    further.marks = plan.marks
    let marks = further
    guard !lists.isEmpty else { return added }
    added += try await service.wrapping(
      try await service.ledger.jobs.enqueue(lists, also: marks, at: now)
    )
    return added
  }

  private func addHistory(
    of scope: StoreScope,
    to plan: inout BackfillPlan,
    _ now: Date
  ) async throws(ServiceError) {
    let environment = scope.environment ?? .production
    // An unused sandbox is skipped.
    let isUsed = try await service.wrapping(
      try await service.ledger.storeQueries.hasPurchases(of: .apple, environment, scope.app)
    )
    guard environment == .production || isUsed else { return }
    let name = "backfill \(StoreQueries.historyMark(scope))"
    let mark = try await service.wrapping(try await service.ledger.readPosition(name))
    let horizon = HistoryWindow.notifications(in: environment, at: now)
    var from = max(mark.map { Date(millisecondsSince1970: $0) } ?? horizon, horizon)
    let end = now.addingTimeInterval(-Self.overlap)
    guard end.timeIntervalSince(from) > service.policy.pollPeriod else { return }
    while from < end {
      let until = min(from.addingTimeInterval(Self.maxHistoryInterval), end)
      plan.histories.append(.notifications(scope, from: from, until: until, onlyFailures: false))
      from = until
    }
    plan.marks.append(ReadPosition(name, at: end.millisecondsSince1970))
  }
}
