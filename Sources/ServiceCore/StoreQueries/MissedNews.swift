import Entitlements
import Foundation
import Persistence
import Receipts

// What stores told while nobody listened, read from their own lists of it.
extension EntitlementService {
  /// Pages of twenty of one job; another one goes on behind them, so that little is lost with a
  /// process that dies.
  private static let mostHistoryPages = 25

  /// Apple's notification history, with what follows from each notification that is news.
  func history(
    _ task: JobTask,
    of shop: StoreShop,
    by actor: String,
    _ onPage: PageWatch
  ) async throws(ServiceError) -> TaskResult {
    guard let plan = try await plan(for: task), var next = plan.questions.first else {
      return .nothingToAskBy
    }
    var batch = FilingBatch(at: now())
    for place in 0..<Self.mostHistoryPages {
      let answer: StoreAnswer?
      do throws(ServiceError) {
        answer = try await ask(next, plan)
      } catch {
        // A place in a list does not keep for ever.
        guard place == 0, case .store(.status(_, 400, _, .final)) = error,
          let anew = task.fromTheFirstPage
        else { throw error }
        batch.furtherJobs = [anew.draft(by: actor, dueAt: now())]
        return TaskResult(batch, JobEnding(.done, "begun-anew", detail: "its place was forgotten"))
      }
      guard let answer else { break }
      for validation in try believed(answer, from: .apple) {
        batch.add(
          validation.filing,
          jobs: try await followUps(of: validation.filing, validation.submission.kind, by: actor)
        )
      }
      try await onPage()
      guard let rest = answer.next else {
        return TaskResult(batch, .answered(batch.filings.count, "notification"))
      }
      next = rest
    }
    if case .appleNotifications(let from, let until, _, let onlyFailures, let page) = next {
      let rest = JobTask.notifications(
        shop,
        from: from,
        until: until,
        onlyFailures: onlyFailures,
        page: page
      )
      batch.furtherJobs = [rest.draft(by: actor, dueAt: now())]
    }
    var ending = JobEnding.answered(batch.filings.count, "notification")
    ending.detail = ending.detail.map { "\($0), and more that another job reads" }
    return TaskResult(batch, ending)
  }

  /// Google's list of voids, and the orders of them: the list tells neither what was sold nor how
  /// much of it was given back. How the purchases stand since, other jobs ask.
  func voids(
    of app: String,
    _ from: Date,
    _ until: Date,
    by actor: String,
    _ onPage: PageWatch
  ) async throws(ServiceError) -> TaskResult {
    let plan = QuestionPlan(shop: StoreShop(app: app, environment: .production), questions: [])
    var batch = FilingBatch(
      mark: ReadingMark(Self.voidMark(app), at: until.millisecondsSince1970),
      at: now()
    )
    var next: StoreQuestion? = .googleVoided(from: from, until: until, page: nil)
    var count = 0
    while let asked = next {
      guard let answer = try await ask(asked, plan) else { break }
      var orders: [String] = []
      for validation in try believed(answer, from: .google) {
        let filing = validation.filing
        batch.add(filing, jobs: try await verifications(of: filing, by: actor))
        count += validation.filing.document.purchases
        // A void has two notices.
        let named = Set(filing.facts.notices.compactMap(\.order))
        orders += Set(named.compactMap(GoogleOrderNumber.number)).sorted()
      }
      try await onPage()
      var rest: StoreQuestion? = orders.isEmpty ? nil : .googleOrders(orders)
      while let asked = rest, let answer = try await ask(asked, plan) {
        for validation in try believed(answer, from: .google) { batch.add(validation.filing) }
        rest = answer.next
        try await onPage()
      }
      next = answer.next
    }
    return TaskResult(batch, .answered(count, "void"))
  }

  static func voidMark(_ app: String) -> String { "voids \(app)" }
  static func historyMark(_ shop: StoreShop) -> String {
    "notifications \(shop.environment?.rawValue ?? "") \(shop.app)"
  }
}

extension JobTask {
  /// `nil` for what begins there.
  fileprivate var fromTheFirstPage: JobTask? {
    guard case .notifications(let shop, let from, let until, let onlyFailures, .some) = self
    else { return nil }
    return .notifications(shop, from: from, until: until, onlyFailures: onlyFailures)
  }
}

extension Date {
  var millisecondsSince1970: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }

  init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
