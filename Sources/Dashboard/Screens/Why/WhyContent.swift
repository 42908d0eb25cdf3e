import Entitlements
import Foundation

/// The lines of an inquiry's answer, and what each of them opens.
struct WhyContent {
  enum Target: Equatable, Sendable {
    case evidence(Diagnosis.Evidence)
    case user(ID<User>)
    /// Another inquiry.
    case question(String)
    /// A list with a query, as a command.
    case list(String)
    /// An operator action.
    case operation(Action)

    func open(_ context: inout ScreenContext) {
      switch self {
      case .user(let id): context.open(UserScreen(id: id))
      case .question(let text): context.open(WhyScreen(text))
      case .list(let command): context.run(command)
      case .operation(let action): context.openDialog(action)
      case .evidence(let evidence):
        switch evidence.kind {
        case .document: context.open(ReceiptScreen(id: ID(evidence.id)))
        case .user: context.open(UserScreen(id: ID(evidence.id)))
        case .order, .chain: context.open(TimelineScreen(evidence.id))
        }
      }
    }
  }

  /// The inquiry, and its manual choices.
  struct Asked: Equatable, Sendable {
    /// An identifier, or a customer's whole message.
    let text: String
    /// Whether the text contains a recognised question.
    let asks: Bool
    var choice = InquiryChoice()
    /// The manually chosen language of the customer's text.
    var language: MessageLanguage?
    /// Whether UTC is shown beside dates and times.
    var showsUTC = false

    init(_ text: String = "") {
      self.text = text
      asks = !TicketCategory.kinds(in: text).isEmpty
    }
  }

  struct Line: Equatable {
    var line: StyledLine
    var target: Target?
  }

  let answer: InquiryAnswer
  private(set) var head: [StyledLine] = []
  var lines: [Line] = []
  let view: ViewContext
  let width: Int
  /// The evidence that is already shown.
  var reported: Set<Diagnosis.Evidence> = []

  /// The maximum width; wider lines are hard to read.
  private static let maxColumns = 132
  let apps: Set<String>
  private let asked: Asked
  /// The date style of sentences; evidence uses the view's clock.
  private let dates: DateStyle
  /// The customer's message.
  private(set) var message: [StyledLine] = []
  /// The column of the message; `nil` if there is none, or no room beside the answer.
  private(set) var messageColumn: Int?

  init(
    _ answer: InquiryAnswer,
    _ view: ViewContext,
    showsAll: Bool,
    _ asked: Asked = Asked(),
    _ userDetails: UserDetails? = nil
  ) {
    self.answer = answer
    self.view = view
    self.asked = asked
    width = min(view.size.columns - 3, Self.maxColumns)
    apps = answer.records.apps
    dates = answer.diagnosis.dateStyle(locale: view.locale, showsUTC: asked.showsUTC)
    addVerdict()
    addAnswer()
    // On small screens the evidence comes before the customer's text.
    let isTextFirst = view.size.rows >= Self.minRowsForTextFirst
    if isTextFirst { addCustomerText() }
    lines.append(Line(line: .blank))
    addChecks(showsAll)
    if !isTextFirst { addCustomerText() }
    addMessage()
    if let userDetails { addTimeline(userDetails) }
  }

  /// The minimum screen rows for the timeline.
  static let minRowsForTimeline = 40

  /// Adds the user's timeline if all of it is visible without scrolling.
  private mutating func addTimeline(_ userDetails: UserDetails) {
    let isBelowMessage = messageColumn == nil || message.count < lines.count
    let room = isBelowMessage ? view.size.columns - 3 : width
    let chart = [StyledLine.blank] + Gantt.chart(of: userDetails, width: room, view).dropLast()
    guard chart.count > 1, head.count + lines.count + chart.count <= view.layout.body.rows else {
      return
    }
    lines += chart.map { Line(line: $0) }
  }

  /// The minimum width of the message.
  private static let minColumns = 30
  private static let maxRows = 60

  /// Adds the message beside the answer, else below it.
  private mutating func addMessage() {
    guard WhyScreen.isMessage(asked.text) else { return }
    let column = width + 5
    let room = view.size.columns - column - 1
    let isBeside = room >= Self.minColumns
    let lines = asked.text.split(whereSeparator: \.isNewline).prefix(Self.maxRows)
      .flatMap { line in
        SafeText(String(line), limit: LineEditor.limit)
          .wrapped(to: isBeside ? room : width, limit: Self.maxRows, view.glyphs)
      }
      .prefix(Self.maxRows).map { StyledLine($0) }
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
    head.add(StyledLine(mark, role), wrapped, .title, at: 2)
    if diagnosis.subject.isFound { head.append(certainty) }
    if !view.layout.usesCards, view.size.rows >= Self.minRowsForBlank { head.append(.blank) }
  }

