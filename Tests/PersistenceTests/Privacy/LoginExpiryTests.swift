import Entitlements
import Foundation
import Testing

@testable import Persistence

@Suite struct `Logins of players` {
  private let now = Date(timeIntervalSince1970: 1_767_225_600)
  private let day: TimeInterval = 86_400

  private func login(_ name: String, until end: Date) -> LoginDraft {
    LoginDraft(
      provider: "custom",
      name: name,
      user: ID("playfab-\(name)"),
      creates: true,
      ticket: Array(name.utf8),
      endsAt: end,
      newKey: Array(repeating: 1, count: 32)
    )
  }

  @Test func `are forgotten when nobody used them for long, and their sessions when they end`()
    async throws
  {
    let ledger = try Ledger.inMemory()
    let session = now.addingTimeInterval(day)
    _ = try await ledger.playFab.logIn(login("old", until: session), at: now)
    let later = now.addingTimeInterval(300 * day)
    _ = try await ledger.playFab.logIn(
      login("new", until: later.addingTimeInterval(day)),
      at: later
    )
    #expect(try await ledger.playFab.counts(at: later) == (2, 1))
    let gone = try await ledger.playFab.deleteLogins(
      unusedSince: later.addingTimeInterval(-day),
      at: later
    )
    #expect(gone == 1)
    #expect(try await ledger.playFab.counts(at: later) == (1, 1))
    #expect(
      try await ledger.playFab.user(bearing: Array("new".utf8), at: later) == ID("playfab-new")
    )
  }
}

@Suite struct `Notices of quotas` {
  @Test func `stand in the place of the last one, and are told for a day`() async throws {
    let ledger = try Ledger.inMemory()
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    for percent in [80, 95] {
      try await ledger.statistics.save(
        QuotaWarning(endpoint: "validate", scope: "peer", percent: percent, at: now)
      )
    }
    #expect(try await ledger.statistics.quotaWarnings(since: now).map(\.percent) == [95])
    #expect(try await ledger.statistics.quotaWarnings(since: now.addingTimeInterval(1)) == [])
  }
}
