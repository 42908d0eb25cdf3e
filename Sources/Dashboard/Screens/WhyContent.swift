import Entitlements
import Foundation

/// The lines of an inquiry's answer, and where each of them leads.
struct WhyContent {
  enum Target: Equatable {
    case document(ID<Document>)
    case user(ID<User>)
    case timeline(String)

    func open(_ desk: inout Desk) {
      switch self {
      case .document(let id): desk.open(ReceiptScreen(id: id))
      case .user(let id): desk.open(UserScreen(id: id))
      case .timeline(let text): desk.open(TimelineScreen(text))
      }
    }
  }

  struct Line: Equatable {
    var line: StyledLine
    var target: Target?
  }

  let answer: InquiryAnswer
  private(set) var head: [StyledLine] = []
  private(set) var lines: [Line] = []
  private let view: Viewpoint
  private let width: Int

  init(_ answer: InquiryAnswer, _ view: Viewpoint, showsAll: Bool) {
    self.answer = answer
    self.view = view
    width = view.size.columns - 3
    addVerdict()
    addWords()
    addChecks(showsAll)
  }

  private var diagnosis: Diagnosis { answer.diagnosis }

  private mutating func addVerdict() {
    let glyphs = view.glyphs
    let (mark, role): (SafeText, Role) =
      !diagnosis.subject.isFound
      ? ("?", .warn)
      : diagnosis.isProblem ? (glyphs.failed, .bad) : (glyphs.passed, .good)
    let sentence = SafeText(diagnosis.verdict.sentence)
    let wrapped = sentence.wrapped(to: width - 2, limit: 3, glyphs)
    for (place, text) in wrapped.enumerated() {
      var line = StyledLine(place == 0 ? mark : .empty, role)
      line.add(text, .title, at: 2)
      head.append(line)
    }
    if !view.layout.usesCards { head.append(.blank) }
  }

  private mutating func addWords() {
    let glyphs = view.glyphs
    if let user = answer.user {
      var line = StyledLine("about", .secondary)
      let names = [user.id.raw, user.name, user.email].compactMap(\.self).map { SafeText($0) }
      line.add(.joined(names, by: "  \(glyphs.dot)  ").truncated(to: width - 8, glyphs), at: 8)
      lines.append(Line(line: line, target: .user(user.id)))
    }
    addSearched()
    addParagraph("do", SafeText(diagnosis.recommendation.sentence), .text)
    addParagraph("tell", SafeText(diagnosis.customerSummary), .text)
    lines.append(Line(line: .blank))
  }

  /// What was looked for, where not all of it was found.
  private mutating func addSearched() {
    let identifiers = diagnosis.subject.identifiers
    if identifiers.isEmpty, !diagnosis.subject.isFound {
      let text: SafeText =
        "users by ID, name and e-mail address, and purchases by ID; no identifier stands in it"
      addParagraph("looked", text, .secondary)
    }
    guard identifiers.contains(where: { !$0.isFound }) else { return }
    for (place, identifier) in identifiers.enumerated() {
      var line = StyledLine(place == 0 ? "looked" : .empty, .secondary)
      let glyph = identifier.isFound ? view.glyphs.passed : view.glyphs.failed
      line.add(glyph, identifier.isFound ? .good : .bad, at: 8)
      let answer: SafeText = identifier.isFound ? "on file" : "not on file"
      let name = SafeText(identifier.text).truncated(to: width - 34, .middle, view.glyphs)
      line.add("\(identifier.kind) \(name)  \(answer)", .text, at: 10)
      lines.append(Line(line: line))
    }
    guard !diagnosis.subject.isFound else { return }
    let ids = Identifier.all(in: diagnosis.subject.text)
    if let order = ids.first(where: { $0.kind == .appleOrder }) {
      addParagraph("next", "purser lookup \(order.value) asks Apple, with an App Store key", .text)
    } else {
      let next: SafeText = "purser import files a receipt, or a store's answer, that holds it"
      addParagraph("next", next, .text)
    }
  }

