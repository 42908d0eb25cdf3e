import Entitlements

/// A batch of jobs that were requested together, and its progress.
struct BatchProgress: Equatable, Sendable {
  let actionRequest: ActionRequest
  let name: String
  /// The number of requested jobs; some may belong to another batch.
  let count: Int
  let alreadyOpen: Int
  /// In the order of request.
  var jobs: [BatchJob] = []
  var isStale = true
  var pending: Pending?
  var failure: String?

  init(_ actionRequest: ActionRequest, name: String, count: Int, alreadyOpen: Int) {
    self.actionRequest = actionRequest
    (self.name, self.count, self.alreadyOpen) = (name, count, alreadyOpen)
  }

  func count(_ states: JobState...) -> Int { jobs.count { states.contains($0.state) } }

  var total: Int { jobs.isEmpty ? count : jobs.count }
  var ended: Int { jobs.count { $0.state.isEnded } }
  var left: Int { total - ended }
  /// `re-verify of ada`.
  var title: SafeText { "\(actionRequest.word) of \(actionRequest.subject)" }

  /// The purchase that a job queries, as known at the time of the request.
  func purchase(of job: BatchJob) -> Purchase? {
    guard let chain = job.chain else { return nil }
    let known: [Purchase] =
      switch actionRequest {
      case .reverify(let purchases): purchases
      case .restore(let plan, _):
        if case .purchase(let purchase) = plan.source { [purchase] } else { [] }
      case .sale(_, let order, _): [order.purchase]
      default: []
      }
    return known.first { $0.chain == chain } ?? Purchase(chain: chain, product: nil, owner: nil)
  }

  /// Whether all jobs have ended.
  var isOver: Bool { !jobs.isEmpty && left == 0 }

  /// `2 of 3 done, 1 left`, with failed and cancelled jobs if there are any.
  var progress: SafeText {
    var parts: [SafeText] = ["\(count(.done)) of \(total) done"]
    if count(.failed) > 0 { parts.append("\(count(.failed)) failed") }
    if count(.cancelled) > 0 { parts.append("\(count(.cancelled)) called off") }
    if left > 0 { parts.append("\(left) left") }
    return .joined(parts, by: ", ")
  }
}

extension State {
  /// The number of unfinished jobs that were requested here.
  var openJobs: Int { batches.reduce(0) { $0 + $1.left } }

  /// Queries the progress of stale batches.
  mutating func followBatches() {
    for index in batches.indices where batches[index].isStale && batches[index].pending == nil {
      batches[index].isStale = false
      let number = newRequest()
      batches[index].pending = Pending(number: number, since: view.now)
      effects.append(.query(.jobs(batch: batches[index].name), request: number, instead: nil))
    }
  }

  /// Accepts the progress of a batch; `false` if the request is not for one.
  mutating func acceptInBatch(_ outcome: Outcome<LedgerAnswer>, to request: Int) -> Bool {
    guard let index = batches.firstIndex(where: { $0.pending?.number == request }) else {
      return false
    }
    batches[index].pending = nil
    switch outcome {
    case .failure(let reason): batches[index].failure = reason
    case .value(.jobs(let jobs)):
      let wasOver = batches[index].isOver
      batches[index].failure = nil
      batches[index].jobs = jobs
      if batches[index].isOver, !wasOver {
        reportEnd(of: batches[index])
        if sample != nil { markStale() }
      }
    case .value: break
    }
    return true
  }

  /// Reports a finished batch once, unless it is being shown, and removes finished batches except
  /// the newest.
  private mutating func reportEnd(of batch: BatchProgress) {
    if dialog?.shows(batch) != true {
      let result = "\(batch.title.string): \(batch.progress.string)"
      let hint =
        keymap.labels(of: .showJobs, view.glyphs).first.map { " (\($0.string) shows it)" } ?? ""
      toast(batch.count(.failed) > 0 ? .warning : .info, result + hint)
    }
    let newest = batches.last?.name
    batches.removeAll { $0.isOver && $0.name != newest && dialog?.shows($0) != true }
  }
}

struct JobDescription {
  private let view: ViewContext

  init(_ view: ViewContext) { self.view = view }

  func mark(_ state: JobState, hasTried: Bool) -> (SafeText, Role) {
    state == .waiting && hasTried ? ("!", .warn) : state.mark(view.glyphs)
  }

  func words(_ job: BatchJob) -> SafeText? {
    let detail = (job.detail ?? job.outcome).map { SafeText($0) }
    switch job.state {
    case .done: return job.outcome == "answered" ? "answered: \(detail ?? "")" : detail
    case .failed: return detail.map { "failed: \($0)" }
    case .cancelled: return "called off"
    case .running: return "being asked"
    case .waiting:
      guard let detail else {
        return SafeText(view.delay.map { "waits: \($0)" } ?? "waits for its turn")
      }
      return "\(detail). Again \(view.clock.absolute(job.dueAt))"
    }
  }
}

extension JobState {
  func mark(_ glyphs: GlyphSet) -> (SafeText, Role) {
    switch self {
    case .done: (glyphs.passed, .good)
    case .failed: (glyphs.failed, .bad)
    case .cancelled: (glyphs.dash, .muted)
    case .running: (glyphs.atWork, .info)
    case .waiting: (glyphs.queued, .secondary)
    }
  }

  /// The state's name, so that it is not shown by colour alone.
  var word: SafeText { self == .cancelled ? "called off" : SafeText(rawValue) }
}
