package import Entitlements
package import Foundation
import Persistence

/// How jobs are looked after.
package struct JobPolicy: Equatable, Sendable {
  /// How often the stores are asked about what is due, in seconds.
  package var pollPeriod: TimeInterval = 12 * 3_600
  /// How long a job is kept after its end, in seconds.
  package var keepsEnded: TimeInterval = 30 * 86_400
  /// How long after a store's answer the ledger answers for a purchase that an app hands in again, in
  /// seconds: of one that is about to end or not settled, and of any other.
  package var asksAgainSoon: TimeInterval = 5 * 60
  package var asksAgain: TimeInterval = 6 * 3_600
  /// How long a login that nobody uses, and whose player has nothing on file, is kept, in seconds.
  package var keepsLogins: TimeInterval = 400 * 86_400

  package init() {}
}

/// What a poll asks about.
package struct PollPlan: Equatable, Sendable {
  package var candidates: [PollCandidate] = []
  /// Stretches of Apple's notification history.
  package var histories: [JobTask] = []
  /// Lists of what Google took back, and Microsoft's queue of that.
  package var voids: [JobTask] = []
  var marks: [ReadingMark] = []

  package var count: Int { candidates.count + histories.count + voids.count }
}

/// What a poll came to.
package struct PollReport: Equatable, Sendable {
  package var plan: PollPlan
  /// Jobs that are new.
  package var added: Int
  /// Jobs that ended long ago, and are no more.
  package var forgotten: Int
}

extension EntitlementService {
  /// Candidates of one poll at most; what is left comes with the next.
  private static let mostCandidates = 100_000
  /// Spread out, one a second at the fastest.
  private static let shortestStep: TimeInterval = 1
  /// What it takes Apple to give up: 1, 12, 24, 48 and 72 hours. A longer gap lost something.
  private static let retryWindow: TimeInterval = (1 + 12 + 24 + 48 + 72) * 3_600
  /// Nothing for so long is worth a question.
  private static let patience: TimeInterval = 24 * 3_600
  /// What happened last may not be in a list yet.
  private static let overlap: TimeInterval = 3_600
  /// Of a history that a single job begins with.
  private static let longestStretch: TimeInterval = 30 * 86_400

  /// What the poll would ask about now.
  package func pollPlan() async throws(ServiceError) -> PollPlan {
    let now = now()
    var plan = PollPlan()
    plan.candidates = try await asking { () throws(LedgerError) in
      try await ledger.pollCandidates(at: now, limit: Self.mostCandidates)
    }
    for app in stores[.apple]?.apps ?? [] {
      for environment in [Environment.production, .sandbox] {
        try await addHistory(of: StoreShop(app: app, environment: environment), to: &plan, at: now)
      }
    }
    for app in stores[.google]?.apps ?? [] { plan.voids.append(try await voids(of: app, at: now)) }
    if stores[.microsoft]?.hasClawbacks == true { plan.voids.append(.clawbacks) }
    return plan
  }

  /// Queues what the poll asks about, and forgets jobs that ended long ago; within one period
  /// nothing is asked twice. How fast the stores are asked is a matter of their rate budgets; with
  /// `spreads`, the questions are laid over a quarter of the period at most.
  package func poll(
    by actor: String,
    spreads: Bool = false
  ) async throws(ServiceError) -> PollReport {
    let (now, plan) = (now(), try await pollPlan())
    let slot = Int((now.timeIntervalSince1970 / policy.pollPeriod).rounded(.down))
    let step =
      spreads
      ? min(Self.shortestStep, policy.pollPeriod / 4 / Double(max(plan.candidates.count, 1))) : 0
    var drafts = plan.candidates.enumerated().map { place, candidate in
      JobTask.verify(candidate.chain).draft(
        by: actor,
        batch: "poll-\(slot)",
        slot: "poll \(slot)",
        dueAt: now.addingTimeInterval(step * Double(place))
      )
    }
    drafts += plan.histories.map { $0.draft(by: actor, batch: "poll-\(slot)", dueAt: now) }
    drafts += plan.voids.map {
      $0.draft(by: actor, batch: "poll-\(slot)", slot: "poll \(slot)", dueAt: now)
    }
    var further = FilingBatch(at: now)
    further.marks = plan.marks
    let (all, marks) = (drafts, further)
    _ = try await asking { () throws(LedgerError) in
      try await ledger.forgetLogins(
        unusedSince: now.addingTimeInterval(-policy.keepsLogins),
        at: now
      )
    }
    return try await asking { () throws(LedgerError) in
      PollReport(
        plan: plan,
        added: try await ledger.enqueue(all, also: marks, at: now),
        forgotten: try await ledger.forgetJobs(
          endedBefore: now.addingTimeInterval(-policy.keepsEnded),
          but: [JobTask.deedKind]
        )
      )
    }
  }

  /// What may have been pushed in vain. Where the door was shut and is open again, Apple knows what
  /// it could not deliver; where nothing comes any more, whoever took it may have said thanks.
  private func addHistory(
    of shop: StoreShop,
    to plan: inout PollPlan,
    at now: Date
  ) async throws(ServiceError) {
    let environment = shop.environment ?? .production
    let isProduction = environment == .production
    let horizon = NewsHorizon.notifications(in: environment, at: now)
    let name = Self.historyMark(shop)
    // A sandbox that nobody uses is left alone.
    let isUsed = try await asking { () throws(LedgerError) in
      try await ledger.hasPurchases(of: .apple, environment, shop.app)
    }
    guard isProduction || isUsed else { return }
    let mark = try await asking { () throws(LedgerError) in try await ledger.mark(name) }
    let (silences, last) = try await asking { () throws(LedgerError) in
      try await ledger.silences(
        of: shop.app,
        environment,
        since: max(mark.map { Date(millisecondsSince1970: $0) } ?? horizon, horizon),
        // The sandbox tries once.
        gap: isProduction ? Self.retryWindow : Self.patience,
        patience: Self.patience,
        at: now
      )
    }
    for silence in silences {
      var from = silence.from
      while from < silence.until {
        let until = min(from.addingTimeInterval(Self.longestStretch), silence.until)
        plan.histories.append(
          .notifications(shop, from: from, until: until, onlyFailures: silence.isOver)
        )
        from = until
      }
    }
    let isSilent = silences.last?.isOver == false
    guard let end = isSilent ? now.addingTimeInterval(-Self.overlap) : last else { return }
    let place = max(end.millisecondsSince1970, mark ?? 0)
    if place > mark ?? 0 { plan.marks.append(ReadingMark(name, at: place)) }
  }

  private func voids(of app: String, at now: Date) async throws(ServiceError) -> JobTask {
    let mark = try await asking { () throws(LedgerError) in
      try await ledger.mark(Self.voidMark(app))
    }
    let horizon = NewsHorizon.voids(at: now)
    let from = mark.map { Date(millisecondsSince1970: $0).addingTimeInterval(-Self.overlap) }
    return .voids(app: app, from: max(from ?? horizon, horizon), until: now)
  }
}
