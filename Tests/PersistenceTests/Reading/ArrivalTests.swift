import Entitlements
import Foundation
import Testing

@testable import Persistence

/// What has arrived, in the order of commits.
@Suite struct ArrivalTests {
  private func file(_ names: [String], for user: String, in ledger: Ledger) async throws {
    for name in names {
      _ = try await ledger.file(
        .receipt(name, on: 1, for: .user(ID(user)), [Sale(name, from: 1)])
      )
    }
  }

  private func names(_ arrivals: Arrivals) -> [String] {
    arrivals.rows.compactMap { if case .document(let row) = $0 { row.user?.raw } else { nil } }
  }

  @Test func `everything is read once, whatever its time, and a query leaves out the rest`()
    async throws
  {
    let ledger = try Ledger.inMemory()
    try await file(["1", "2"], for: "a", in: ledger)
    let mark = try await ledger.search.arrivalMark()
    try await file(["3"], for: "b", in: ledger)
    try await file(["4"], for: "c", in: ledger)
    let all = try await ledger.search.arrivals(after: mark, matching: now(.everything))
    #expect(names(all) == ["b", "c"])
    #expect(
      try await ledger.search.arrivals(after: all.mark, matching: now(.everything)).rows == []
    )
    let some = try await ledger.search.arrivals(after: mark, matching: now(.word("c")))
    #expect(names(some) == ["c"])
    #expect(some.mark == all.mark, "what does not match is passed")
  }

  @Test func `of a flood the newest rows are left`() async throws {
    let ledger = try Ledger.inMemory()
    try await file((1...5).map(String.init), for: "a", in: ledger)
    try await file(["6"], for: "b", in: ledger)
    let mark = ArrivalMark(document: 0, event: 0, job: 0)
    let some = try await ledger.search.arrivals(
      after: mark,
      matching: now(.everything),
      maxBehind: 2
    )
    #expect(names(some) == ["a", "b"])
    #expect(some.skipped == 4)
  }
}
