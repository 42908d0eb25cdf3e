import ArgumentParser
import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence

struct OverviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "overview",
    "Show whether everything is well.",
    discussion: """
      Arrivals, delays and rejections of 48 hours, the last news of each store, jobs, what is due \
      within 14 days, revenue and refunds of 14 days, and the queues. Times are in UTC. The sandbox \
      is never added to production.
      """
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @Option(help: .value("file", "Write a drawing to this file.")) var svg: String?
  @OptionGroup var place: LedgerAccess
  @OptionGroup var time: InstantOptions

  func validate() throws {
    try require(!json || svg == nil, "--json and --svg exclude each other.")
  }

  func run() throws {
    let instant = try time.instant(for: place)
    let ledger = try place.open()
    let overview = try Blocking.wait { try await ledger.statistics.overview(at: instant) }
    let queues = try QueueFile(path: Paths.queues).all
    let counts = try Blocking.wait {
      try await QueueListCommand.counts(of: queues, in: ledger, at: instant)
    }
    if json {
      let report = OverviewReport(overview).json.adding([
        "queues": .array(QueueListCommand.rows(queues, counts))
      ])
      let head: JSONValue = ["schemaVersion": 1]
      return try JSONText.print(head.adding(report), .pretty)
    }
    guard let svg else { return try print(overview, queues, counts) }
    let named = zip(queues, counts).map { (name: $0.name, count: $1) }
    try OutputFile.write(Array(OverviewDrawing(overview, named).svg.utf8), to: svg)
  }

  private func print(_ overview: Overview, _ queues: [Queue], _ counts: [Count]) throws {
    let saved = queues.compactMap { queue in
      ListKind(rawValue: queue.list.rawValue).map {
        SavedQueue(name: queue.name, list: $0, query: queue.query)
      }
    }
    let lines = OverviewText.lines(of: overview, saved, counts, columns: 100, Self.glyphs)
    for line in lines { try StandardStream.print(safe: line) }
  }

  /// ASCII where the locale is not UTF-8.
  private static var glyphs: GlyphSet {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let name = (locale ?? "").lowercased()
    return name.contains("utf-8") || name.contains("utf8") ? .full : .ascii
  }
}
