import Entitlements
import Foundation

extension WhyContent {
  /// Adds the checks that answer the question and, on demand, those of all other tickets by topic.
  mutating func addChecks(_ showsAll: Bool) {
    let ticket = diagnosis.verdict.ticket
    var ticketChecks = diagnosis.checks.filter {
      $0.ticket == ticket && $0.result != .notApplicable
    }
    if ticketChecks.isEmpty { ticketChecks = diagnosis.checks.filter { $0.result == .fail } }
    lines.append(Line(line: StyledLine("CHECKS", .columnTitle)))
    for check in ticketChecks.failingFirst { add(check) }
    if ticketChecks.isEmpty { lines.append(Line(line: StyledLine("none applies", .secondary))) }
    guard showsAll else { return }
    var seen = Set(ticketChecks.map(\.fact))
    let others = diagnosis.checks.filter { seen.insert($0.fact).inserted }
    for topic in CheckTopic.allCases {
      let checks = others.filter { CheckTopic(ofCheck: $0.code) == topic }
      if !checks.isEmpty { add(checks, on: topic) }
    }
  }

  /// Adds the applicable checks of a topic.
  private mutating func add(_ checks: [Diagnosis.Check], on topic: CheckTopic) {
    let relevant = checks.filter { $0.result != .notApplicable }
    guard !relevant.isEmpty else { return }
    var title = StyledLine(topic.title, .columnTitle)
    let failed = relevant.count { $0.result == .fail }
    if failed > 0 { title.add("  \(SafeText.grouped(failed)) of \(relevant.count) failed", .muted) }
    lines += [Line(line: .blank), Line(line: title)]
    for check in relevant.failingFirst { add(check) }
  }

  private mutating func add(_ check: Diagnosis.Check) {
    let (mark, role) = mark(check.result)
    let sentence = SafeText.sentence(check.sentence, of: apps)
    let wrapped = sentence.wrapped(to: width - 2, limit: 3, view.glyphs)
    var sentenceLines: [StyledLine] = []
    sentenceLines.add(StyledLine(mark, role), wrapped, at: 2)
    lines += sentenceLines.map { Line(line: $0) }
    // Evidence of several checks is shown once.
    let new = check.evidence.filter { reported.insert($0).inserted }
    for evidence in new.prefix(Self.maxEvidence) { add(evidence) }
    let rest = new.count - Self.maxEvidence
    if rest > 0 {
      lines.append(Line(line: StyledLine("and \(SafeText.grouped(rest)) more", .muted, at: 4)))
    }
  }

  /// The maximum evidence shown for one check; the command prints all.
  private static let maxEvidence = 20

  private func mark(_ result: Diagnosis.Result) -> (SafeText, Role) {
    switch result {
    case .pass: (view.glyphs.passed, .good)
    case .fail: (view.glyphs.failed, .bad)
    case .unknown: ("?", .warn)
    case .notApplicable: (view.glyphs.dash, .muted)
    }
  }

  private mutating func add(_ evidence: Diagnosis.Evidence) {
    var line = StyledLine()
    var column = 4
    let time = evidence.at.map { view.clock.text($0).prefix(isNarrow ? 10 : 40) } ?? .empty
    line.add(time, .secondary, at: column)
    column += max(isNarrow ? 10 : 16, time.width) + 2
    let sentence = SafeText.sentence(evidence.sentence, of: apps)
    // If both do not fit, the number takes precedence, as it opens other inquiries.
    let rest = width - column - sentence.width - 2
    var handle = self.handle(of: evidence)
    if handle.width > rest { handle = self.handle(of: evidence, isShort: true) }
    if handle.width > rest { handle = handle.truncated(to: 32, .middle, view.glyphs) }
    let room = max(8, width - column - handle.width - 2)
    let parts = sentence.wrapped(to: room, limit: 2, view.glyphs)
    line.add(parts.first ?? .empty, .text, at: column)
    line.add(handle, .info, at: width - handle.width)
    lines.append(Line(line: line, target: .evidence(evidence)))
    for part in parts.dropFirst() { lines.append(Line(line: StyledLine(part, at: column))) }
  }

