import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// A dashboard that is played: keys go in, questions are answered from the sample ledger.
struct Player {
  var state: State
  var effects: [Effect] = []
  /// Whether questions are answered at once.
  var answers = true
  var users = Sample.users
  var userDetails = Sample.userDetails
  var inspection = Sample.inspection
  var inquiry = Sample.inquiry
  /// What is answered to what was chosen by hand, where that differs.
  var inquired: (@Sendable (InquiryChoice) -> InquiryAnswer)?
  var subjectHistory = Sample.subjectHistory
  var health = Sample.health
  var overview = Sample.overview
  var jobs: [BatchJob] = []
  /// What comes of a restore.
  var restored: Outcome<ActionResult> = .value(
    .batch(name: "restore-5f0c1a2b", count: 1, alreadyOpen: 0)
  )
  /// Why what is done to each is not done to the first.
  var refusal: String?
  var jobRows = Sample.jobRows
  /// What a proposal is found to be about; the reason why nothing is.
  var proposed: Outcome<[Record]> = .value([.user(Sample.users[1])])
  /// What the lists hold that have no property of their own.
  var lists = Sample.lists
  /// What is answered about the program itself.
  var meta: @Sendable (AppQuery) -> Outcome<LedgerAnswer> = Sample.answer
  /// How many rows lists leave out.
  var leftOut = Count.exact(0)
  /// Whether nothing of production is on file.
  var hasTestsOnly = false
  /// What arrives after a position.
  var arrivals: @Sendable (ArrivalMark?) -> Arrivals = { mark in
    Arrivals(rows: [], mark: mark ?? ArrivalMark(document: 0, event: 0, job: 0))
  }
  /// Why every question fails.
  var fault: String?

  /// Opens on a list: the first screen's questions are answered in any case.
  init(
    _ state: State,
    answers: Bool = true,
    on list: ListKind? = .users,
    health: LedgerHealth = Sample.health
  ) {
    self.state = state
    self.health = health
    take(start(&self.state))
    self.answers = answers
    if let list {
      effects = []
      type(":\(list.rawValue)")
      press(.enter)
    }
  }

  var table: TableScreen? { state.front as? TableScreen }
  /// What was asked, in order.
  var questions: [LedgerQuery] {
    effects.compactMap { if case .query(let question, _, _) = $0 { question } else { nil } }
  }
  var lastRequest: Int? {
    effects.reversed().lazy.compactMap {
      if case .query(_, let request, _) = $0 { request } else { nil }
    }.first
  }

  mutating func send(_ event: Event) { take(update(&state, event)) }

  mutating func press(_ keys: Key...) { for key in keys { send(.key(key)) } }

  /// Presses the mouse in the middle of a text on the screen, the last of its kind.
  mutating func click(_ text: String) {
    let frame = view(state)
    for row in (0..<frame.size.rows).reversed() {
      let line = FrameText.characters(of: frame, row: row)
      guard let place = line.range(of: text, options: .backwards)?.lowerBound else { continue }
      let before = TextWidth.of(String(line[..<place]))
      click(before + text.count / 2, row)
      return
    }
    Issue.record("\(text) is not on the screen:\n\(FrameText.text(of: frame))")
  }

  mutating func click(_ column: Int, _ row: Int) {
    send(.mouse(Mouse(.press, column: column, row: row)))
  }

  /// Shows a screen that no key leads to.
  mutating func open(_ screen: some Screen) {
    state.push(AnyScreen(screen))
    send(.ticked(state.view.now))
  }

  mutating func type(_ text: String) {
    for character in text { send(.key(.character(character))) }
  }

  private mutating func take(_ new: [Effect]) {
    effects += new
    guard answers else { return }
    for effect in new { if let answer = answer(to: effect) { send(answer) } }
  }

  /// What comes of an effect; `nil` where nothing does.
  func answer(to effect: Effect) -> Event? {
    switch effect {
    case .query(let question, let request, _):
      .answered(request: request, fault.map { .failure($0) } ?? answer(to: question))
    case .execute(let actionRequest, let request):
      .executed(request: request, actionRequest, done(actionRequest))
    case .write(let isOn): .writing(.value(isOn ? .allowed : .readOnly))
    case .confirm(_, let actionRequest, let request):
      .executed(request: request, actionRequest, done(actionRequest))
    case .decline, .loadTheme, .redraw, .suspend, .quit, .saveSession, .cancelQuery, .copy, .send,
      .export,
      .writeCase, .launch, .advanceClock:
      nil
    }
  }

  private static func preview(of actionRequest: ActionRequest) -> [String] {
    guard case .reverify(let purchases) = actionRequest else {
      return ["\(actionRequest.word.string)"]
    }
    return purchases.map { "verify \($0.chain)" }
  }

  private func done(_ actionRequest: ActionRequest) -> Outcome<ActionResult> {
    switch actionRequest {
    case .reverify(let purchases):
      .value(.batch(name: "verify-5f0c1a2b", count: purchases.count, alreadyOpen: 0))
    case .restore: restored
    case .lookUp: .value(.batch(name: "look-up-5f0c1a2b", count: 1, alreadyOpen: 0))
    case .transfer(let purchases, _): each(purchases.map(\.chain.raw))
    case .grant(let grant, let users): each(users.map { "\(grant.key) to \($0.raw)" })
    case .note(_, let users), .assign(_, let users, _): each(users.map(\.raw))
    case .revoke(let rights, _): each(rights.map { "\($0.key) of \($0.user.raw)" })
    case .cancel(let jobs), .retry(let jobs), .approve(let jobs): each(jobs.map { "job \($0)" })
    case .sale(.deliver, let order, _) where order.store != .google: each([order.number])
    case .sale: .value(.batch(name: "store-5f0c1a2b", count: 1, alreadyOpen: 0))
    }
  }

