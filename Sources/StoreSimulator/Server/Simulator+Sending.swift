import Foundation

/// Posts a body; answers Apple's word for how that went. A closure, so that tests need no network.
package typealias NotificationPost =
  @Sendable (_ url: String, _ headers: [String: String], _ body: String) async -> String

extension Simulator {
  /// Sends what is due by the virtual clock, and again what could not be sent, each at its time.
  package func sendDue(by post: NotificationPost) async throws {
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while let item = nextToSend() {
      guard let url = state.targets.url(for: item.form) else {
        noteUnsendable(item)
        continue
      }
      var headers = ["content-type": "application/json"]
      if item.form == .googlePush {
        headers["authorization"] = "Bearer \(try await desk.pushToken(at: realNow()))"
      }
      note(await post(url, headers, item.body), of: item)
    }
  }

  private func nextToSend() -> OutboxItem? {
    let now = self.now
    return state.outbox.lazy.filter { ($0.sendAt.map { $0 <= now }) ?? false }
      .min { ($0.sendAt ?? now, $0.sequence) < ($1.sendAt ?? now, $1.sequence) }
  }

  private func noteUnsendable(_ item: OutboxItem) {
    state.outbox[item.sequence - 1].sendAt = nil
  }

  private func note(_ result: String, of item: OutboxItem) {
    let place = item.sequence - 1
    let at = item.sendAt ?? now
    state.outbox[place].attempts.append(.init(at: at, result: result))
    let pause = RetrySchedule.pause(
      after: state.outbox[place].attempts.count,
      form: item.form,
      sandbox: item.isSandbox
    )
    state.outbox[place].sendAt =
      result == "SUCCESS" ? nil : pause.map { at.addingTimeInterval($0) }
  }
}
