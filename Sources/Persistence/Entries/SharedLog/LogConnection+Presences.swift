import Entitlements
import Foundation
internal import Synchronization

extension LogConnection {
  /// Shows the cases that operators have open here to the other nodes, and theirs here.
  func exchangePresences() async throws {
    let local = PresenceFile.local(ledger: ledger.path)
    let text = local.isEmpty ? nil : PresenceFile.encoded(local)
    let texts = try await connections.following.exchange(
      presences: String(decoding: text ?? Data(), as: UTF8.self),
      of: status.node,
      seconds: Int(Self.maxReportAge)
    )
    let others = texts.flatMap { PresenceFile.decoded(Data($0.utf8)) }
    state.withLock { state in
      guard others != state.presences else { return }
      state.presences = others
      if others.isEmpty {
        state.presenceFile?.remove()
        state.presenceFile = nil
      } else {
        state.presenceFile = state.presenceFile ?? PresenceFile(ledger: ledger.path, .log)
        state.presenceFile?.write(others)
      }
    }
  }

  func forgetPresences() {
    state.withLock { state in
      state.presenceFile?.remove()
      (state.presenceFile, state.presences) = (nil, [])
    }
  }
}
