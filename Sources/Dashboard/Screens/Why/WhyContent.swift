import Entitlements
import Foundation

/// The lines of an inquiry's answer, and where each of them leads.
struct WhyContent {
  enum Target: Equatable, Sendable {
    case evidence(Diagnosis.Evidence)
    case user(ID<User>)
    /// Another question.
    case question(String)
    /// Something that is done about it.
    case act(Action)

    func open(_ desk: inout Desk) {
      switch self {
      case .user(let id): desk.open(UserScreen(id: id))
      case .question(let text): desk.open(WhyScreen(text))
      case .act(let action): desk.act(action)
      case .evidence(let evidence):
        switch evidence.kind {
        case .document: desk.open(ReceiptScreen(id: ID(evidence.id)))
        case .user: desk.open(UserScreen(id: ID(evidence.id)))
        case .order, .chain: desk.open(TimelineScreen(evidence.id))
        }
      }
    }
  }

  /// What was asked, and how much of that was chosen by hand.
  struct Asked: Equatable, Sendable {
    var text = ""
    /// Whether the text says what is asked.
    var asks = false
    var choice = InquiryChoice()
    /// The language that the customer's text was chosen to be in.
    var language: MessageLanguage?
    /// Whether UTC stands beside dates and times.
    var showsUTC = false
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
  private let asked: Asked
  /// Of the sentences; evidence is told by the view's clock.
  private let dates: DateStyle
  /// The customer's message, where there is room for it beside the answer.
  private(set) var message: [StyledLine] = []
  /// Where that begins; `nil` where there is none, or no room.
  private(set) var messageColumn: Int?

  init(_ answer: InquiryAnswer, _ view: Viewpoint, showsAll: Bool, _ asked: Asked = Asked()) {
    self.answer = answer
    self.view = view
    self.asked = asked
    width = min(view.size.columns - 3, Self.mostColumns)
    apps = answer.records.apps
    dates = answer.diagnosis.dateStyle(locale: view.locale, showsUTC: asked.showsUTC)
    addVerdict()
    addWords()
    // Where there is little room the evidence comes first.
    let isTextFirst = view.size.rows >= Self.roomyRows
    if isTextFirst { addCustomerText() }
    lines.append(Line(line: .blank))
    addChecks(showsAll)
    if !isTextFirst { addCustomerText() }
    addMessage()
  }

  /// Fewer columns are no room for a message.
  private static let fewestColumns = 30
  private static let mostRows = 60

  /// The message beside the answer, else below it.
  private mutating func addMessage() {
    guard WhyScreen.isMessage(asked.text) else { return }
    let column = width + 5
    let room = view.size.columns - column - 1
    let isBeside = room >= Self.fewestColumns
    let lines = asked.text.split(whereSeparator: \.isNewline).prefix(Self.mostRows)
      .flatMap { line in
        SafeText(String(line), limit: LineEditor.limit)
          .wrapped(to: isBeside ? room : width, limit: Self.mostRows, view.glyphs)
      }
      .prefix(Self.mostRows).map { StyledLine($0) }
    message = [StyledLine("MESSAGE", .columnTitle)] + lines
    guard !isBeside else { return messageColumn = column }
    self.lines += [Line(line: .blank)] + message.map { Line(line: $0) }
  }

  var diagnosis: Diagnosis { answer.diagnosis }

  private mutating func addVerdict() {
    let glyphs = view.glyphs
    let (mark, role): (SafeText, Role) =
      diagnosis.subject.isFound ? diagnosis.verdict.code.mark(glyphs) : ("?", .warn)
    let sentence = SafeText.sentence(diagnosis.verdict.sentence(dates), of: apps)
    let wrapped = sentence.wrapped(to: width - 2, limit: 3, glyphs)
    for (place, text) in wrapped.enumerated() {
      var line = StyledLine(place == 0 ? mark : .empty, role)
      line.add(text, .title, at: 2)
      head.append(line)
    }
    if diagnosis.subject.isFound { head.append(certainty) }
    if !view.layout.usesCards, view.size.rows >= Self.airyRows { head.append(.blank) }
  }

  /// From here on there is room for air, and for the customer's text above the checks.
  private static let airyRows = 28
  private static let roomyRows = 36

  /// How sure the verdict is, and by what.
  private var certainty: StyledLine {
    let role: Role =
      switch diagnosis.certainty {
      case .proved: .good
      case .onFile(_, nil): .secondary
      case .onFile, .notKnown: .warn
      }
    let text = SafeText(diagnosis.certainty.sentence(dates))
    return StyledLine(text.truncated(to: width - 2, view.glyphs), role, at: 2)
  }

  private mutating func addWords() {
    let glyphs = view.glyphs
    if let user = answer.user {
      var line = StyledLine("about", .secondary)
      let names = [user.id.raw, user.name, user.email].compactMap(\.self).map { SafeText($0) }
      line.add(.joined(names, by: "  \(glyphs.dot)  ").truncated(to: width - 8, glyphs), at: 8)
      lines.append(Line(line: line, target: .user(user.id)))
    }
    addAsked()
    addSearched()
    addParagraph("do", .sentence(diagnosis.recommendation.sentence(dates), of: apps), .text)
    addAct()
    addOthers()
  }

