import Entitlements
import Foundation

/// Why somebody has access or lacks it: the verdict, what to do, what to tell the customer, and the
/// checks with what they rest on.
struct WhyScreen: ScreenPart {
  /// What was asked about: an identifier, or a customer's whole message.
  let text: String
  private var answer = Fetched<InquiryAnswer>()
  private var scroll = Scroll()
  /// What the line under the cursor leads to.
  private var target: WhyContent.Target?
  /// Whether the checks that decide nothing are listed too.
  private var showsAll = false
  /// What was chosen by hand.
  private(set) var choice = InquiryChoice()
  /// The language of the customer's text, where it was chosen by hand.
  private var language: MessageLanguage?
  /// Whether UTC stands beside dates and times.
  private var showsUTC = false
  /// Whether sentences tell dates in a locale, and not in ISO 8601.
  private var isLocalised = false
  private(set) var popup: TablePopup?
  /// What it is that the popup changes.
  private var offered = Action.changeQuestion
  /// Whether the text says what is asked.
  private let asks: Bool
  /// What is to be learned from it, and what comes after; `nil` outside the tour.
  private let tour: Tour?

  init(_ text: String) { self.init(text, nil) }

  init(_ tour: Tour) { self.init(tour.lesson.letter.text, tour) }

  private init(_ text: String, _ tour: Tour?) {
    self.text = text
    self.tour = tour
    asks = !Complaint.kinds(in: text).isEmpty
  }

  /// Whether a text is more than an identifier.
  static func isMessage(_ text: String) -> Bool { text.contains(where: \.isWhitespace) }

  /// What may be sent to the customer.
  var customerText: String? {
    inquiry.map { $0.diagnosis.customerText.written(in: language ?? $0.diagnosis.language) }
  }

  var inquiry: InquiryAnswer? { answer.value }
  var crumb: SafeText {
    let name = inquiry?.user?.handle ?? Identifier.all(in: text).first?.masked ?? text
    return "why \(SafeText(name, limit: 40))"
  }
  var scopes: Set<Action.Scope> {
    var scopes: Set<Action.Scope> = [.lines, .panel, .subject]
    if let inquiry {
      scopes.insert(.answer)
      if inquiry.records.purchases.count > 1 { scopes.insert(.purchases) }
      if isLocalised { scopes.insert(.clock) }
    }
    if tour != nil { scopes.insert(.lesson) }
    if unknownOrder != nil { scopes.insert(.unknownOrder) }
    return scopes
  }
  var twin: [String]? {
    // What the command takes no choice of is not printed by it.
    guard choice.purchase == nil else { return nil }
    let ticket = choice.ticket.map { ["--ticket", $0.rawValue] } ?? []
    return ["why"] + ticket + (showsUTC ? ["--utc"] : []) + [text]
  }
  var openingLine: String? { "why \(text)" }
  var opensNothing: Bool { inquiry == nil }
  var waiting: Waiting? { answer.waiting }
  var known: [Record] { [] }
  var asker: ID<User>? { inquiry?.diagnosis.user }
  var unknownOrder: Identifier? { inquiry?.diagnosis.unknownOrder }

  /// What stands behind the line under the cursor, else what the verdict is about.
  var records: [Record] {
    guard let inquiry else { return [] }
    let records = inquiry.records
    let own: Record? =
      switch target {
      case .user: records.user
      case .evidence(let evidence): records.record(of: evidence)
      case .question, .act, nil: nil
      }
    return own.map { [$0] } ?? records.subjects(of: inquiry.diagnosis)
  }

  /// The sale that the verdict is about.
  private var soldOrder: OrderRow? {
    inquiry.flatMap { inquiry in
      inquiry.diagnosis.about?.order.flatMap { inquiry.records.order($0) }
    }
  }

  /// Beside evidence, acts on purchases are about those of the verdict and not all of the user's,
  /// and acts on people about whoever asks and not about who has the purchase.
  func records(for act: Action) -> [Record] {
    guard let inquiry else { return [] }
    if case .evidence = target { return records }
    if act.saleAct != nil { return soldOrder.map { [.order($0)] } ?? [] }
    let subjects = inquiry.records.subjects(of: inquiry.diagnosis)
    guard ![.reverify, .transfer].contains(act), let user = inquiry.records.user else {
      return subjects
    }
    return [user]
  }

  func hint(for action: Action) -> SafeText? {
    switch action {
    case .togglePanel: showsAll ? "its checks" : "all checks"
    case .switchClock: showsUTC ? "no UTC" : "UTC"
    default: nil
    }
  }

