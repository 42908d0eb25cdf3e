import Basics
import Dashboard
import Entitlements
import Foundation

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
    lines += diagnosis.nearMisses.map { miss in
      "  " + (miss.list.map { "Several match: purser ls \($0)" } ?? miss.sentence)
    }
    if diagnosis.subject.isFound {
      lines += diagnosis.subject.identifiers.filter { !$0.isFound }.map {
        "  Not on file: \($0.kind) \($0.text)"
      }
    }
    if let about = diagnosis.about { lines.append("  About: \(title(about))") }
    if diagnosis.subject.isFound, !diagnosis.isQuestionKnown, isMessage {
      lines.append("  The message does not say what is asked: read it before you send the reply.")
    }
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

  private var isMessage: Bool { diagnosis.subject.text.contains(where: \.isWhitespace) }

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
    [
      "schemaVersion": 1, "subject": subject, "at": .time(diagnosis.instant),
      "verdict": sentence(diagnosis.verdict.code.rawValue, diagnosis.verdict.sentence),
      "ticket": .word(diagnosis.verdict.ticket),
      "ticketStated": .bool(diagnosis.isQuestionKnown),
      "certainty": sentence(diagnosis.certainty.word, diagnosis.certainty.sentence),
      "user": .text(diagnosis.user?.raw), "about": diagnosis.about.map(about) ?? .null,
      "also": .array(diagnosis.also.map { sentence($0.code.rawValue, $0.sentence) }),
      "checks": .array(diagnosis.checks.map(check)),
      "recommendation": sentence(
        diagnosis.recommendation.code.rawValue,
        diagnosis.recommendation.sentence
      ),
      "next": NextCommand.words(for: diagnosis).map { .texts($0) } ?? .null,
      "customerSummary": .string(diagnosis.customerText.written(in: language)),
      "customerLanguage": .word(language), "nearMisses": .array(diagnosis.nearMisses.map(nearMiss)),
    ]
  }

  private func nearMiss(_ miss: NearMiss) -> JSONValue {
    [
      "likeness": .word(miss.likeness), "text": .string(miss.text), "user": .text(miss.user?.raw),
      "name": .text(miss.name), "list": .text(miss.list),
    ]
  }

  private func about(_ about: Diagnosis.About) -> JSONValue {
    [
      "purchase": purchase(about.purchase), "order": .text(about.order?.raw),
      "others": .array(about.others.map(purchase)),
    ]
  }

  private func purchase(_ purchase: Diagnosis.About.Purchase) -> JSONValue {
    [
      "chain": .string(purchase.chain.raw), "title": .string(purchase.title),
      "store": .word(purchase.store), "purchasedAt": .time(purchase.purchasedAt),
    ]
  }

  private var subject: JSONValue {
    [
      "found": .bool(diagnosis.subject.isFound),
      "identifiers": .array(
        diagnosis.subject.identifiers.map {
          ["kind": .string($0.kind), "text": .string($0.text), "found": .bool($0.isFound)]
        }
      ),
      "orders": .texts(diagnosis.subject.orders.map(\.raw)),
      "chains": .texts(diagnosis.subject.chains.map(\.raw)),
    ]
  }

  private func sentence(_ code: String, _ text: String) -> JSONValue {
    ["code": .string(code), "sentence": .string(text)]
  }

  private func check(_ check: Diagnosis.Check) -> JSONValue {
    [
      "code": .string(check.code), "ticket": .word(check.ticket), "result": .word(check.result),
      "sentence": .string(check.sentence), "evidence": .array(check.evidence.map(evidence)),
    ]
  }

  private func evidence(_ evidence: Diagnosis.Evidence) -> JSONValue {
    [
      "kind": .word(evidence.kind), "id": .string(evidence.id), "at": .time(evidence.at),
      "sentence": .string(evidence.sentence),
    ]
  }
}

/// The command for a recommendation, with its IDs filled in.
enum NextCommand {
  /// The command's arguments; `nil` if there is nothing to do here or an ID is unknown. Store
  /// actions have `--dry-run`; words in capitals are placeholders.
  static func words(for diagnosis: Diagnosis) -> [String]? {
    let order = diagnosis.about?.order?.raw
    let purchase = diagnosis.about?.purchase.chain.raw
    let user = diagnosis.user?.raw
    switch diagnosis.recommendation.code {
    case .reverify, .askStore: return purchase.map { ["verify", $0] }
    case .transfer, .attach, .keepOrTransfer:
      guard let purchase, let user else { return nil }
      // A purchase that nobody claimed is filed for a user without a name, who is not the one to get it.
      return ["act", "transfer", purchase, user.hasPrefix("anonymous-") ? "USER" : user]
    case .decideGrant: return user.map { ["act", "grant", $0, "KEY"] }
    case .rebuildRights: return ["replay", "--check"]
    case .lookUpOrder: return (diagnosis.unknownOrder?.value).map { ["lookup", $0, "--app", "ID"] }
    case .refund: return order.map { store("refund", $0) }
    case .revokeAtStore: return order.map { store("revoke", $0) }
    case .acknowledge: return purchase.map { store("acknowledge", $0) }
    case .answerApple: return order.map { store("consumption", $0) }
    case .answerGoogle: return order.map { store("review", $0) }
    default: return nil
    }
  }

  private static func store(_ action: String, _ id: String) -> [String] {
    ["store", action, id, "--reason", "TEXT", "--dry-run"]
  }
}
