import Entitlements
import Foundation
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(5)))
struct ChangesTests {
  let folder: TemporaryFolder
  let filing = Filing.receipt("r", on: 1, for: .user(ID("ada")), [Sale("1", until: 30)])

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Medium.allCases)
  func `a filing is told to everyone who asked`(medium: Medium) async throws {
    let ledger = try medium.ledger(in: folder)
    let streams = [ledger.changes(), ledger.changes()]
    _ = try await ledger.file(filing)
    for stream in streams {
      var notes = stream.makeAsyncIterator()
      #expect(await notes.next() != nil)
    }
  }

  @Test func `a filing that changes nothing is not told`() async throws {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(filing)
    let stream = ledger.changes()
    _ = try await ledger.file(filing)
    // Nothing can be waited for that does not come; but notes are kept, so whatever came before
    // the task was cancelled would be found.
    let waiting = Task { await stream.first { _ in true } != nil }
    waiting.cancel()
    #expect(await waiting.value == false)
  }

  @Test func `what is read is no change, from the first read on`() async throws {
    let reader = try Ledger(readingOnly: try Medium.file.ledger(in: folder).path)
    let stream = reader.changes()
    for _ in 0..<20 { _ = try await reader.statistics.summary() }
    let waiting = Task { await stream.first { _ in true } != nil }
    waiting.cancel()
    #expect(await waiting.value == false)
  }

  #if os(Linux)
  @Test func `what another process files is told`() async throws {
    let ledger = try Medium.file.ledger(in: folder)
    let other = try Ledger(path: ledger.path)
    let reader = try Ledger(readingOnly: ledger.path)
    for (name, watcher) in [("writer", ledger), ("reader", reader)] {
      var notes = watcher.changes().makeAsyncIterator()
      for number in 0..<3 {
        _ = try await other.file(
          .receipt("\(name) \(number)", on: 1, for: .user(ID("ada")), [Sale("1", until: 30)])
        )
        #expect(await notes.next() != nil)
      }
      #expect(try await watcher.statistics.summary().documents >= 3)
    }
  }
  #endif
}