  /// The minimum screen rows for a blank line, and for the customer's text above the checks.
  private static let minRowsForBlank = 28
  private static let minRowsForTextFirst = 36

  /// The certainty of the verdict.
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

  private mutating func addAnswer() {
    let glyphs = view.glyphs
    if let user = answer.user {
      let names = [user.id.raw, user.name, user.email].compactMap(\.self).map { SafeText($0) }
      let text = SafeText.joined(names, by: "  \(glyphs.dot)  ").truncated(to: width - 8, glyphs)
      add("about", text, target: .user(user.id))
    }
    addAsked()
    addSearched()
    addParagraph("do", .sentence(diagnosis.recommendation.sentence(dates), of: apps), .text)
    addAction()
    addOthers()
  }

  /// Adds the question that is answered, and whether it was chosen manually.
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

  /// Adds the purchase concerned, and the number of other purchases.
  private mutating func addPurchase() {
    let isChosen = asked.choice.purchase != nil
    let chosen = answer.records.purchases.first { $0.chain == asked.choice.purchase }
    var text: SafeText
    if let about = diagnosis.about {
      text = .sentence(about.purchase.title, of: apps)
      if let date = about.purchase.purchasedAt { text = "\(text), bought on \(day(date))" }
      let others = about.others.count
      if others > 0, !isChosen { text = "\(text); other purchases: \(SafeText.grouped(others))" }
    } else if isChosen, let chosen {
      text = chosen.purchaseEntry(of: apps, view).text
    } else {
      return
    }
    var line = StyledLine("of", .secondary)
      .adding(text.truncated(to: width - 8, view.glyphs), at: 8)
    if isChosen, line.end + 18 <= width { line.add("  (chosen by hand)", .secondary) }
    lines.append(Line(line: line))
  }

  /// A date in the style of the sentences, or by the view's clock.
  private func day(_ date: Date) -> SafeText {
    view.locale == nil || view.zone == .relative
      ? view.clock.day(date) : SafeText(dates.day(date))
  }

  /// The maximum number of other verdicts.
  private static let maxOthers = 3

  /// Adds other verdicts that need action.
  private mutating func addOthers() {
    for (index, verdict) in diagnosis.also.prefix(Self.maxOthers).enumerated() {
      let sentence = SafeText.sentence(verdict.sentence(dates), of: apps)
      add(index == 0 ? "also" : .empty, sentence.truncated(to: width - 8, view.glyphs))
    }
  }

  /// Adds what was searched for, if not all of it was found.
  private mutating func addSearched() {
    let identifiers = diagnosis.subject.identifiers
    if identifiers.isEmpty, !diagnosis.subject.isFound {
      let text: SafeText =
        "users by ID, name and e-mail address, and purchases by ID; it has no identifier"
      addParagraph("looked", text, .secondary)
    }
    for (index, miss) in diagnosis.nearMisses.enumerated() {
      let text = SafeText(miss.sentence).truncated(to: width - 8, view.glyphs)
      let target = miss.list.map(Target.list) ?? .question(miss.applied(to: asked.text))
      add(index == 0 ? "near" : .empty, text, target: target)
    }
    guard identifiers.contains(where: { !$0.isFound }) else { return }
    for (index, identifier) in identifiers.enumerated() {
      var line = StyledLine(index == 0 ? "looked" : .empty, .secondary)
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

  /// Adds the dashboard's action for the recommendation.
  private mutating func addAction() {
    guard let action = diagnosis.recommendation.code.action else { return }
    let hasTarget =
      action.purchaseAction != nil
      ? diagnosis.about?.order != nil
      : action == .grant ? answer.user != nil : diagnosis.about != nil
    guard hasTarget else { return }
    add(.empty, "\(view.glyphs.arrow) \(action.title)", .accent, target: .operation(action))
  }

  private mutating func add(
    _ name: SafeText,
    _ text: SafeText,
    _ role: Role = .text,
    target: Target? = nil
  ) {
    let line = StyledLine(name, .secondary).adding(text, role, at: 8)
    lines.append(Line(line: line, target: target))
  }

  /// Adds the text for the customer, as it is copied.
  private mutating func addCustomerText() {
    let language = asked.language ?? diagnosis.language
    let text = diagnosis.customerText
    lines.append(Line(line: .blank))
    for (index, paragraph) in text.paragraphs(in: language).enumerated() {
      let name: SafeText = index == 0 ? "tell" : .empty
      addParagraph(name, SafeText(reply: paragraph), .text, link: text.address)
    }
  }

  private mutating func addParagraph(
    _ name: SafeText,
    _ text: SafeText,
    _ role: Role,
    link: String? = nil
  ) {
    for (index, part) in text.wrapped(to: width - 8, limit: 8, view.glyphs).enumerated() {
      var line = StyledLine(index == 0 ? name : .empty, .secondary)
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