  private mutating func addParagraph(_ name: SafeText, _ text: SafeText, _ role: Role) {
    for (place, part) in text.wrapped(to: width - 8, limit: 8, view.glyphs).enumerated() {
      var line = StyledLine(place == 0 ? name : .empty, .secondary)
      line.add(part, role, at: 8)
      lines.append(Line(line: line))
    }
  }

  private mutating func addChecks(_ showsAll: Bool) {
    let ticket = diagnosis.verdict.ticket
    var checks = diagnosis.checks.filter { check in
      showsAll || check.ticket == ticket && check.result != .notApplicable
    }
    if checks.isEmpty { checks = diagnosis.checks.filter { $0.result == .fail } }
    lines.append(Line(line: StyledLine("CHECKS", .columnTitle)))
    // What answers the question comes first, and of that what is not as it should be.
    let ranked = checks.enumerated().sorted { left, right in
      rank(left.element, ticket, left.offset) < rank(right.element, ticket, right.offset)
    }
    for (_, check) in ranked { add(check) }
    if checks.isEmpty {
      lines.append(Line(line: StyledLine("none applies", .secondary)))
    }
  }

  private func rank(_ check: Diagnosis.Check, _ ticket: Complaint, _ place: Int) -> Int {
    let results: [Diagnosis.Result] = [.fail, .unknown, .pass, .notApplicable]
    let result = results.firstIndex(of: check.result) ?? 0
    return (check.ticket == ticket ? 0 : 1_000_000) + result * 10_000 + place
  }

  private mutating func add(_ check: Diagnosis.Check) {
    let (mark, role) = mark(check.result)
    let wrapped = SafeText(check.sentence).wrapped(to: width - 2, limit: 3, view.glyphs)
    for (place, text) in wrapped.enumerated() {
      var line = StyledLine(place == 0 ? mark : .empty, role)
      line.add(text, check.result == .notApplicable ? .muted : .text, at: 2)
      lines.append(Line(line: line))
    }
    for evidence in check.evidence.prefix(Self.mostEvidence) { lines.append(line(of: evidence)) }
    let rest = check.evidence.count - Self.mostEvidence
    if rest > 0 {
      lines.append(Line(line: StyledLine("and \(SafeText.grouped(rest)) more", .muted, at: 4)))
    }
  }

  /// Of one check; nobody reads more, and the command prints them all.
  private static let mostEvidence = 20

  private func mark(_ result: Diagnosis.Result) -> (SafeText, Role) {
    switch result {
    case .pass: (view.glyphs.passed, .good)
    case .fail: (view.glyphs.failed, .bad)
    case .unknown: ("?", .warn)
    case .notApplicable: (view.glyphs.skipped, .muted)
    }
  }

  private func line(of evidence: Diagnosis.Evidence) -> Line {
    var line = StyledLine()
    var column = 4
    if let at = evidence.at {
      let time = view.clock.text(at)
      line.add(time, .secondary, at: column)
      column += max(16, time.width) + 2
    }
    let handle = handle(of: evidence).truncated(to: 26, .middle, view.glyphs)
    let room = max(8, width - column - handle.width - 2)
    line.add(SafeText(evidence.sentence).truncated(to: room, view.glyphs), .text, at: column)
    line.add(handle, .info, at: width - handle.width)
    return Line(line: line, target: target(of: evidence))
  }

  private func handle(of evidence: Diagnosis.Evidence) -> SafeText {
    switch evidence.kind {
    case .document: "receipt \(String(evidence.id.prefix(8)))"
    case .user: "user \(evidence.id)"
    case .order, .chain:
      "\(evidence.kind.rawValue) \(Subscription.Name(ID(evidence.id))?.originalTransactionID ?? evidence.id)"
    }
  }

  private func target(of evidence: Diagnosis.Evidence) -> Target {
    switch evidence.kind {
    case .document: .document(ID(evidence.id))
    case .user: .user(ID(evidence.id))
    case .order, .chain: .timeline(evidence.id)
    }
  }
}
