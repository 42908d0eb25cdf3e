import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

// Notifications that were missed, read from the stores' own lists.
extension StoreQueries {
  /// The maximum number of pages, of twenty, per job; another job continues, so that little is lost
  /// if the process dies.
  private static let maxHistoryPages = 25

  /// Reads Apple's notification history, with follow-up jobs for each new notification.
  func history(
    _ task: JobTask,
    of storeScope: StoreScope,
    by actor: String,
    _ onPage: PageWatch
  ) async throws(ServiceError) -> TaskResult {
    guard let plan = try await plan(for: task), var next = plan.queries.first else {
      return .noQueryHandle
    }
    var batch = FilingBatch(at: now())
    for page in 0..<Self.maxHistoryPages {
      let answer: StoreAnswer?
      do throws(ServiceError) {
        answer = try await send(next, plan)
      } catch {
        // A page token expires.
        guard page == 0, case .store(.status(_, 400, _, .final)) = error,
          let restarted = task.fromTheFirstPage
        else { throw error }
        batch.furtherJobs = [restarted.draft(by: actor, dueAt: now())]
        return TaskResult(
          batch: batch,
          ending: JobCompletion(.done, "begun-anew", detail: "its place was forgotten")
        )
      }
      guard let answer else { break }
      for validation in try believed(answer, from: .apple) {
        batch.add(
          validation.filing,
          jobs: try await service.notifications.followUps(
            of: validation.filing,
            validation.submission.kind,
            by: actor
          )
        )
      }
      try await onPage()
      guard let rest = answer.next else {
        return TaskResult(batch: batch, ending: .answered(batch.filings.count, "notification"))
      }
      next = rest
    }
    if case .appleNotifications(let from, let until, _, let onlyFailures, let nextPage) = next {
      let rest = JobTask.notifications(
        storeScope,
        from: from,
        until: until,
        onlyFailures: onlyFailures,
        page: nextPage
      )
      batch.furtherJobs = [rest.draft(by: actor, dueAt: now())]
    }
    var ending = JobCompletion.answered(batch.filings.count, "notification")
    ending.detail = ending.detail.map { "\($0), and more that another job reads" }
    return TaskResult(batch: batch, ending: ending)
  }

  /// Reads Google's voided purchases and their orders: the list states neither the product nor the
  /// refunded amount. Other jobs query the states of the purchases.
  func voids(
    of app: String,
    _ from: Date,
    _ until: Date,
    by actor: String,
    _ onPage: PageWatch
  ) async throws(ServiceError) -> TaskResult {
    let plan = StoreQueryPlan(
      storeScope: StoreScope(app: app, environment: .production),
      queries: []
    )
    var batch = FilingBatch(
      mark: ReadPosition(Self.voidMark(app), at: until.millisecondsSince1970),
      at: now()
    )
    var next: StoreQuery? = .googleVoided(from: from, until: until, page: nil)
    var count = 0
    while let query = next {
      guard let answer = try await send(query, plan) else { break }
      var orders: [String] = []
      for validation in try believed(answer, from: .google) {
        let filing = validation.filing
        batch.add(
          filing,
          jobs: try await service.notifications.verifications(of: filing, by: actor)
        )
        count += validation.filing.document.purchases
        // A void has two store events.
        let orderIDs = Set(filing.facts.notices.compactMap(\.order))
        orders += Set(orderIDs.compactMap(GoogleOrderNumber.number)).sorted()
      }
      try await onPage()
      var rest: StoreQuery? = orders.isEmpty ? nil : .googleOrders(orders)
      while let query = rest, let answer = try await send(query, plan) {
        for validation in try believed(answer, from: .google) { batch.add(validation.filing) }
        rest = answer.next
        try await onPage()
      }
      next = answer.next
    }
    return TaskResult(batch: batch, ending: .answered(count, "void"))
  }

  static func voidMark(_ app: String) -> String { "voids \(app)" }
  static func historyMark(_ storeScope: StoreScope) -> String {
    "notifications \(storeScope.environment?.rawValue ?? "") \(storeScope.app)"
  }
}

extension JobTask {
  /// `nil` if it starts at the first page.
  fileprivate var fromTheFirstPage: JobTask? {
    guard case .notifications(let storeScope, let from, let until, let onlyFailures, .some) = self
    else { return nil }
    return .notifications(storeScope, from: from, until: until, onlyFailures: onlyFailures)
  }
}

extension Date {
  var millisecondsSince1970: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }

  init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}

// Microsoft reports clawbacks in a cloud queue (microsoft.md §7).
extension StoreQueries {
  /// Pages of 32 events; the next poll reads the rest.
  private static let maxClawbackPages = 100

  /// Reads the queue until it is empty. Events are deleted from it once they are filed. Follow-up
  /// jobs query Microsoft for the states of the subscriptions.
  func clawbacks(by actor: String, _ onPage: PageWatch) async throws(ServiceError) -> TaskResult {
    guard let plan = try await plan(for: .clawbacks) else { return .noQueryHandle }
    var batch = FilingBatch(at: now())
    var acknowledgements: [StoreAction] = []
    var next = plan.queries.first
    for _ in 0..<Self.maxClawbackPages {
      guard let query = next, var answer = try await send(query, plan) else { break }
      var isKnown: [ID<Document>: Bool] = [:]
      for index in answer.documents.indices {
        let bytes = answer.documents[index].bytes
        let apps = try await apps(of: bytes)
        isKnown[DocumentFiling.documentID(of: bytes)] = !apps.isEmpty
        answer.documents[index].hints.app = apps.first ?? onlyMicrosoftApp
      }
      for validation in try believed(answer, from: .microsoft) {
        let drafts =
          isKnown[validation.document] == true
          ? try await service.notifications.followUps(
            of: validation.filing,
            validation.submission.kind,
            by: actor
          ) : []
        batch.add(validation.filing, jobs: drafts)
      }
      acknowledgements += answer.acknowledgements
      next = answer.next
      try await onPage()
    }
    return TaskResult(
      batch: batch,
      ending: .answered(batch.filings.count, "refund"),
      acknowledgements: acknowledgements
    )
  }

  /// Acknowledges filed documents. After a failure the store sends them again.
  func acknowledge(_ actions: [StoreAction]) async {
    for action in actions {
      guard let client = stores[action.store], !Task.isCancelled else { return }
      _ = try? await client.act(action, StoreScope(app: ""))
    }
  }

  /// The apps with the event's purchase on file; the event itself names neither app nor user.
  private func apps(of event: [UInt8]) async throws(ServiceError) -> [String] {
    guard let json = try? JSONReader.value(event),
      case .clawback(let clawback) = try? MicrosoftResponse(json), let name = clawback.name
    else { return [] }
    return try await wrapping(try await ledger.storeQueries.apps(selling: name, at: .microsoft))
  }
}
