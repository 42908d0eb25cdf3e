import Entitlements
import Foundation

/// An inquiry why a user has or lacks access: the verdict, a recommendation, a text for the
/// customer, and the checks with their evidence.
struct WhyScreen: Screen {
  /// The inquiry, and the manual choices.
  private(set) var asked: WhyContent.Asked
  private var answer = Fetched<InquiryAnswer>()
  /// The inquirer, for the timeline on large screens.
  private var userDetails = Fetched<UserDetails>()
  private var scroll = Scroll()
  /// What the line under the cursor opens.
  private var target: WhyContent.Target?
  /// Whether the checks of other tickets are listed, too.
  private var showsAll = false
  /// Whether sentences format dates for a locale instead of as ISO 8601.
  private var isLocalised = false
  private(set) var popup: TablePopup?
  /// What the popup changes.
  private var popupAction = Action.changeQuestion
  /// The tour at this step; `nil` outside the tour.
  private let tour: Tour?

  init(_ tour: Tour) { self.init(tour.step.ticketMessage.text, tour) }

  init(_ text: String, _ tour: Tour? = nil) {
    asked = WhyContent.Asked(text)
    self.tour = tour
  }

  /// Whether a text is more than an identifier.
  static func isMessage(_ text: String) -> Bool { text.contains(where: \.isWhitespace) }

  /// The text to send to the customer.
  var customerText: String? {
    inquiry.map { $0.diagnosis.customerText.written(in: asked.language ?? $0.diagnosis.language) }
  }

  var inquiry: InquiryAnswer? { answer.value }
  var breadcrumb: SafeText {
    let name = inquiry?.user?.handle ?? Identifier.all(in: asked.text).first?.masked ?? asked.text
    return "why \(SafeText(name, limit: 40))"
  }
  var scopes: Set<Action.Scope> {
    var scopes: Set<Action.Scope> = [.panel, .subject]
    if let inquiry {
      scopes.formUnion([.answer, .caseFile])
      if inquiry.records.purchases.count > 1 { scopes.insert(.purchases) }
      if isLocalised { scopes.insert(.clock) }
    }
    if tour != nil { scopes.insert(.step) }
    if unknownOrder != nil { scopes.insert(.unknownOrder) }
    return scopes
  }
  var equivalentCommand: [String]? {
    // The command has no option for the purchase.
    guard asked.choice.purchase == nil else { return nil }
    let ticket = asked.choice.ticket.map { ["--ticket", $0.rawValue] } ?? []
    return ["why"] + ticket + (asked.showsUTC ? ["--utc"] : []) + [asked.text]
  }
  var openingLine: String? { "why \(asked.text)" }
  var opensNothing: Bool { inquiry == nil }
  var waiting: Waiting? { answer.waiting }
  var known: [Record] { [] }
  var inquirer: ID<User>? { inquiry?.diagnosis.user }
  var unknownOrder: Identifier? { inquiry?.diagnosis.unknownOrder }

  /// The record of the line under the cursor, else the subjects of the verdict.
  var records: [Record] {
    guard let inquiry else { return [] }
    let records = inquiry.records
    let current: Record? =
      switch target {
      case .user: records.user
      case .evidence(let evidence): records.record(of: evidence)
      case .question, .list, .operation, nil: nil
      }
    return current.map { [$0] } ?? records.subjects(of: inquiry.diagnosis)
  }

  /// The sale concerned.
  private var soldOrder: OrderRow? {
    inquiry.flatMap { inquiry in
      inquiry.diagnosis.about?.order.flatMap { inquiry.records.order($0) }
    }
  }

  /// Unless the cursor is on evidence, actions on purchases apply to those of the verdict, not to
  /// all of the user's, and actions on users to the inquirer, not to the purchase's owner.
  func records(for action: Action) -> [Record] {
    guard let inquiry else { return [] }
    if case .evidence = target { return records }
    if action.purchaseAction != nil { return soldOrder.map { [.order($0)] } ?? [] }
    let subjects = inquiry.records.subjects(of: inquiry.diagnosis)
    guard ![.reverify, .transfer].contains(action), let user = inquiry.records.user else {
      return subjects
    }
    return [user]
  }

  func hint(for action: Action) -> SafeText? {
    switch action {
    case .togglePanel: showsAll ? "its checks" : "all checks"
    case .switchClock: asked.showsUTC ? "no UTC" : "UTC"
    default: nil
    }
  }

  mutating func markStale() {
    answer.markStale()
    userDetails.markStale()
  }

