import Dashboard
import Terminal

/// Background tasks that end with the dashboard.
struct BackgroundWork {
  let mailbox: Mailbox<Event>
  private var tasks: [Task<Void, Never>] = []

  init(_ mailbox: Mailbox<Event>) { self.mailbox = mailbox }

  /// Starts a task; an error is shown in the dashboard, which continues.
  mutating func begin(_ work: @escaping @Sendable () async throws -> Void) {
    tasks.append(
      Task.detached(priority: .utility) { [mailbox] in
        do {
          try await work()
        } catch {
          // A cancelled task may throw any error; none is worth reporting.
          guard !Task.isCancelled else { return }
          mailbox.post(.noticed(StatusMessage(severity: .error, text: String(describing: error))))
        }
      }
    )
  }

  /// Cancels all tasks and waits for them. Running jobs are released, and writing stops.
  func end() async {
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
