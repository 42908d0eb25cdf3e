import Basics
import Entitlements
import Foundation

/// The overview as JSON. Hours and days are in UTC and named by their beginning.
struct OverviewReport {
  let overview: Overview

  init(_ overview: Overview) { self.overview = overview }

  var json: JSONValue {
    [
      "at": .time(overview.at), "users": .whole(overview.users),
      "orders": .whole(overview.orders), "hours": .whole(Overview.hours),
      "firstHour": .time(overview.hourStarts.first),
      "arrivals": .array(overview.arrivals.map(json)),
      "rejections": .array(overview.refusals.map(json)),
      "delays": .array(overview.delays.map(json)), "stores": .array(overview.silences.map(json)),
      "jobs": .array(overview.jobs.map(json)), "failedJobs": .whole(overview.failedJobs),
      "due": .array(overview.due.map(json)), "sales": .array(overview.sales.map(json)),
    ]
  }

  private static func counts(_ counts: [Int]) -> JSONValue {
    .array(counts.map { .number("\($0)") })
  }

  private func json(_ arrivals: Overview.Arrivals) -> JSONValue {
    [
      "store": .word(arrivals.store), "environment": .word(arrivals.environment),
      "kind": .string(arrivals.kind), "total": .whole(arrivals.total),
      "byHour": Self.counts(arrivals.byHour),
    ]
  }

  private func json(_ refusals: Overview.Refusals) -> JSONValue {
    [
      "code": .string(refusals.code), "environment": .word(refusals.environment),
      "total": .whole(refusals.total), "byHour": Self.counts(refusals.byHour),
    ]
  }

  private func json(_ delays: Overview.Delays) -> JSONValue {
    let total = delays.total
    func seconds(_ histogram: DelayHistogram, _ share: Double) -> JSONValue {
      guard let delay = histogram.percentile(share) else { return .null }
      return .number(delay.isFinite ? "\(delay)" : "1e9")
    }
    return [
      "store": .word(delays.store), "environment": .word(delays.environment),
      "documents": .whole(total.total), "p50": seconds(total, 0.5), "p95": seconds(total, 0.95),
      "p50ByHour": .array(delays.byHour.map { seconds($0, 0.5) }),
      "p95ByHour": .array(delays.byHour.map { seconds($0, 0.95) }),
    ]
  }

  private func json(_ silence: Overview.Silence) -> JSONValue {
    [
      "store": .word(silence.store), "latestAt": .time(silence.latestAt),
      "sentAt": .time(silence.sentAt), "sandboxSentAt": .time(silence.sandboxSentAt),
    ]
  }

  private func json(_ jobs: Overview.OpenJobs) -> JSONValue {
    [
      "kind": .string(jobs.kind), "waiting": .whole(jobs.waiting),
      "running": .whole(jobs.running), "oldestAt": .time(jobs.oldestAt),
      "isCapped": .bool(jobs.isCapped),
    ]
  }

  private func json(_ due: Overview.DueDay) -> JSONValue {
    [
      "day": Self.day(due.day), "environment": .word(due.environment),
      "renewals": .whole(due.renewals), "ends": .whole(due.ends), "trials": .whole(due.trials),
    ]
  }

  private func json(_ sale: Overview.SaleDay) -> JSONValue {
    [
      "day": Self.day(sale.day), "store": .word(sale.store),
      "environment": .word(sale.environment), "currency": .text(sale.currency?.code),
      "orders": .whole(sale.orders),
      "revenue": .text(sale.currency?.decimal(micros: sale.revenue)),
      "refunds": .whole(sale.refunds),
      "refunded": .text(sale.currency?.decimal(micros: sale.refunded)),
      "refundsInPart": sale.refundsInPart == 0 ? nil : .whole(sale.refundsInPart),
    ]
  }

  private static func day(_ day: Date) -> JSONValue {
    .string(String(day.ISO8601Format().prefix(10)))
  }
}
