import Dashboard
import Terminal

/// What goes on behind a dashboard, and ends with it.
struct BackgroundWork {
  let mailbox: Mailbox<Event>
  private var tasks: [Task<Void, Never>] = []

  init(_ mailbox: Mailbox<Event>) { self.mailbox = mailbox }

  /// What fails is told to the operator; the dashboard goes on.
  mutating func begin(_ work: @escaping @Sendable () async throws -> Void) {
    tasks.append(
      Task.detached(priority: .utility) { [mailbox] in
        do {
          try await work()
        } catch {
          // Who is told to end may say so in many ways; none is worth a word.
          guard !Task.isCancelled else { return }
          mailbox.post(.noticed(Notice(severity: .error, text: String(describing: error))))
        }
      }
    )
  }

  /// Calls it off and waits until all of it has ended: jobs in hand are given back, and nobody
  /// writes any more.
  func end() async {
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
