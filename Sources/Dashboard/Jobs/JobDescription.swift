import Entitlements

/// Describes jobs.
struct JobDescription {
  private let view: ViewContext

  init(_ view: ViewContext) { self.view = view }

  func mark(_ state: JobState, hasTried: Bool) -> (SafeText, Role) {
    switch state {
    case .done: (view.glyphs.passed, .good)
    case .failed: (view.glyphs.failed, .bad)
    case .cancelled: (view.glyphs.skipped, .muted)
    case .running: (view.glyphs.atWork, .info)
    case .waiting: hasTried ? ("!", .warn) : (view.glyphs.queued, .secondary)
    }
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
