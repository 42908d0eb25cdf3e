import ArgumentParser
import Entitlements
import Foundation
import ServiceCore

/// Prints the result of each imported document, or totals, and the progress on a terminal.
struct ImportReport {
  typealias Outcome = BulkSubmission<ImportName>.NamedOutcome

  private let isSummary: Bool
  /// Whether the ledger is one that nobody will see.
  private let isDryRun: Bool
  /// Where all that is refused is listed.
  private let refusals: RefusalFile?
  private let progress = Progress("documents")
  /// When the progress was last printed in a log.
  private var lastLine = Latencies.now
  private static let lineInterval = 30.0
  private var counts = ReportCounts()
  private var passedOver = 0
  private var warnings = 0
  /// More are only counted.
  private static let maxWarnings = 20
  private var output = OutputBuffer()

  init(isSummary: Bool, isDryRun: Bool, refusals: RefusalFile?) {
    (self.isSummary, self.isDryRun) = (isSummary || isDryRun, isDryRun)
    self.refusals = refusals
  }

  /// `count` documents were filed before an interruption.
  mutating func begin(after count: Int) {
    passedOver = count
    if count > 0 { Console.print("Continuing after \(count) documents that are filed.") }
  }

  /// `share` is the part of the input that was read, of 1, if known.
  mutating func write(_ results: [Outcome], _ share: Double?) throws {
    guard !results.isEmpty else { return }
    progress.end()
    for result in results { try write(result) }
    try output.flush()
    progress.update(counts.all, share: share)
    if !progress.isShown, Latencies.now - lastLine >= Self.lineInterval {
      Console.print(progress.text(counts.all, share: share))
      lastLine = Latencies.now
    }
  }

  func showFinishing() {
    progress.update("\(counts.all) documents filed; deriving entitlements and building indices")
  }

  mutating func conclude(isInterrupted: Bool) throws -> ExitCode {
    progress.end()
    try refusals?.close()
    if warnings > Self.maxWarnings {
      let rest = warnings - Self.maxWarnings
      Console.print(
        refusals == nil
          ? "\(rest) more were refused; --report FILE lists all."
          : "\(rest) more were refused; the report lists all."
      )
    }
    if isSummary {
      let (filed, known) =
        isDryRun ? ("genuine", "repeated") : ("filed", "on file already")
      try StandardStream.print(
        "\(counts.filed) \(filed), \(counts.known) \(known), \(counts.rejected) rejected, "
          + "\(counts.failed) unreadable" + (isDryRun ? "; nothing was filed" : "")
      )
    }
    if isInterrupted {
      Console.print(
        "Interrupted after \(passedOver + counts.all) documents. The same command continues."
      )
      return ExitCode(130)
    }
    if counts.failed > 0 { return .failure }
    return counts.rejected > 0 ? ExitCode(2) : .success
  }

  private mutating func write(_ result: Outcome) throws {
    let name = result.name.text
    if let error = result.name.error {
      counts.failed += 1
      return try refuse(result, "unreadable", "\(error)", "\(error)")
    }
    if let error = result.error {
      counts.failed += 1
      return try refuse(result, "failed", "\(error)", "\(name): \(error)")
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
      return try refuse(
        result,
        code,
        Console.sentence(place, detail),
        isDryRun ? reason : "\(reason); \(consequence)"
      )
    }
    let purchases = result.purchases == 1 ? "1 purchase" : "\(result.purchases) purchases"
    counts.filed += 1
    switch result.outcome {
    case .filed where result.purchases > 0 && !result.hasFacts:
      print("\(name): genuine, filed; it lacks what its \(purchases) must state, so none counts")
    case .filed(let owner?): print("\(name): genuine, \(purchases) filed for \(owner)")
    case .filed(nil) where result.purchases > 0: print("\(name): genuine, \(purchases) filed")
    case .filed(nil): print("\(name): genuine, filed; it contains no purchases")
    case .claimed(let owner):
      let verb = result.purchases == 1 ? "belongs" : "belong"
      print("\(name): already filed; \(purchases) now \(verb) to \(owner)")
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

  /// Reports the first few, and lists all.
  private mutating func refuse(
    _ result: Outcome,
    _ code: String,
    _ reason: String,
    _ text: String
  ) throws {
    try refusals?.add(result.name, code, reason)
    warnings += 1
    if warnings <= Self.maxWarnings { try warn(text) }
  }

  /// Prints to standard error, after everything before on standard output.
  private mutating func warn(_ text: String) throws(OutputError) {
    try output.flush()
    Console.print(text)
  }
}