  private var isNarrow: Bool { width < 90 }

  private func handle(of evidence: Diagnosis.Evidence, isShort: Bool = false) -> SafeText {
    switch evidence.kind {
    case .document: return "receipt \(String(evidence.id.prefix(8)))"
    case .user: return "user \(evidence.id)"
    case .order, .chain:
      let name = Subscription.Name(ID(evidence.id))
      // Apple's customers know another number as their order ID.
      let noun =
        evidence.kind == .chain ? "purchase" : name?.store == .apple ? "transaction" : "order"
      let number = name?.originalTransactionID ?? evidence.id
      return isShort ? "\(number)" : "\(noun) \(number)"
    }
  }
}

extension CheckTopic {
  fileprivate var title: SafeText {
    switch self {
    case .access: "ACCESS"
    case .money: "MONEY"
    case .plans: "PLANS, TRIALS AND OFFERS"
    case .stated: "REPORTED BY STORE AND APP"
    case .owner: "OWNERSHIP"
    }
  }
}

extension Diagnosis.Check {
  /// Identifies equal checks of several tickets.
  fileprivate var fact: String { "\(result.rawValue) \(sentence)" }
}

extension [Diagnosis.Check] {
  /// The failed checks, then the unknown ones, then the others.
  fileprivate var failingFirst: [Diagnosis.Check] {
    let results: [Diagnosis.Result] = [.fail, .unknown, .pass, .notApplicable]
    return results.flatMap { result in filter { $0.result == result } }
  }
}

extension RecommendationCode {
  /// The dashboard's action for the recommendation; `nil` if there is none.
  var action: Action? {
    switch self {
    case .reverify, .rebuildRights, .askStore: .reverify
    case .transfer, .attach, .keepOrTransfer: .transfer
    case .decideGrant: .grant
    case .refund, .refundDuplicate: .refund
    case .revokeAtStore: .revokeAtStore
    case .answerApple: .answerApple
    case .answerGoogle: .answerGoogle
    case .deliverOnce: .deliver
    default: nil
    }
  }
}

/// A step of the tour: a ticket, and what to learn from it.
package struct TourStep: Equatable, Sendable {
  package var ticketMessage: TicketMessage
  /// What to look at, and which key to press.
  package var look: String

  package init(ticketMessage: TicketMessage, look: String) {
    self.ticketMessage = ticketMessage
    self.look = look
  }
}

/// The tour's steps, and the current one.
struct Tour: Equatable, Sendable {
  let steps: [TourStep]
  let place: Int

  /// `nil` if there is no step at that index.
  init?(_ steps: [TourStep], at place: Int = 0) {
    guard steps.indices.contains(place) else { return nil }
    self.steps = steps
    self.place = place
  }

  var step: TourStep { steps[place] }
  var next: Tour? { Tour(steps, at: place + 1) }
  var previous: Tour? { Tour(steps, at: place - 1) }

  func lines(_ view: ViewContext) -> [StyledLine] {
    let count: SafeText = "Lesson \(place + 1) of \(steps.count)"
    let goOn: SafeText = next == nil ? "That was the last one; q leaves." : "n goes on."
    let text: SafeText = "\(step.ticketMessage.title). \(step.look) \(goOn)"
    let indent = view.layout.usesCards ? 0 : count.width + 2
    let room = view.size.columns - 3 - indent
    let parts = text.wrapped(to: room, limit: view.size.rows < 14 ? 2 : 3, view.glyphs)
    var lines: [StyledLine] = []
    lines.add(indent > 0 ? StyledLine(count, .accent) : .blank, parts, at: indent)
    return lines
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    var rest = rect
    frame.drawRule(of: rest.takeTop(1), view.glyphs)
    frame.draw(lines(view), in: rest.insetColumns(2, 1))
  }
}
