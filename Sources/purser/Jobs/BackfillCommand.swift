import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Stores

struct BackfillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "backfill",
    "Query the stores for what documents on file cannot say.",
    discussion: """
      Queries: each purchase that no answer of its store mentions (Apple's transaction history and \
      subscription status, Google's purchase states and orders, Amazon's receipts, Microsoft's items), \
      Apple's notification history as far as Apple keeps it, and Google's voided purchases of 30 days. \
      Each query is a job within the stores' rate limits; --later leaves them to purser jobs run. Run \
      again, it adds only what is missing, so after an interruption the same command continues. Exit \
      status: 0 all answered or nothing missing, 2 at least one failed, 3 at least one to retry.
      """
  )

  @OptionGroup var options: StoreOptions
  @Option(
    help: .value("name", "Only this store; can be repeated: apple, google, microsoft, amazon.")
  )
  var store: [Store] = []
  @Flag(help: "Count the queries and say how long they take, without enqueuing them.")
  var dryRun = false
  @Flag(help: "Only enqueue the jobs, for purser jobs run.") var later = false

  private static let batch = "backfill"

  func run() throws {
    let assembly = try Assembly(options.settings, options.trust)
    let rates = assembly.settings.stores.transport.rates
    let chosen = Set(store.isEmpty ? Store.allCases : store)
    let (dryRun, later) = (dryRun, later)
    try options.run(needing: .act, isDryRun: dryRun) { session in
      let backfill = Backfill(service: session.service, actor: session.actor, stores: chosen)
      let plan = try await backfill.plan()
      let text = BackfillText(plan, rates)
      try StandardStream.print(safe: text.lines)
      if dryRun || plan.isEmpty { return .success }
      let batch = JobBatch(Self.batch).name
      let added = try await backfill.enqueue(plan, as: batch)
      if later || added == 0 || Task.isCancelled {
        try StandardStream.print("\(added) queued as \(batch)")
        return Task.isCancelled ? ExitCode(130) : .success
      }
      return try await JobBatchRun.work(off: batch, of: added, in: session)
    }
  }
}

extension Store: ExpressibleByArgument {}

/// States what a backfill would query, and how long the stores' limits make it last.
struct BackfillText {
  /// Requests at once, each of about half a second, allow no more.
  private static let maxPerSecond = Double(StoreSession.width) * 2

  let lines: [String]

  init(_ plan: BackfillPlan, _ rates: [RateLimitKey: RateLimit]) {
    var seconds: [RateLimitKey: Double] = [:]
    var lines: [String] = []
    var requests = 0
    func add(_ count: Int, _ key: RateLimitKey) {
      let rate = (rates[key] ?? key.published).perSecond
      requests += count
      seconds[key, default: 0] += Double(count) / (rate > 0 ? rate : Self.maxPerSecond)
    }
    for group in plan.purchases {
      let kind = group.kind.map { " (\($0.rawValue))" } ?? ""
      let place = "\(group.store.rawValue.capitalized) \(group.environment.rawValue)"
      lines.append("\(place): \(group.count) purchases without an answer\(kind)")
      for key in Self.requests(for: group) { add(group.count, key) }
    }
    for task in plan.histories {
      guard case .notifications(let scope, _, _, _, _) = task else { continue }
      lines.append("Apple notifications: \(task.subject), a request for each 20")
      add(1, scope.environment == .sandbox ? .appleSandboxReading : .appleReading)
    }
    for task in plan.voids {
      lines.append("Google voided purchases: \(task.subject)")
      add(1, .googleVoided)
    }
    guard requests > 0 else {
      self.lines = ["Nothing is missing."]
      return
    }
    let time = max(seconds.values.max() ?? 0, Double(requests) / Self.maxPerSecond)
    let least = plan.histories.isEmpty && plan.voids.isEmpty ? "" : "at least "
    lines.append("\(least)\(requests) requests, about \(Self.duration(time)) within the limits")
    self.lines = lines
  }

  private static func requests(for group: BackfillGroup) -> [RateLimitKey] {
    let isSandbox = group.environment == .sandbox
    let isSubscription = group.kind == nil || group.kind == .autoRenewable
    switch group.store {
    case .apple:
      let key: RateLimitKey = isSandbox ? .appleSandboxReading : .appleReading
      return isSubscription ? [key, key] : [key]
    case .google:
      return [isSubscription ? .googleSubscriptions : .googleProducts, .googleOrders]
    case .microsoft: return [.microsoft, .microsoft]
    case .amazon: return [.amazon]
    }
  }

  private static func duration(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded(.up))
    if seconds < 60 { return "\(max(1, Int(seconds.rounded(.up)))) s" }
    return minutes < 120 ? "\(minutes) min" : "\((minutes + 59) / 60) h"
  }
}