  private func each(_ subjects: [String]) -> Outcome<ActionResult> {
    let items = subjects.enumerated().map { place, subject in
      ActionResultItem(subject: subject, failure: place == 0 ? refusal : nil)
    }
    return .value(.each(items))
  }

  private func answer(to question: LedgerQuery) -> Outcome<LedgerAnswer> {
    switch question {
    case .page(let request): .value(.page(page(request)))
    case .count(_, let query, isExact: false) where query.namesEnvironment:
      .value(.count(leftOut))
    case .count: .value(.count(.exact(3)))
    case .distribution(let list, let query, let sort, let field):
      .value(.distribution(distribution(of: list, query, sort, field)))
    case .user(let id): .value(.user(id == ID("ada") ? userDetails : nil))
    case .document(let id):
      .value(.document(id == ID(Sample.digest("f")) ? Sample.renewed : inspection))
    case .inquiry(_, let choice): .value(.inquiry(inquired?(choice) ?? inquiry))
    case .subjectHistory: .value(.subjectHistory(subjectHistory))
    case .bytes: .value(.bytes(Sample.receiptBytes))
    case .health: .value(.health(health))
    case .overview: .value(.overview(overview))
    case .sharedLog: .value(.sharedLog(health.sharedLog))
    case .jobs: .value(.jobs(jobs))
    case .targets(let records, let reach):
      .value(.targets(Sample.targets(of: records, reach, userDetails)))
    case .proposal(let proposal): found(proposal)
    case .preview(let actionRequest): .value(.preview(Self.preview(of: actionRequest)))
    case .meta(let question): meta(question)
    case .arrivals(let mark, _): .value(.arrivals(arrivals(mark)))
    case .restore(let text):
      switch Sample.lookedUp(text) {
      case .value(let plan): .value(.restore(plan))
      case .failure(let reason): .failure(reason)
      }
    }
  }

  private func found(_ proposal: Proposal) -> Outcome<LedgerAnswer> {
    switch proposed {
    case .failure(let reason): .failure(reason)
    case .value(let records):
      .value(
        .proposal(
          ProposalTargets(
            records: records,
            targets: Sample.targets(
              of: records,
              proposal.proposedAction?.scope ?? .people,
              userDetails
            )
          )
        )
      )
    }
  }

  /// Counts the rows of a list by what its column shows, or by the day.
  private func distribution(
    of list: RowList,
    _ query: Query,
    _ sort: RowSort,
    _ field: RowField
  ) -> RowDistribution<Record> {
    guard let kind = ListKind(rawValue: list.rawValue),
      let column = kind.columns.first(where: { $0.key == field.rawValue })
    else { return RowDistribution(groups: [], rows: 0) }
    let request = PageRequest(list: kind, query: query, sort: sort, anchor: .first, limit: 100)
    let rows = page(request).page.rows
    var groups: [RowDistribution<Record>.Group] = []
    for row in rows {
      let shown = column.cell(row, state.view).text.string
      var value = RowDistribution<Record>.Value.text(shown)
      if field.isInstant {
        let day = try? Date("\(shown.prefix(10))T00:00:00Z", strategy: .iso8601)
        value = day.map { .number(Int64($0.timeIntervalSince1970 / 86_400)) } ?? .none
      }
      if let index = groups.firstIndex(where: { $0.value == value }) {
        groups[index].count += 1
      } else {
        groups.append(.init(value: value, count: 1, row: row))
      }
    }
    return RowDistribution(groups: groups, rows: rows.count)
  }

  private func page(_ request: PageRequest) -> RecordPage {
    let query = Sample.filter(of: request.query, in: request.list)
    if hasTestsOnly, query != request.query { return Sample.page([]) }
    return switch (request.list, query) {
    case (.users, .everything): Sample.page(users.map(Record.user))
    case (.users, .word(let word)):
      Sample.page(users.filter { $0.id.raw.hasPrefix(word) }.map(Record.user))
    case (.jobs, _): Sample.page(jobRows.map(Record.job))
    case (.receipts, _): Sample.page(lists[.receipts] ?? [])
    case (let list, .everything): Sample.page(lists[list] ?? [])
    default: Sample.page([])
    }
  }
}

extension Sample {
  /// What a list asks for with this filter: without the purchases of test environments.
  static func listed(_ list: RowList, _ filter: Query = .everything) -> Query {
    filter.productionCondition(in: list).map { Query.and([filter, $0]).normalized } ?? filter
  }

  /// The filter with which a list asks for this.
  static func filter(of query: Query, in list: ListKind) -> Query {
    guard let list = list.searched else { return query }
    let parts = if case .and(let parts) = query { parts } else { [query] }
    let rest = Query.and(parts.dropLast()).normalized
    return listed(list, rest) == query ? rest : query
  }
}
