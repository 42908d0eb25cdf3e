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
  var lines: [Line] = []
  let view: Viewpoint
  let width: Int
  /// What was told already.
  var told: Set<Diagnosis.Evidence> = []

  /// Eyes lose the line between what happened and where that stands on a wider one.
  private static let mostColumns = 132
  let apps: Set<String>

  init(_ answer: InquiryAnswer, _ view: Viewpoint, showsAll: Bool) {
    self.answer = answer
    self.view = view
    width = min(view.size.columns - 3, Self.mostColumns)
    apps = answer.records.apps
    addVerdict()
    addWords()
    addChecks(showsAll)
  }

  var diagnosis: Diagnosis { answer.diagnosis }

  private mutating func addVerdict() {
    let glyphs = view.glyphs
    let (mark, role): (SafeText, Role) =
      diagnosis.subject.isFound ? diagnosis.verdict.code.mark(glyphs) : ("?", .warn)
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
}
