import ArgumentParser
import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore
import Synchronization

/// Tells what became of notifications, a line each, and how it all ended.
final class IngestionReport: Sendable {
  private struct Counts {
    var filed = 0
    var known = 0
    var rejected = 0
    var failed = 0
    var questions = 0
  }

  private let isJSON: Bool
  /// Whether nothing is filed: what could be is new.
  private let isLook: Bool
  private let counts = Mutex(Counts())

  init(isJSON: Bool, isLook: Bool = false) { (self.isJSON, self.isLook) = (isJSON, isLook) }

  var status: ExitCode {
    counts.withLock { $0.failed > 0 ? .failure : ExitCode($0.rejected > 0 ? 2 : 0) }
  }

  func fail() { counts.withLock { $0.failed += 1 } }

  func tell(_ name: String, _ ingestion: Ingestion) {
    counts.withLock { counts in
      counts.questions += ingestion.questions
      switch ingestion.outcome {
      case .filed: counts.filed += 1
      case .known: counts.known += 1
      case .rejected: counts.rejected += 1
      }
    }
    if isJSON { return tellJSON(name, ingestion) }
    let words = [ingestion.kind.rawValue, ingestion.words].compactMap(\.self)
      .joined(separator: " ")
    try? StandardStream.print(PlainText.safe("\(word(ingestion.outcome))  \(name)  \(words)"))
    if case .rejected(_, let place, let detail) = ingestion.outcome {
      Narration.say("\(name): \(Narration.sentence(place, detail))")
    }
  }

  /// A word about the whole, for whoever watches.
  func conclude() {
    let counts = counts.withLock(\.self)
    // Several may ask the same.
    let rest = counts.questions == 0 ? "" : "; the stores are to be asked: purser jobs run does it"
    Narration.say(
      "\(counts.filed) \(isLook ? "new" : "filed"), \(counts.known) known, \(counts.rejected) rejected\(rest)"
    )
  }

  private func word(_ outcome: Ingestion.Outcome) -> String {
    switch outcome {
    case .filed: isLook ? "new" : "filed"
    case .known: "known"
    case .rejected(let code, _, _): "rejected: \(code)"
    }
  }

  private func tellJSON(_ name: String, _ ingestion: Ingestion) {
    var members: [(String, JSONValue?)] = [
      ("schemaVersion", .number("1")), ("name", .string(name)),
      ("kind", .string(ingestion.kind.rawValue)), ("document", .string(ingestion.document.raw)),
      ("app", .string(ifAny: ingestion.app)),
      ("at", .string(ifAny: ingestion.statedAt?.formatted(.iso8601))),
      ("words", .string(ifAny: ingestion.words)),
      ("questions", .number(String(ingestion.questions))),
    ]
    switch ingestion.outcome {
    case .filed: members.append(("outcome", .string(word(ingestion.outcome))))
    case .known: members.append(("outcome", .string("known")))
    case .rejected(let code, let place, let detail):
      members += [
        ("outcome", .string("rejected")), ("code", .string(code)), ("place", .string(ifAny: place)),
        ("detail", .string(detail)),
      ]
    }
    try? JSONText.print(.of(members), .line)
  }
}
