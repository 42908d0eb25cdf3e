import Entitlements

/// The text of a dialog, and the room it takes.
struct DialogContent {
  let title: SafeText
  private(set) var lines: [StyledLine] = []

  private let state: State
  private let dossier: Dossier?
  private let width: Int

  /// Wider lines are hard to read.
  private static let mostColumns = 76

  init(_ dialog: Dialog, _ state: State) {
    self.state = state
    let body = state.layout.body
    width = min(Self.mostColumns, body.columns - (state.layout.usesCards ? 0 : 4)) - 4
    dossier = state.dossier(of: dialog.user)
    title = Self.title(dialog)
    switch dialog.step {
    case .reverify(let chains, let left):
      addPerson(dialog.user)
      addQuestions(chains, left: left)
    case .name:
      // The line that is typed.
      lines.append(.blank)
      addPerson(dialog.user)
      add("A purchase's ID moves that purchase to this user.")
      add("The path of a receipt's file files it as theirs, if it is genuine.")
    case .restore(let plan):
      addPerson(dialog.user)
      add(plan)
    case .progress(let name):
      addPerson(dialog.user)
      if let batch = state.batches.first(where: { $0.name == name }) { add(batch) }
    case .answer(let words, let isRefusal):
      addPerson(dialog.user)
      add(SafeText(words), isRefusal ? .warn : .text)
    }
    if let failure = dialog.failure { add("! \(failure)", .error) }
  }

  /// How many lines are shown at once.
  var height: Int { box(in: state.layout.body).rows - 3 }

  /// In the middle of the body.
  func box(in body: Rect) -> Rect {
    let rows = min(body.rows, lines.count + 4)
    let columns = width + 4
    return Rect(
      column: body.column + (body.columns - columns) / 2,
      row: body.row + (body.rows - rows) / 2,
      columns: columns,
      rows: rows
    )
  }

  private static func title(_ dialog: Dialog) -> SafeText {
    switch dialog.step {
    case .reverify(let chains, _): "Re-verify \(SafeText.plural(chains.count, "purchase"))"
    case .name, .restore, .answer: "Restore"
    case .progress: "Jobs"
    }
  }

  private mutating func add(_ text: SafeText, _ role: Role = .secondary, indent: Int = 0) {
    let room = max(8, width - indent)
    lines += text.wrapped(to: room, limit: 4, state.view.glyphs).map {
      StyledLine($0, role, at: indent)
    }
  }

  /// Air, where there is room for it.
  private mutating func addGap() {
    if state.layout.body.rows >= 12 { lines.append(.blank) }
  }

  private mutating func addPerson(_ id: ID<User>) {
    let name = dossier.flatMap { $0.user.name ?? $0.user.email }
    var line = StyledLine(SafeText(name ?? id.raw), .title)
    if name != nil {
      line.add("  \(SafeText(id.raw).truncated(to: 24, .middle, state.view.glyphs))")
    }
    lines.append(line)
    addGap()
  }

  // Before anything is asked.

  private mutating func addQuestions(_ chains: [ID<Subscription>], left: Int) {
    for group in Self.shops(chains) {
      let place: SafeText = "\(group.store.title), \(group.environment.rawValue)"
      let role: Role = group.environment == .production ? .text : .sandbox
      add("asked: \(place): \(SafeText.plural(group.count, "purchase"))", role)
    }
    for store in Store.allCases where chains.contains(where: { Self.store(of: $0) == store }) {
      add("sent to \(store.title): \(store.handle)\(chains.count > 1 ? " of each" : "")")
    }
    if left > 0 {
      add("left out: \(SafeText.plural(left, "purchase")) of Xcode's, which no store knows")
    }
    addGap()
    let most = max(3, state.layout.body.rows - lines.count - 8)
    for chain in chains.prefix(most) { lines.append(line(of: chain)) }
    if chains.count > most {
      add(
        "\(state.view.glyphs.ellipsis) and \(SafeText.grouped(chains.count - most)) more",
        indent: 2
      )
    }
    addGap()
    add("Nothing changes at the store. What it answers is filed here.")
    add("Each purchase is a job: closing this does not call it off.")
  }

  private mutating func add(_ plan: RestorePlan) {
    switch plan.source {
    case .purchase(let chain, let product, let owner):
      lines.append(line(of: chain, product))
      let name = owner.map { SafeText($0.raw).truncated(to: 36, .middle, state.view.glyphs) }
      add("now with: \(name ?? "nobody")", indent: 2)
      addGap()
      add("The purchase becomes this user's. The audit log tells who did it.")
      if let store = Self.store(of: chain) {
        add("Then \(store.title) is asked how it stands, by \(store.handle).")
      }
    case .file(let bytes):
      add(SafeText(plan.text), .text)
      add(.bytes(bytes), indent: 2)
      addGap()
      add("Believed, it is filed as this user's; a rejected one grants nothing.")
      add("Then the stores are asked about every purchase in it.")
      add("Who has what two users claim is a matter of the policy.")
    }
    add("Each question is a job: closing this does not call it off.")
  }