  mutating func markStale() { answer.markStale() }
  mutating func hide() { popup = nil }

  mutating func closeOne(_ desk: inout Desk) -> Bool {
    defer { popup = nil }
    return popup != nil
  }

  mutating func settle(_ desk: inout Desk) {
    answer.settle(.inquiry(text, choice), &desk)
    isLocalised = desk.view.locale != nil
    let content = content(desk.view)
    scroll.settle(count: content?.lines.count ?? 0, height: height(desk.view))
    let lines = content?.lines ?? []
    target = lines.indices.contains(scroll.index) ? lines[scroll.index].target : nil
  }

  private func lessonRows(_ view: Viewpoint) -> Int {
    tour.map { $0.lines(view).count + 1 } ?? 0
  }

  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, _ view: Viewpoint) {
    _ = answer.accept(outcome, to: request) {
      if case .inquiry(let answer) = $0 { answer } else { nil }
    }
  }

  private func content(_ view: Viewpoint) -> WhyContent? {
    let asked = WhyContent.Asked(
      text: text,
      asks: asks,
      choice: choice,
      language: language,
      showsUTC: showsUTC
    )
    return inquiry.map { WhyContent($0, view, showsAll: showsAll, asked) }
  }

  /// The verdict stands still above what scrolls.
  private func height(_ view: Viewpoint) -> Int {
    max(1, view.layout.body.rows - (content(view)?.head.count ?? 0) - lessonRows(view))
  }

  mutating func perform(_ action: Action, _ desk: inout Desk) -> Bool {
    switch action {
    case .timeline: desk.open(TimelineScreen(text))
    case .nextLesson: if let next = tour?.next { desk.replace(by: WhyScreen(next)) }
    case .previousLesson: if let last = tour?.previous { desk.replace(by: WhyScreen(last)) }
    default: return performInAnswer(action, &desk)
    }
    return true
  }

  private mutating func performInAnswer(_ action: Action, _ desk: inout Desk) -> Bool {
    guard let content = content(desk.view) else { return false }
    if popup != nil, performInPopup(action, &desk) { return true }
    if let distance = Scroll.distance(action, height: height(desk.view)) {
      scroll.move(by: distance, count: content.lines.count, height: height(desk.view))
      goToTarget(content, forwards: distance > 0, height(desk.view))
      return true
    }
    switch action {
    case .open:
      target?.open(&desk)
    case .togglePanel: showsAll.toggle()
    case .switchClock:
      showsUTC.toggle()
      desk.say(.info, showsUTC ? "UTC beside dates and times" : "dates and times without UTC")
    case .changeQuestion: offerQuestions(content.diagnosis.verdict.ticket, desk.view)
    case .changePurchase: offerPurchases(content.answer, desk.view)
    case .changeLanguage: offerLanguages(content.diagnosis.language, desk.view)
    default: return false
    }
    return true
  }

  // What is asked, of which purchase, and the language of the answer.

  private mutating func offerQuestions(_ answered: Complaint, _ view: Viewpoint) {
    let questions = Complaint.allCases
    let inForce = questions.firstIndex(of: choice.ticket ?? answered)
    let offer = Offer(
      key: .changeQuestion,
      title: "question",
      verb: "answer it",
      automatic: "what the text asks",
      isAutomatic: choice.ticket == nil,
      inForce: inForce
    )
    open(offer, questions.map { Choice.Entry(text: $0.phrase) }, view)
  }

  private mutating func offerPurchases(_ answer: InquiryAnswer, _ view: Viewpoint) {
    let purchases = answer.records.purchases
    let chain = choice.purchase ?? answer.diagnosis.about?.purchase.chain
    let offer = Offer(
      key: .changePurchase,
      title: "purchase",
      verb: "answer for it",
      automatic: "what the text is about",
      isAutomatic: choice.purchase == nil,
      inForce: chain.flatMap { id in purchases.firstIndex { $0.chain == id } }
    )
    open(offer, purchases.map { $0.purchaseEntry(of: answer.records.apps, view) }, view)
  }

  private mutating func offerLanguages(_ detected: MessageLanguage, _ view: Viewpoint) {
    let languages = MessageLanguage.allCases
    let offer = Offer(
      key: .changeLanguage,
      title: "language",
      verb: "write in it",
      automatic: "the message's: \(detected.title)",
      isAutomatic: language == nil,
      inForce: languages.firstIndex(of: language ?? detected)
    )
    open(offer, languages.map { Choice.Entry(text: SafeText($0.title)) }, view)
  }

  /// A choice between what is told by the text, and what is chosen by hand.
  private struct Offer {
    var key: Action
    var title: SafeText
    var verb: SafeText
    /// The first entry.
    var automatic: SafeText
    var isAutomatic: Bool
    /// Which of the others holds.
    var inForce: Int?
  }

  private mutating func open(_ offer: Offer, _ entries: [Choice.Entry], _ view: Viewpoint) {
    let place = offer.inForce.map { $0 + 1 } ?? 0
    let choice = Choice(
      title: offer.title,
      entries: [Choice.Entry(text: offer.automatic)] + entries,
      current: offer.isAutomatic ? 0 : place,
      verb: offer.verb
    )
    var popup = TablePopup(.choice(choice))
    let content = PopupContent(popup, choice, view)
    let height = content.height(in: view.layout.body)
    popup.scroll.move(by: place, count: choice.entries.count, height: height)
    self.popup = popup
    offered = offer.key
  }

  private mutating func performInPopup(_ action: Action, _ desk: inout Desk) -> Bool {
    guard case .choice(let offer)? = popup?.kind, let place = popup?.scroll.index else {
      return false
    }
    let height = PopupContent(TablePopup(.choice(offer)), offer, desk.view)
      .height(in: desk.view.layout.body)
    if let distance = Scroll.distance(action, height: height) {
      popup?.scroll.move(by: distance, count: offer.entries.count, height: height)
      return true
    }
    popup = nil
    // The key that has opened it closes it again, as every other does.
    guard action == .open else { return action == offered }
    choose(place)
    return true
  }

  private mutating func choose(_ place: Int) {
    func chosen<Value>(of values: [Value]) -> Value? {
      values.indices.contains(place - 1) ? values[place - 1] : nil
    }
    var new = choice
    switch offered {
    case .changeLanguage: language = chosen(of: MessageLanguage.allCases)
    case .changePurchase: new.purchase = chosen(of: inquiry?.records.purchases ?? [])?.chain
    default: new.ticket = chosen(of: Complaint.allCases)
    }
    guard new != choice else { return }
    choice = new
    scroll = Scroll()
    answer.markStale()
  }

  /// The cursor rests on what can be opened; where nothing more can be, the lines scroll by.
  private mutating func goToTarget(_ content: WhyContent, forwards: Bool, _ height: Int) {
    let rest =
      forwards
      ? Array(scroll.index..<content.lines.count) : (0...max(0, scroll.index)).reversed()
    guard
      let next = rest.first(where: {
        content.lines.indices.contains($0) && content.lines[$0].target != nil
      })
    else { return }
    scroll.move(by: next - scroll.index, count: content.lines.count, height: height)
  }

  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    guard let content = content(view) else {
      return frame.write(placeholder: answer.failure, missing: nil, in: rect)
    }
    var rest = rect
    if let tour { tour.draw(in: rest.takeBottom(lessonRows(view)), view, on: &frame) }
    let head = rest.takeTop(min(content.head.count, max(0, rest.rows - 1)))
    frame.draw(content.head, in: head.insetColumns(2, 1))
    let shown = scroll.shown(count: content.lines.count, height: rest.rows)
    frame.draw(content.lines[shown].map(\.line), in: rest.insetColumns(2, 1))
    if let place = content.messageColumn {
      var beside = rest
      beside.column += place
      beside.columns -= place
      frame.draw(content.message, in: beside)
    }
    defer { drawPopup(in: rect, view, on: &frame) }
    let row = rest.row + scroll.index - shown.lowerBound
    guard content.lines.indices.contains(scroll.index), row < rest.endRow else { return }
    frame.write(view.glyphs.marker, .accent, at: rest.column, row)
    frame.select(row: row, from: rest.column, to: content.messageColumn ?? rest.endColumn)
  }

  private func drawPopup(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    guard let popup, case .choice(let choice) = popup.kind else { return }
    PopupContent(popup, choice, view).draw(in: rect, view, on: &frame)
  }

  func status(_ view: Viewpoint) -> Status {
    var status = Status()
    guard let content = content(view) else { return status }
    if let failure = answer.failure { status.add("! \(failure)", .error) }
    status.addScroll(from: scroll.top, of: content.lines.count, height: height(view), view)
    status.order = "judged at \(view.clock.absolute(content.answer.diagnosis.instant))"
    return status
  }
}
