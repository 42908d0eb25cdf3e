import Entitlements

/// What was asked for at once, and how far it has come.
struct JobBatch: Equatable, Sendable {
  let deed: Deed
  let name: String
  /// How many were asked for; some may be another batch's by then.
  let count: Int
  let alreadyOpen: Int
  /// In the order in which they were asked for.
  var jobs: [BatchJob] = []
  var isStale = true
  var pending: Pending?
  var failure: String?

  func count(_ states: JobState...) -> Int { jobs.count { states.contains($0.state) } }

  var total: Int { jobs.isEmpty ? count : jobs.count }
  var ended: Int { jobs.count { $0.state.isEnded } }
  var left: Int { total - ended }
  /// `re-verify of ada`.
  var title: SafeText { "\(deed.word) of \(deed.subject)" }

  /// The purchase that a job asks about, with what was known of it when it was asked for.
  func purchase(of job: BatchJob) -> Purchase? {
    guard let chain = job.chain else { return nil }
    let known: [Purchase] =
      switch deed {
      case .reverify(let purchases): purchases
      case .restore(let plan, _):
        if case .purchase(let purchase) = plan.source { [purchase] } else { [] }
      case .sale(_, let order, _): [order.purchase]
      default: []
      }
    return known.first { $0.chain == chain } ?? Purchase(chain: chain, product: nil, owner: nil)
  }

  /// Whether nothing is left to happen.
  var isOver: Bool { !jobs.isEmpty && left == 0 }

  /// `2 of 3 done, 1 left`, with what failed where something did.
  var progress: SafeText {
    var parts: [SafeText] = ["\(count(.done)) of \(total) done"]
    if count(.failed) > 0 { parts.append("\(count(.failed)) failed") }
    if count(.cancelled) > 0 { parts.append("\(count(.cancelled)) called off") }
    if left > 0 { parts.append("\(left) left") }
    return .joined(parts, by: ", ")
  }
}

extension State {
  /// Jobs that were asked for here and are not over.
  var openJobs: Int { batches.reduce(0) { $0 + $1.left } }

  /// Asks how the batches stand that somebody may still be at work on.
  mutating func followBatches() -> [Effect] {
    var effects: [Effect] = []
    for index in batches.indices where batches[index].isStale && batches[index].pending == nil {
      batches[index].isStale = false
      let number = newRequest()
      batches[index].pending = Pending(number: number, since: view.now)
      effects.append(.ask(.jobs(batch: batches[index].name), request: number, instead: nil))
    }
    return effects
  }

  /// Whether it is what was asked about a batch.
  mutating func acceptInBatch(_ outcome: Outcome<Answer>, to request: Int) -> Bool {
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
        tellEnd(of: batches[index])
        if sample != nil { markStale() }
      }
    case .value: break
    }
    return true
  }

  /// What is over is said once, unless it is being looked at; of what is over the newest stays, to
  /// be looked at again.
  private mutating func tellEnd(of batch: JobBatch) {
    if dialog?.shows(batch) != true {
      let words = "\(batch.title.string): \(batch.progress.string)"
      let hint =
        keymap.labels(of: .showJobs, view.glyphs).first.map { " (\($0.string) shows it)" } ?? ""
      toast(batch.count(.failed) > 0 ? .warning : .info, words + hint)
    }
    let newest = batches.last?.name
    batches.removeAll { $0.isOver && $0.name != newest && dialog?.shows($0) != true }
  }
}