  private static func shops(
    _ chains: [ID<Subscription>]
  ) -> [(store: Store, environment: Environment, count: Int)] {
    let names = chains.compactMap { Subscription.Name($0) }
    return Store.allCases.flatMap { store in
      Environment.allCases.compactMap { environment in
        let count = names.count { $0.store == store && $0.environment == environment }
        return count == 0 ? nil : (store, environment, count)
      }
    }
  }

  private static func store(of chain: ID<Subscription>) -> Store? {
    Subscription.Name(chain)?.store
  }

  private func line(
    of chain: ID<Subscription>?,
    _ product: String? = nil,
    mark: SafeText = .empty,
    _ role: Role = .text
  ) -> StyledLine {
    var line = StyledLine(mark, role)
    guard let chain, let name = Subscription.Name(chain) else {
      line.add("another job", .text, at: 2)
      return line
    }
    let known = product ?? dossier?.orders.first { $0.chain == chain }?.productID
    let title = known.map { SafeText.product($0, of: name.app) } ?? SafeText(name.app)
    let room = max(8, width / 2 - 4)
    line.add(title.truncated(to: room, .middle, state.view.glyphs), .text, at: 2)
    let id = SafeText(name.originalTransactionID)
    line.add(
      id.truncated(to: width - room - 4, .middle, state.view.glyphs),
      .secondary,
      at: room + 4
    )
    return line
  }

  // Under way.

  private mutating func add(_ batch: JobBatch) {
    var bar = StyledLine()
    let cells = max(4, min(24, width / 3))
    let full = batch.total == 0 ? 0 : cells * batch.ended / batch.total
    let (done, rest) = (state.view.glyphs.paid, state.view.glyphs.trial)
    bar.add(.repeated("\(String(done))", full), .good)
    bar.add(.repeated("\(String(rest))", cells - full), .muted)
    if state.layout.usesCards {
      lines.append(bar)
      add(batch.progress, .text)
    } else {
      bar.add("  \(batch.progress)", .text)
      lines.append(bar)
    }
    if batch.alreadyOpen > 0 {
      add("\(batch.alreadyOpen) of \(batch.count) were under way already")
    }
    if let failure = batch.failure { add("! \(failure)", .error) }
    addGap()
    for job in batch.jobs {
      let (mark, role) = self.mark(job)
      lines.append(line(of: job.chain, mark: mark, role))
      if let words = words(job) { add(words, indent: 2) }
    }
    if batch.count(.failed) > 0 {
      addGap()
      add("Again, once that is mended: purser jobs retry --batch \(batch.name)")
    } else if batch.left > 0 {
      addGap()
      add("Esc closes this; what is left goes on, and stays in the queue as \(batch.name).")
    }
  }

  private func mark(_ job: BatchJob) -> (SafeText, Role) {
    switch job.state {
    case .done: (state.view.glyphs.passed, .good)
    case .failed: (state.view.glyphs.failed, .bad)
    case .cancelled: (state.view.glyphs.skipped, .muted)
    case .running: (state.view.glyphs.atWork, .info)
    case .waiting: job.outcome == nil ? (state.view.glyphs.queued, .secondary) : ("!", .warn)
    }
  }

  private func words(_ job: BatchJob) -> SafeText? {
    let detail = (job.detail ?? job.outcome).map { SafeText($0) }
    switch job.state {
    case .done: return job.outcome == "answered" ? "answered: \(detail ?? "")" : detail
    case .failed: return detail.map { "failed: \($0)" }
    case .cancelled: return "called off"
    case .running: return "being asked"
    case .waiting:
      guard let detail else { return "waits for its turn" }
      return "\(detail). Again \(state.view.clock.absolute(job.dueAt))"
    }
  }
}

extension State {
  /// What the screens hold of a user.
  fileprivate func dossier(of id: ID<User>) -> Dossier? {
    screens.lazy.compactMap { $0.part as? UserScreen }.first { $0.id == id }?.dossier
  }
}

extension Store {
  fileprivate var title: SafeText { SafeText(Wording.name(of: self)) }

  /// By what it knows a purchase.
  fileprivate var handle: SafeText {
    switch self {
    case .apple: "the transaction ID"
    case .google: "the purchase token and order ID"
    case .microsoft: "the customer's Store ID key"
    case .amazon: "the customer's ID and the receipt ID"
    }
  }
}
