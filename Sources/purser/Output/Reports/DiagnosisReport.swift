import Basics
import Dashboard
import Entitlements
import Foundation
import Receipts

/// Formats a diagnosis for the command line. The JSON is stable: fields are only added.
struct DiagnosisReport {
  private let diagnosis: Diagnosis
  /// The language of the text for the customer.
  private let language: MessageLanguage
  /// The date style of the lines.
  private let dates: DateStyle

  /// `language` is the language of the text for the customer; `nil` for the message's.
  init(_ diagnosis: Diagnosis, _ language: MessageLanguage? = nil, dates: DateStyle = .iso) {
    self.diagnosis = diagnosis
    self.language = language ?? diagnosis.language
    self.dates = dates
  }

  /// The paragraphs of the text for the customer.
  var customerText: [SafeText] {
    diagnosis.customerText.paragraphs(in: language).map(SafeText.init(reply:))
  }

  /// The verdict, the recommendation and the relevant checks.
  func lines(all: Bool) -> [String] {
    var lines = [diagnosis.verdict.sentence(dates), "  \(diagnosis.certainty.sentence(dates))"]
    lines += diagnosis.nearMisses.map { "  \($0.sentence)" }
    if let about = diagnosis.about { lines.append("  About: \(title(about))") }
    lines.append("  \(diagnosis.recommendation.sentence(dates))")
    if let next = NextCommand.words(for: diagnosis) {
      lines.append("    \(ShellLine.of(["purser"] + next))")
    }
    lines += diagnosis.also.map { "  Also: \($0.sentence(dates))" } + [""]
    for check in diagnosis.checks where all || check.result == .fail || isOfTicket(check) {
      lines.append("\(marker(check.result)) \(check.sentence)")
      for evidence in check.evidence {
        let at = evidence.at.map { "\($0.formatted(.iso8601))  " } ?? ""
        lines.append("    \(at)\(evidence.sentence)  \(evidence.kind.rawValue) \(evidence.id)")
      }
    }
    return lines + ["", "For the customer:"] + customerText.map { "  \($0.string)" }
  }

  /// `Premium, bought on 2026-11-03; other purchases: 2`.
  private func title(_ about: Diagnosis.About) -> String {
    let date = about.purchase.purchasedAt.map { ", bought on \(dates.day($0))" } ?? ""
    let others = about.others.isEmpty ? "" : "; other purchases: \(about.others.count)"
    return about.purchase.title + date + others
  }

  private func isOfTicket(_ check: Diagnosis.Check) -> Bool {
    check.ticket == diagnosis.verdict.ticket && check.result != .notApplicable
  }

  private func marker(_ result: Diagnosis.Result) -> String {
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
      ("ticket", .string(diagnosis.verdict.ticket.rawValue)),
      ("certainty", sentence(diagnosis.certainty.word, diagnosis.certainty.sentence)),
      ("user", .string(ifAny: diagnosis.user?.raw)),
      ("about", diagnosis.about.map(about) ?? .null),
      (
        "also",
        .array(diagnosis.also.map { sentence($0.code.rawValue, $0.sentence) })
      ),
      ("checks", .array(diagnosis.checks.map(check))),
      (
        "recommendation",
        sentence(diagnosis.recommendation.code.rawValue, diagnosis.recommendation.sentence)
      ),
      (
        "next",
        NextCommand.words(for: diagnosis).map { .array($0.map { .string($0) }) } ?? .null
      ),
      ("customerSummary", .string(diagnosis.customerText.written(in: language))),
      ("customerLanguage", .string(language.rawValue)),
      ("nearMisses", .array(diagnosis.nearMisses.map(nearMiss))),
    ])
  }

  private func nearMiss(_ miss: NearMiss) -> JSONValue {
    .of([
      ("likeness", .string(miss.likeness.rawValue)), ("text", .string(miss.text)),
      ("user", .string(ifAny: miss.user?.raw)), ("name", .string(ifAny: miss.name)),
    ])
  }

  private func about(_ about: Diagnosis.About) -> JSONValue {
    .of([
      ("purchase", purchase(about.purchase)), ("order", .string(ifAny: about.order?.raw)),
      ("others", .array(about.others.map(purchase))),
    ])
  }

  private func purchase(_ purchase: Diagnosis.About.Purchase) -> JSONValue {
    .of([
      ("chain", .string(purchase.chain.raw)), ("title", .string(purchase.title)),
      ("store", .string(ifAny: purchase.store?.rawValue)),
      ("purchasedAt", .string(ifAny: purchase.purchasedAt?.formatted(.iso8601))),
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
