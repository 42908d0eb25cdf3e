import Entitlements
import Foundation
import Receipts

/// A diagnosis in the forms that the command line promises: fields are only ever added.
struct DiagnosisReport {
  private let diagnosis: Diagnosis

  init(_ diagnosis: Diagnosis) { self.diagnosis = diagnosis }

  /// For a person: the verdict, what to do, and the checks that say something.
  func lines(all: Bool) -> [String] {
    var lines = [diagnosis.verdict.sentence, "  \(diagnosis.recommendation.sentence)", ""]
    for check in diagnosis.checks where all || check.result == .fail || isOfTicket(check) {
      lines.append("\(mark(check.result)) \(check.sentence)")
      for evidence in check.evidence {
        let at = evidence.at.map { "\($0.formatted(.iso8601))  " } ?? ""
        lines.append("    \(at)\(evidence.sentence)  \(evidence.kind.rawValue) \(evidence.id)")
      }
    }
    return lines + ["", "For the customer:", "  \(diagnosis.customerSummary)"]
  }

  private func isOfTicket(_ check: Diagnosis.Check) -> Bool {
    check.ticket == diagnosis.verdict.ticket && check.result != .notApplicable
  }

  private func mark(_ result: Diagnosis.Result) -> String {
    switch result {
    case .pass: "ok  "
    case .fail: "no  "
    case .unknown: "?   "
    case .notApplicable: "-   "
    }
  }

  var json: JSONValue {
    .of([
      ("schemaVersion", .number("1")), ("subject", subject),
      ("at", .string(diagnosis.instant.formatted(.iso8601))),
      ("verdict", sentence(diagnosis.verdict.code.rawValue, diagnosis.verdict.sentence)),
      ("checks", .array(diagnosis.checks.map(check))),
      (
        "recommendation",
        sentence(diagnosis.recommendation.code.rawValue, diagnosis.recommendation.sentence)
      ),
      ("customerSummary", .string(diagnosis.customerSummary)),
    ])
  }

  private var subject: JSONValue {
    .of([
      ("found", .bool(diagnosis.subject.isFound)),
      (
        "identifiers",
        .array(
          diagnosis.subject.identifiers.map {
            .of([
              ("kind", .string($0.kind)), ("text", .string($0.text)), ("found", .bool($0.isFound)),
            ])
          }
        )
      ),
      ("orders", .array(diagnosis.subject.orders.map { .string($0.raw) })),
      ("chains", .array(diagnosis.subject.chains.map { .string($0.raw) })),
    ])
  }

  private func sentence(_ code: String, _ text: String) -> JSONValue {
    .of([("code", .string(code)), ("sentence", .string(text))])
  }

  private func check(_ check: Diagnosis.Check) -> JSONValue {
    .of([
      ("code", .string(check.code)), ("ticket", .string(check.ticket.rawValue)),
      ("result", .string(check.result.rawValue)), ("sentence", .string(check.sentence)),
      ("evidence", .array(check.evidence.map(evidence))),
    ])
  }

  private func evidence(_ evidence: Diagnosis.Evidence) -> JSONValue {
    .of([
      ("kind", .string(evidence.kind.rawValue)), ("id", .string(evidence.id)),
      ("at", .string(ifAny: evidence.at?.formatted(.iso8601))),
      ("sentence", .string(evidence.sentence)),
    ])
  }
}
