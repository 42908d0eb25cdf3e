import Entitlements
import Foundation
import Persistence
import Testing

struct FilingBatchTests {
  private let good = Filing.receipt("good", on: 1, for: .user(ID("ada")), [Sale("1", until: 30)])
  private let job = JobDraft(key: "k", kind: "verify", task: "{}", actor: "test", dueAt: day(1))

  @Test func `a mark moves with what was filed before it, and not without`() async throws {
    let ledger = try Ledger.inMemory()
    #expect(try await ledger.readPosition("feed") == nil)
    var broken = Filing.receipt("broken", on: 1, for: .user(ID("ada")), [Sale("2", until: 30)])
    broken.key = "a\0b"
    let batch = FilingBatch(
      [good, broken],
      jobs: [0: [job]],
      mark: ReadPosition("feed", at: 2),
      at: day(1)
    )
    await #expect(throws: LedgerError.self) { try await ledger.file(batch) }
    #expect(try await ledger.readPosition("feed") == nil)
    #expect(try await ledger.statistics.summary().documents == 0)
    #expect(try await ledger.jobs.counts().isEmpty)

    let rest = FilingBatch([good], jobs: [0: [job]], mark: ReadPosition("feed", at: 1), at: day(1))
    #expect(try await ledger.file(rest) == [.filed(ID("ada"))])
    #expect(try await ledger.readPosition("feed") == 1)
    #expect(try await ledger.readPosition("another") == nil)
    #expect(try await ledger.jobs.counts() == [.waiting: 1])
  }

  @Test func `what is on file already brings no job, and moves the mark`() async throws {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(good)
    let batch = FilingBatch([good], jobs: [0: [job]], mark: ReadPosition("feed", at: 7), at: day(1))
    #expect(try await ledger.file(batch) == [.alreadyFiled(ID("ada"))])
    #expect(try await ledger.jobs.counts().isEmpty)
    #expect(try await ledger.readPosition("feed") == 7)
  }
}