  /// Which question is answered, and who chose it.
  private mutating func addAsked() {
    guard diagnosis.subject.isFound else { return }
    let ticket = asked.choice.ticket ?? diagnosis.verdict.ticket
    var line = StyledLine("asked", .secondary)
    line.add(ticket.phrase, .text, at: 8)
    let answered = diagnosis.verdict.ticket
    let source: SafeText? =
      if asked.choice.ticket == nil {
        asked.asks ? nil : "the text does not say"
      } else {
        ticket == answered ? "chosen by hand" : "chosen by hand; the cause: \(answered.phrase)"
      }
    if let source {
      let text: SafeText = "  (\(source))"
      line.add(text.truncated(to: max(0, width - line.end), view.glyphs), .secondary)
    }
    lines.append(Line(line: line))
    addPurchase()
  }

  /// Which purchase the verdict is about, and how many others it is not.
  private mutating func addPurchase() {
    let isChosen = asked.choice.purchase != nil
    let chosen = answer.records.purchases.first { $0.chain == asked.choice.purchase }
    var text: SafeText
    if let about = diagnosis.about {
      text = .sentence(about.purchase.title, of: apps)
      if let date = about.purchase.purchasedAt {
        text = "\(text), bought on \(day(date))"
      }
      let others = about.others.count
      if others > 0, !isChosen { text = "\(text); other purchases: \(SafeText.grouped(others))" }
    } else if isChosen, let chosen {
      text = chosen.purchaseEntry(of: apps, view).text
    } else {
      return
    }
    var line = StyledLine("of", .secondary)
    line.add(text.truncated(to: width - 8, view.glyphs), .text, at: 8)
    if isChosen, line.end + 18 <= width { line.add("  (chosen by hand)", .secondary) }
    lines.append(Line(line: line))
  }

  /// As the sentences tell it, where those are not told by the view's clock.
  private func day(_ date: Date) -> SafeText {
    view.locale == nil || view.zone == .relative
      ? view.clock.day(date) : SafeText(dates.day(date))
  }

  /// So many other verdicts are named beside the one that answers.
  private static let mostOthers = 3

  /// What else somebody has to act on.
  private mutating func addOthers() {
    for (place, verdict) in diagnosis.also.prefix(Self.mostOthers).enumerated() {
      var line = StyledLine(place == 0 ? "also" : .empty, .secondary)
      let sentence = SafeText.sentence(verdict.sentence(dates), of: apps)
      line.add(sentence.truncated(to: width - 8, view.glyphs), .text, at: 8)
      lines.append(Line(line: line))
    }
  }

  /// What was looked for, where not all of it was found.
  private mutating func addSearched() {
    let identifiers = diagnosis.subject.identifiers
    if identifiers.isEmpty, !diagnosis.subject.isFound {
      let text: SafeText =
        "users by ID, name and e-mail address, and purchases by ID; no identifier stands in it"
      addParagraph("looked", text, .secondary)
    }
    for (place, miss) in diagnosis.nearMisses.enumerated() {
      var line = StyledLine(place == 0 ? "near" : .empty, .secondary)
      line.add(SafeText(miss.sentence).truncated(to: width - 8, view.glyphs), .text, at: 8)
      lines.append(Line(line: line, target: .question(miss.applied(to: asked.text))))
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

  /// What the dashboard can do of the recommendation.
  private mutating func addAct() {
    guard let action = diagnosis.recommendation.code.action else { return }
    let hasTarget =
      action.saleAct != nil
      ? diagnosis.about?.order != nil
      : action == .grant ? answer.user != nil : diagnosis.about != nil
    guard hasTarget else { return }
    var line = StyledLine(.empty, .secondary)
    line.add("\(view.glyphs.arrow) \(action.title)", .accent, at: 8)
    lines.append(Line(line: line, target: .act(action)))
  }

  /// The text for the customer, as it is copied.
  private mutating func addCustomerText() {
    let language = asked.language ?? diagnosis.language
    let text = diagnosis.customerText
    lines.append(Line(line: .blank))
    for (place, paragraph) in text.paragraphs(in: language).enumerated() {
      let name: SafeText = place == 0 ? "tell" : .empty
      addParagraph(name, SafeText(reply: paragraph), .text, link: text.address)
    }
  }

  private mutating func addParagraph(
    _ name: SafeText,
    _ text: SafeText,
    _ role: Role,
    link: String? = nil
  ) {
    for (place, part) in text.wrapped(to: width - 8, limit: 8, view.glyphs).enumerated() {
      var line = StyledLine(place == 0 ? name : .empty, .secondary)
      if let link, let found = part.string.firstRange(of: link) {
        let (before, after) = (part.string[..<found.lowerBound], part.string[found.upperBound...])
        line.add("\(plain: before)", role, at: 8)
        line.add("\(link)", .accent, at: before.isEmpty ? 8 : nil, link: link)
        line.add("\(plain: after)", role)
      } else {
        line.add(part, role, at: 8)
      }
      lines.append(Line(line: line))
    }
  }
}
