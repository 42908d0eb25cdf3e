import Entitlements
import Foundation

/// The lines of an inquiry's answer, and where each of them leads.
struct WhyContent {
  enum Target: Equatable, Sendable {
    case evidence(Diagnosis.Evidence)
    case user(ID<User>)

    func open(_ desk: inout Desk) {
      switch self {
      case .user(let id): desk.open(UserScreen(id: id))
      case .evidence(let evidence):
        switch evidence.kind {
        case .document: desk.open(ReceiptScreen(id: ID(evidence.id)))
        case .user: desk.open(UserScreen(id: ID(evidence.id)))
        case .order, .chain: desk.open(TimelineScreen(evidence.id))
        }
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
  private var told: Set<Diagnosis.Evidence> = []

  /// Eyes lose the line between what happened and where that stands on a wider one.
  private static let mostColumns = 132
  private let apps: Set<String>

  init(_ answer: InquiryAnswer, _ view: Viewpoint, showsAll: Bool) {
    self.answer = answer
    self.view = view
    width = min(view.size.columns - 3, Self.mostColumns)
    apps = answer.records.apps
    addVerdict()
    addWords()
    addChecks(showsAll)
  }

  private var diagnosis: Diagnosis { answer.diagnosis }

  private mutating func addVerdict() {
    let glyphs = view.glyphs
    let (mark, role): (SafeText, Role) =
      switch diagnosis.verdict.code.weight {
      case _ where !diagnosis.subject.isFound: ("?", .warn)
      case .missing: ("?", .warn)
      case .problem: (glyphs.failed, .bad)
      case .answer: ("i", .info)
      case .fine: (glyphs.passed, .good)
      }
    let sentence = SafeText.sentence(diagnosis.verdict.sentence, of: apps)
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
    addParagraph("do", .sentence(diagnosis.recommendation.sentence, of: apps), .text)
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
    if let order = diagnosis.unknownOrder, let store = order.orderStore {
      let line = SafeText(ShellLine.of(["purser", "lookup", order.value, "--app"]), limit: 200)
      let key: SafeText = store == .apple ? " (it takes a key)" : ""
      addParagraph("next", "\(line) ID, or a l here, asks \(store.title)\(key)", .text)
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
    let sentence = SafeText.sentence(check.sentence, of: apps)
    let wrapped = sentence.wrapped(to: width - 2, limit: 3, view.glyphs)
    for (place, text) in wrapped.enumerated() {
      var line = StyledLine(place == 0 ? mark : .empty, role)
      line.add(text, check.result == .notApplicable ? .muted : .text, at: 2)
      lines.append(Line(line: line))
    }
    // What several checks rest on is told once.
    let new = check.evidence.filter { told.insert($0).inserted }
    for evidence in new.prefix(Self.mostEvidence) { lines.append(line(of: evidence)) }
    let rest = new.count - Self.mostEvidence
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
      let time = view.clock.text(at).prefix(isNarrow ? 10 : 40)
      line.add(time, .secondary, at: column)
      column += max(isNarrow ? 10 : 16, time.width) + 2
    }
    let sentence = SafeText.sentence(evidence.sentence, of: apps)
    // Of two that do not fit beside each other the number counts: by it one asks on.
    let fits = column + sentence.width + 2 + handle(of: evidence).width <= width
    let handle = handle(of: evidence, isShort: !fits).truncated(to: 32, .middle, view.glyphs)
    let room = max(8, width - column - handle.width - 2)
    line.add(sentence.truncated(to: room, view.glyphs), .text, at: column)
    line.add(handle, .info, at: width - handle.width)
    return Line(line: line, target: .evidence(evidence))
  }

  private var isNarrow: Bool { width < 90 }

  private func handle(of evidence: Diagnosis.Evidence, isShort: Bool = false) -> SafeText {
    switch evidence.kind {
    case .document: return "receipt \(String(evidence.id.prefix(8)))"
    case .user: return "user \(evidence.id)"
    case .order, .chain:
      let name = Subscription.Name(ID(evidence.id))
      // What Apple's customers know as their order is another number.
      let word =
        evidence.kind == .chain ? "purchase" : name?.store == .apple ? "transaction" : "order"
      let number = name?.originalTransactionID ?? evidence.id
      return isShort ? "\(number)" : "\(word) \(number)"
    }
  }
}
