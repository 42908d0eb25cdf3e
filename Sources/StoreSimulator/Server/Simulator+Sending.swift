import Foundation

/// Posts a body; returns Apple's result code. A closure, so that tests need no network.
package typealias NotificationPost =
  @Sendable (_ url: String, _ headers: [String: String], _ body: String) async -> String

extension Simulator {
  /// Sends what is due by the virtual clock, including retries.
  package func sendDue(by post: NotificationPost) async throws {
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while let item = nextToSend() {
      guard let url = state.targets.url(for: item.form) else {
        recordUnsendable(item)
        continue
      }
      var headers = ["content-type": "application/json"]
      if item.form == .googlePush {
        headers["authorization"] = "Bearer \(try await tokenService.pushToken(at: realNow()))"
      }
      record(await post(url, headers, item.body), of: item)
    }
  }

  private func nextToSend() -> OutboxItem? {
    let now = self.now
    return state.outbox.lazy.filter { ($0.sendAt.map { $0 <= now }) ?? false }
      .min { ($0.sendAt ?? now, $0.sequence) < ($1.sendAt ?? now, $1.sequence) }
  }

  private func recordUnsendable(_ item: OutboxItem) {
    state.outbox[item.sequence - 1].sendAt = nil
  }

  private func record(_ result: String, of item: OutboxItem) {
    let index = item.sequence - 1
    let at = item.sendAt ?? now
    state.outbox[index].attempts.append(.init(at: at, result: result))
    let pause = RetrySchedule.pause(
      after: state.outbox[index].attempts.count,
      form: item.form,
      sandbox: item.isSandbox
    )
    state.outbox[index].sendAt =
      result == "SUCCESS" ? nil : pause.map { at.addingTimeInterval($0) }
  }
}
