import ArgumentParser
import Entitlements
import Foundation
import ServiceCore

/// Prints the result of each imported document, or totals, and the progress on a terminal.
struct ImportReport {
  typealias Outcome = BulkSubmission<ImportName>.NamedOutcome

  private struct Counts {
    var filed = 0
    var known = 0
    var rejected = 0
    var failed = 0

    var all: Int { filed + known + rejected + failed }
  }

  private let user: ID<User>?
  private let isSummary: Bool
  private let progress = Progress("documents")
  private var counts = Counts()
  private var output = OutputBuffer()

  init(user: ID<User>?, isSummary: Bool) { (self.user, self.isSummary) = (user, isSummary) }

  /// `share` is the part of the input that was read, of 1, if known.
  mutating func write(_ results: [Outcome], _ share: Double?) throws {
    guard !results.isEmpty else { return }
    progress.end()
    for result in results { try write(result) }
    try output.flush()
    progress.update(counts.all, share: share)
  }

  mutating func conclude(isInterrupted: Bool) throws -> ExitCode {
    progress.end()
    if isSummary {
      try StandardStream.print(
        "\(counts.filed) filed, \(counts.known) on file already, \(counts.rejected) rejected, "
          + "\(counts.failed) unreadable"
      )
    }
    if isInterrupted {
      Console.say("Interrupted after \(counts.all) documents. The same command continues.")
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
      return try warn(
        "\(name): rejected (\(code)), \(Console.sentence(place, detail)); \(consequence)"
      )
    }
    let purchases = result.purchases == 1 ? "1 purchase" : "\(result.purchases) purchases"
    counts.filed += 1
    switch result.outcome {
    case .filed(let owner?): say("\(name): genuine, \(purchases) filed for \(owner)")
    case .filed(nil) where result.purchases > 0: say("\(name): genuine, \(purchases) filed")
    case .filed(nil): say("\(name): genuine, filed; it contains no purchases")
    case .claimed(let owner): say("\(name): already filed; \(purchases) now belong to \(owner)")
    case .alreadyFiled(let owner):
      (counts.filed, counts.known) = (counts.filed - 1, counts.known + 1)
      let suffix = owner.map { " for \($0)" } ?? ""
      say("\(name): already filed\(suffix); nothing changed")
      if let user, let owner, user != owner {
        try warn("\(name): it stays with \(owner); importing does not move it to \(user)")
      }
    case nil: say("\(name): not filed")
    }
  }

  private mutating func say(_ text: String) {
    if !isSummary { output.write(PlainText.safe(text) + "\n") }
  }

  /// Prints to standard error, after everything before on standard output.
  private mutating func warn(_ text: String) throws(OutputError) {
    try output.flush()
    Console.say(text)
  }
}