  mutating func hide(_ view: ViewContext) { popup = nil }

  mutating func closeOne(_ context: inout ScreenContext) -> Bool {
    defer { popup = nil }
    return popup != nil
  }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    answer.loadIfNeeded(.inquiry(asked.text, asked.choice), &context)
    if let inquirer, context.view.size.rows >= WhyContent.minRowsForTimeline {
      userDetails.loadIfNeeded(.user(inquirer), &context)
    }
    isLocalised = context.view.locale != nil
    let content = content(context.view)
    scroll.clamp(count: content?.lines.count ?? 0, height: height(context.view))
    let lines = content?.lines ?? []
    target = lines.indices.contains(scroll.index) ? lines[scroll.index].target : nil
  }

  private func stepRows(_ view: ViewContext) -> Int { tour.map { $0.lines(view).count + 1 } ?? 0 }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    guard !userDetails.accept(outcome, to: request) else { return }
    let before = inquirer
    _ = answer.accept(outcome, to: request)
    if inquirer != before { userDetails = Fetched() }
  }

  private func content(_ view: ViewContext) -> WhyContent? {
    inquiry.map { WhyContent($0, view, showsAll: showsAll, asked, userDetails.value) }
  }

  /// The height of the scrolling part, below the verdict.
  private func height(_ view: ViewContext) -> Int {
    max(1, view.layout.body.rows - (content(view)?.head.count ?? 0) - stepRows(view))
  }

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    switch action {
    case .timeline: context.open(TimelineScreen(asked.text))
    case .nextStep: if let next = tour?.next { context.replace(by: WhyScreen(next)) }
    case .previousStep: if let last = tour?.previous { context.replace(by: WhyScreen(last)) }
    default: return performInAnswer(action, &context)
    }
    return true
  }

  private mutating func performInAnswer(_ action: Action, _ context: inout ScreenContext) -> Bool {
    guard let content = content(context.view) else { return false }
    if popup != nil, performInPopup(action, &context) { return true }
    if let motion = Motion(action, height: height(context.view)) {
      scroll.move(motion, count: content.lines.count, height: height(context.view))
      goToTarget(content, forwards: motion.isForward, height(context.view))
      return true
    }
    switch action {
    case .open: target?.open(&context)
    case .togglePanel: showsAll.toggle()
    case .switchClock:
      asked.showsUTC.toggle()
      let text = asked.showsUTC ? "UTC beside dates and times" : "dates and times without UTC"
      context.notify(.info, text)
    case .changeQuestion, .changePurchase, .changeLanguage, .caseFile:
      offer(action, content, context.view)
    default: return false
    }
    return true
  }

  // Choosing the question, the purchase and the language.

  /// Opens the choice between the automatic value and manual ones.
  private mutating func offer(_ action: Action, _ content: WhyContent, _ view: ViewContext) {
    let diagnosis = content.diagnosis
    var offer: Choice
    let index: Int?
    switch action {
    case .changeLanguage:
      let languages = MessageLanguage.allCases
      offer = Choice(title: "language", verb: "write in it")
      offer.entries = [Choice.Entry(text: "the message's: \(diagnosis.language.title)")]
      offer.entries += languages.map { Choice.Entry(text: SafeText($0.title)) }
      offer.current = asked.language == nil ? 0 : nil
      index = languages.firstIndex(of: asked.language ?? diagnosis.language)
    case .changePurchase:
      let purchases = content.answer.records.purchases
      let chain = asked.choice.purchase ?? diagnosis.about?.purchase.chain
      offer = Choice(title: "purchase", verb: "answer for it")
      offer.entries = [Choice.Entry(text: "what the text is about")]
      offer.entries += purchases.map { $0.purchaseEntry(of: content.apps, view) }
      offer.current = asked.choice.purchase == nil ? 0 : nil
      index = chain.flatMap { id in purchases.firstIndex { $0.chain == id } }
    case .caseFile: (offer, index) = (CaseFileRequest.choice, nil)
    default:
      let questions = TicketCategory.allCases
      offer = Choice(title: "question", verb: "answer it")
      offer.entries = [Choice.Entry(text: "what the text asks")]
      offer.entries += questions.map { Choice.Entry(text: $0.phrase) }
      offer.current = asked.choice.ticket == nil ? 0 : nil
      index = questions.firstIndex(of: asked.choice.ticket ?? diagnosis.verdict.ticket)
    }
    let position = index.map { $0 + 1 } ?? 0
    if action != .caseFile { offer.current = offer.current ?? position }
    var popup = TablePopup(.choice(offer))
    let height = PopupContent(popup, offer, view).height(in: view.layout.body)
    popup.scroll.move(.by(position), count: offer.entries.count, height: height)
    (self.popup, popupAction) = (popup, action)
  }

  private mutating func performInPopup(_ action: Action, _ context: inout ScreenContext) -> Bool {
    guard case .choice(let offer)? = popup?.kind, let index = popup?.scroll.index else {
      return false
    }
    let height = PopupContent(TablePopup(.choice(offer)), offer, context.view)
      .height(in: context.view.layout.body)
    let count = offer.entries.count
    if popup?.scroll.perform(action, count: count, height: height) == true { return true }
    popup = nil
    // The key that opened the popup closes it, as every other key does.
    guard action == .open else { return action == popupAction }
    choose(index, &context)
    return true
  }

  /// The case file that the entry at an index of its choice stands for.
  private func request(at index: Int, _ now: Date) -> CaseFileRequest? {
    let subject = inquiry?.user?.id.raw ?? inquiry?.diagnosis.subject.identifiers.first?.text
    return CaseFileRequest(
      at: index,
      text: asked.text,
      choice: asked.choice,
      language: asked.language,
      of: subject,
      at: now
    )
  }

  func export(_ form: Export.Form, to path: String?, _ context: inout ScreenContext) -> Bool {
    guard inquiry != nil, let form = CaseFileRequest.Form(rawValue: form.rawValue) else {
      return false
    }
    guard let index = CaseFileRequest.Form.allCases.firstIndex(of: form),
      var request = request(at: index, context.view.now)
    else { return false }
    request.path = path ?? request.path
    context.perform(.writeCase(request))
    return true
  }

  private mutating func choose(_ index: Int, _ context: inout ScreenContext) {
    guard popupAction != .caseFile else {
      if let request = request(at: index, context.view.now) { context.perform(.writeCase(request)) }
      return
    }
    func chosen<Value>(of values: [Value]) -> Value? {
      values.indices.contains(index - 1) ? values[index - 1] : nil
    }
    var new = asked.choice
    switch popupAction {
    case .changeLanguage: asked.language = chosen(of: MessageLanguage.allCases)
    case .changePurchase: new.purchase = chosen(of: inquiry?.records.purchases ?? [])?.chain
    default: new.ticket = chosen(of: TicketCategory.allCases)
    }
    guard new != asked.choice else { return }
    asked.choice = new
    scroll = Scroll()
    answer.markStale()
  }

  /// Moves the cursor to the next line that can be opened, if there is one.
  private mutating func goToTarget(_ content: WhyContent, forwards: Bool, _ height: Int) {
    let rest =
      forwards ? Array(scroll.index..<content.lines.count) : (0...max(0, scroll.index)).reversed()
    guard
      let next = rest.first(where: {
        content.lines.indices.contains($0) && content.lines[$0].target != nil
      })
    else { return }
    scroll.move(.by(next - scroll.index), count: content.lines.count, height: height)
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    guard let content = content(view) else {
      return frame.write(placeholder: answer.failure, missing: nil, in: rect)
    }
    var rest = rect
    if let tour { tour.draw(in: rest.takeBottom(stepRows(view)), view, on: &frame) }
    let head = rest.takeTop(min(content.head.count, max(0, rest.rows - 1)))
    frame.draw(content.head, in: head.insetColumns(2, 1))
    let shown = scroll.shown(count: content.lines.count, height: rest.rows)
    frame.draw(content.lines[shown].map(\.line), in: rest.insetColumns(2, 1))
    if let column = content.messageColumn {
      var beside = rest
      beside.column += column
      beside.columns -= column
      frame.draw(content.message, in: beside)
    }
    defer {
      if let popup, case .choice(let choice) = popup.kind {
        PopupContent(popup, choice, view).draw(in: rect, view, on: &frame)
      }
    }
    let row = rest.row + scroll.index - shown.lowerBound
    guard content.lines.indices.contains(scroll.index), row < rest.endRow else { return }
    frame.write(view.glyphs.marker, .accent, at: rest.column, row)
    frame.select(
      row: row,
      from: rest.column,
      to: content.messageColumn.map { $0 - 2 } ?? rest.endColumn
    )
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    guard let content = content(view) else { return }
    if let failure = answer.failure { status.add("! \(failure)", .error) }
    status.addScroll(from: scroll.top, of: content.lines.count, height: height(view), view)
    status.order = "judged at \(view.clock.absolute(content.answer.diagnosis.instant))"
  }
}
