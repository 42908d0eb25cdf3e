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

struct ReportCounts {
  var filed = 0
  var known = 0
  var rejected = 0
  var failed = 0
  var queries = 0

  var all: Int { filed + known + rejected + failed }
}
