import ArgumentParser
import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore
import Synchronization

/// Prints one line for each notification, and a summary.
final class IngestionReport: Sendable {
  private let isJSON: Bool
  /// Whether nothing is filed; notifications that would be are reported as new.
  private let isDryRun: Bool
  private let counts = Mutex(ReportCounts())

  init(isJSON: Bool, isLook: Bool = false) { (self.isJSON, isDryRun) = (isJSON, isLook) }

  var status: ExitCode {
    counts.withLock { $0.failed > 0 ? .failure : ExitCode($0.rejected > 0 ? 2 : 0) }
  }

  func fail() { counts.withLock { $0.failed += 1 } }

  func write(_ name: String, _ ingestion: Ingestion) {
    counts.withLock { counts in
      counts.queries += ingestion.queryCount
      switch ingestion.outcome {
      case .filed: counts.filed += 1
      case .known: counts.known += 1
      case .rejected: counts.rejected += 1
      }
    }
    if isJSON { return writeJSON(name, ingestion) }
    let details = [ingestion.kind.rawValue, ingestion.type].compactMap(\.self)
      .joined(separator: " ")
    try? StandardStream.print(PlainText.safe("\(label(ingestion.outcome))  \(name)  \(details)"))
    if case .rejected(_, let place, let detail) = ingestion.outcome {
      Console.print("\(name): \(Console.sentence(place, detail))")
    }
  }

  /// Prints the summary to standard error.
  func conclude() {
    let counts = counts.withLock(\.self)
    let rest = counts.queries == 0 ? "" : "; to query the stores: purser jobs run"
    Console.print(
      "\(counts.filed) \(isDryRun ? "new" : "filed"), \(counts.known) known, "
        + "\(counts.rejected) rejected\(rest)"
    )
  }

  private func label(_ outcome: Ingestion.Outcome) -> String {
    switch outcome {
    case .filed: isDryRun ? "new" : "filed"
    case .known: "known"
    case .rejected(let code, _, _): "rejected: \(code)"
    }
  }

  private func writeJSON(_ name: String, _ ingestion: Ingestion) {
    let outcome: JSONValue =
      switch ingestion.outcome {
      case .filed, .known: ["outcome": .string(label(ingestion.outcome))]
      case .rejected(let code, let place, let detail):
        [
          "outcome": "rejected", "code": .string(code), "place": .text(place),
          "detail": .string(detail),
        ]
      }
    let members: JSONValue = [
      "schemaVersion": 1, "name": .string(name), "kind": .word(ingestion.kind),
      "document": .string(ingestion.document.raw), "app": .text(ingestion.app),
      "at": .time(ingestion.statedAt), "words": .text(ingestion.type),
      "questions": .whole(ingestion.queryCount),
    ]
    try? JSONText.print(members.completed(outcome), .line)
  }
}

/// Prints the result of each imported document, or totals, and the progress on a terminal.
struct ImportReport {
  typealias Outcome = BulkSubmission<ImportName>.NamedOutcome

  private let isSummary: Bool
  /// Whether the ledger is one that nobody will see.
  private let isDryRun: Bool
  private let progress = Progress("documents")
  private var counts = ReportCounts()
  private var output = OutputBuffer()

  init(isSummary: Bool, isDryRun: Bool) {
    (self.isSummary, self.isDryRun) = (isSummary || isDryRun, isDryRun)
  }

  /// `share` is the part of the input that was read, of 1, if known.
  mutating func write(_ results: [Outcome], _ share: Double?) throws {
    guard !results.isEmpty else { return }
    progress.end()
    for result in results { try write(result) }
    try output.flush()
    progress.update(counts.all, share: share)
  }

  func showFinishing() {
    progress.update("\(counts.all) documents filed; deriving entitlements and building indices")
  }

  mutating func conclude(isInterrupted: Bool) throws -> ExitCode {
    progress.end()
    if isSummary {
      let (filed, known) =
        isDryRun ? ("genuine", "repeated") : ("filed", "on file already")
      try StandardStream.print(
        "\(counts.filed) \(filed), \(counts.known) \(known), \(counts.rejected) rejected, "
          + "\(counts.failed) unreadable" + (isDryRun ? "; nothing was filed" : "")
      )
    }
    if isInterrupted {
      Console.print("Interrupted after \(counts.all) documents. The same command continues.")
      return ExitCode(130)
    }
    if counts.failed > 0 { return .failure }
    return counts.rejected > 0 ? ExitCode(2) : .success
  }

  private mutating func write(_ result: Outcome) throws(OutputError) {
    let name = result.name.text
    if let error = result.name.error {
      counts.failed += 1
      return try warn("\(error)")
    }
    if let error = result.error {
      counts.failed += 1
      return try warn("\(name): \(error)")
    }
    if case .rejected(let code, let place, let detail) = result.verdict {
      counts.rejected += 1
      let consequence =
        switch result.outcome {
        case .filed: "filed as rejected, it grants nothing"
        case .alreadyFiled, .claimed: "it was filed before; nothing changed"
        case nil: "not filed"
        }
      let reason = "\(name): rejected (\(code)), \(Console.sentence(place, detail))"
      return try warn(isDryRun ? reason : "\(reason); \(consequence)")
    }
    let purchases = result.purchases == 1 ? "1 purchase" : "\(result.purchases) purchases"
    counts.filed += 1
    switch result.outcome {
    case .filed(let owner?): print("\(name): genuine, \(purchases) filed for \(owner)")
    case .filed(nil) where result.purchases > 0: print("\(name): genuine, \(purchases) filed")
    case .filed(nil): print("\(name): genuine, filed; it contains no purchases")
    case .claimed(let owner): print("\(name): already filed; \(purchases) now belong to \(owner)")
    case .alreadyFiled(let owner):
      (counts.filed, counts.known) = (counts.filed - 1, counts.known + 1)
      let suffix = owner.map { " for \($0)" } ?? ""
      print("\(name): already filed\(suffix); nothing changed")
      if let user = result.name.user, let owner, user != owner {
        try warn("\(name): it stays with \(owner); importing does not move it to \(user)")
      }
    case nil: print("\(name): not filed")
    }
  }

  private mutating func print(_ text: String) {
    if !isSummary { output.write(PlainText.safe(text) + "\n") }
  }

  /// Prints to standard error, after everything before on standard output.
  private mutating func warn(_ text: String) throws(OutputError) {
    try output.flush()
    Console.print(text)
  }
}

private struct ReportCounts {
  var filed = 0
  var known = 0
  var rejected = 0
  var failed = 0
  var queries = 0

  var all: Int { filed + known + rejected + failed }
}
