import Entitlements
import Foundation

/// One job: its request, its result, and the other jobs of its batch.
struct JobScreen: Screen {
  private enum Target: Equatable {
    case inquiry(String)
    case document(ID<Document>)
  }

  private let row: JobRow
  private var batch = Fetched<[BatchJob]>()
  private var scroll = Scroll()

  init(_ row: JobRow) { self.row = row }

  var breadcrumb: SafeText { "job \(row.id)" }
  var equivalentCommand: [String]? { row.batch.map { ["jobs", "list", "--all", "--batch", $0] } }
  var waiting: Waiting? { batch.waiting }
  var records: [Record] { [.job(row)] }
  var opensNothing: Bool { target(at: scroll.index) == nil }

  mutating func markStale() { batch.markStale() }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    if let name = row.batch { batch.loadIfNeeded(.jobs(batch: name), &context) }
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    _ = batch.accept(outcome, to: request)
  }

  // Keys.

  /// The number of entries: the job's subject, then each job of its batch.
  private var count: Int { 1 + (batch.value?.count ?? 0) }

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    let height = max(1, context.view.layout.body.rows - 1)
    if scroll.perform(action, count: count, height: height) { return true }
    guard action == .open else { return false }
    switch target(at: scroll.index) {
    case .inquiry(let text)?: context.open(WhyScreen(text))
    case .document(let id)?: context.open(ReceiptScreen(id: id))
    case nil: break
    }
    return true
  }

  private func target(at index: Int) -> Target? {
    if index == 0 {
      let subject = row.subject
      if let name = Subscription.Name(ID(subject)) { return .inquiry(name.originalTransactionID) }
      return row.kind == "verify-receipt" || row.kind == "verify-key"
        ? .document(ID(subject)) : row.kind == "look-up" ? .inquiry(subject) : nil
    }
    guard let jobs = batch.value, jobs.indices.contains(index - 1),
      let chain = jobs[index - 1].chain, let name = Subscription.Name(chain)
    else { return nil }
    return .inquiry(name.originalTransactionID)
  }

  // Drawing.

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    let (lines, entries) = content(view)
    let cursor = entries.indices.contains(scroll.index) ? entries[scroll.index] : 0
    // The first lines belong to the first entry.
    let top = scroll.index == 0 ? 0 : max(0, cursor - rect.rows + 2)
    frame.draw(lines, from: top, in: rect.insetColumns(2, 1))
    let row = rect.row + cursor - top
    guard row < rect.endRow else { return }
    frame.drawCursor(in: rect, row, view.glyphs)
  }

  /// The lines, and the line index of each entry that the cursor can reach.
  private func content(_ view: ViewContext) -> (lines: [StyledLine], entries: [Int]) {
    let width = view.size.columns - 3
    let description = JobDescription(view)
    let (mark, role) = description.mark(row.state, hasTried: row.outcome != nil)
    var lines = [StyledLine(mark, role).adding("\(row.kindWord), \(row.state.word)", .title, at: 2)]
    var entries: [Int] = []
    func add(_ name: SafeText, _ text: SafeText, _ role: Role = .text) {
      let parts = text.wrapped(to: width - 11, limit: 4, view.glyphs)
      lines.add(StyledLine(name, .secondary), parts, role, at: 11)
    }
    entries.append(lines.count)
    add("about", SafeText(row.subject).truncated(to: width - 11, .middle, view.glyphs))
    let result = [row.outcome, row.detail].compactMap(\.self).joined(separator: ": ")
    if !result.isEmpty { add("result", SafeText(result), row.state == .failed ? .bad : .text) }
    add("requested", "\(view.clock.text(row.createdAt)) by \(row.actor)", .secondary)
    let isEnded = row.endedAt != nil
    add(isEnded ? "ended" : "due", view.clock.text(row.endedAt ?? row.dueAt), .secondary)
    add("tries", .grouped(row.attempts), .secondary)
    guard let jobs = batch.value, let name = row.batch else { return (lines, entries) }
    lines += [.blank, StyledLine("REQUESTED TOGETHER AS \(SafeText(name))", .columnTitle)]
    for job in jobs {
      entries.append(lines.count)
      lines.append(line(of: job, description, width, view))
    }
    return (lines, entries)
  }

  private func line(
    of job: BatchJob,
    _ description: JobDescription,
    _ width: Int,
    _ view: ViewContext
  ) -> StyledLine {
    let (mark, role) = description.mark(job.state, hasTried: job.outcome != nil)
    var line = StyledLine(mark, role)
    line.add("\(job.id)", job.id == row.id ? .title : .secondary, at: 2)
    let handle = job.chain.flatMap { Subscription.Name($0)?.originalTransactionID } ?? "another job"
    line.add(SafeText(handle).truncated(to: 24, .middle, view.glyphs), .text, at: 10)
    // Fewer than eight columns would be unreadable.
    if let text = description.words(job), width - 36 >= 8 {
      line.add(text.truncated(to: width - 36, view.glyphs), .secondary, at: 36)
    }
    return line
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    if let failure = batch.failure { status.add("! \(failure)", .error) }
    if let jobs = batch.value {
      let done = jobs.count { $0.state == .done }
      let text: SafeText = "\(SafeText.grouped(done)) of \(SafeText.plural(jobs.count, "job")) done"
      status.add(text, .secondary)
    }
  }
}
