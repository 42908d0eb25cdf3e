import Entitlements
import Foundation
import Testing

@testable import Persistence

/// The file by which assistants propose actions to the dashboards of their account.
@Suite struct ProposalFileTests {
  private let folder: TemporaryFolder
  private let file: ProposalFile
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws {
    folder = try TemporaryFolder()
    file = ProposalFile(ledger: folder.path("ledger.sqlite"))
  }

  private func proposal(_ id: String, at instant: Date? = nil) -> Proposal {
    Proposal(
      id: id,
      "note",
      on: "ada",
      values: ["text": "hello"],
      because: "She asked.",
      by: "Kim's assistant",
      at: instant ?? now
    )
  }

  private func answer(
    _ decision: Proposal.Decision,
    in process: String = "1-A"
  ) -> Proposal.Answer {
    Proposal.Answer(decision, by: "Kim", in: process, at: now)
  }

  @Test func `no dashboard loses its file to others that begin and end`() async throws {
    let ledger = folder.path("ledger.sqlite")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<500 {
            let own = try #require(PresenceFile(ledger: ledger, .dashboard))
            _ = own.others()
            #expect(FileManager.default.fileExists(atPath: own.path))
            own.remove()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `proposals are read in the order in which they were made`() throws {
    #expect(file.all(at: now).isEmpty)
    for id in ["a", "b", "c"] { try file.add(proposal(id), at: now) }
    #expect(file.waiting(at: now) == ["a", "b", "c"].map { proposal($0) })
  }

  @Test func `the file is the account's alone`() throws {
    try file.add(proposal("a"), at: now)
    let facts = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(facts[.posixPermissions] as? Int == 0o600)
    #expect(file.path.hasSuffix("-presence/proposals-\(geteuid())"))
  }

  @Test func `the file is the account's alone beside a ledger that a group shares`() throws {
    let ledger = folder.path("shared.sqlite")
    try Data().write(to: URL(fileURLWithPath: ledger))
    chmod(ledger, 0o660)
    let shared = ProposalFile(ledger: ledger)
    try shared.add(proposal("a"), at: now)
    let facts = try FileManager.default.attributesOfItem(atPath: shared.path)
    #expect(facts[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: [0o620, 0o602, 0o666])
  func `a file that others may write is neither read nor written`(mode: Int) throws {
    try file.add(proposal("a"), at: now)
    chmod(file.path, mode_t(mode))
    #expect(file.all(at: now).isEmpty)
    #expect(throws: ProposalFile.Fault.self) { try file.add(proposal("b"), at: now) }
    chmod(file.path, 0o600)
    #expect(file.waiting(at: now) == [proposal("a")])
  }

  @Test func `a link in the place of the file is not followed`() throws {
    let elsewhere = folder.path("elsewhere")
    try Data("[]".utf8).write(to: URL(fileURLWithPath: elsewhere))
    try file.add(proposal("a"), at: now)
    unlink(file.path)
    symlink(elsewhere, file.path)
    #expect(throws: ProposalFile.Fault.self) { try file.add(proposal("b"), at: now) }
    #expect(file.all(at: now).isEmpty)
    #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "[]")
  }

  @Test func `at most twenty proposals wait`() throws {
    for number in 1...20 { try file.add(proposal("\(number)"), at: now) }
    #expect(throws: ProposalFile.Fault.full(20)) { try file.add(proposal("21"), at: now) }
    try file.decide("7", answer(.declined), at: now)
    try file.add(proposal("21"), at: now)
    let later = now + Proposal.timeout
    #expect(file.waiting(at: later).isEmpty, "all have expired")
    try file.add(proposal("22", at: later), at: later)
    #expect(file.waiting(at: later).map(\.id) == ["22"])
  }

  @Test func `a proposal expires after an hour and is forgotten after a day`() throws {
    try file.add(proposal("a"), at: now)
    let states = [0, 3_599, 3_600].map { file.all(at: now + $0).first?.state(at: now + $0) }
    #expect(states == [.waiting, .waiting, .expired])
    #expect(throws: ProposalFile.Fault.notWaiting("a")) {
      try file.decide("a", answer(.confirmed), at: now + 3_600)
    }
    #expect(file.all(at: now + ProposalFile.lifetime).isEmpty)
  }

  @Test func `the first decision stands, and only its process adds what came of it`() throws {
    try file.add(proposal("a"), at: now)
    try file.decide("a", answer(.confirmed, in: "1-A"), at: now)
    for decision in [Proposal.Decision.confirmed, .declined] {
      #expect(throws: ProposalFile.Fault.notWaiting("a")) {
        try file.decide("a", answer(decision, in: "2-B"), at: now)
      }
    }
    var done = answer(.confirmed, in: "1-A")
    done.result = "done"
    try file.decide("a", done, at: now)
    #expect(file.all(at: now).first?.answer == done)
    #expect(file.all(at: now).first?.state(at: now) == .confirmed)
  }

  @Test func `of many dashboards one confirms a proposal`() async throws {
    try file.add(proposal("a"), at: now)
    let (file, now) = (file, now)
    let count = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<16 {
        group.addTask {
          let answer = Proposal.Answer(.confirmed, by: "Kim", in: "\(number)", at: now)
          return (try? file.decide("a", answer, at: now)) != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(count == 1)
  }

  @Test func `proposals made at the same time are all kept`() async throws {
    let (file, now) = (file, now)
    let all = (0..<16).map { proposal("\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for proposal in all { group.addTask { try file.add(proposal, at: now) } }
      try await group.waitForAll()
    }
    #expect(Set(file.waiting(at: now)) == Set(all))
  }

  @Test(arguments: [
    "", "[", "null", "{}", "[{\"id\":1}]", "\u{0}\u{0}",
    String(repeating: "[", count: 9_000),
  ])
  func `anything else in the file is no proposal`(text: String) throws {
    try file.add(proposal("a"), at: now)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
    chmod(file.path, 0o600)
    #expect(file.all(at: now).isEmpty)
    try file.add(proposal("b"), at: now)
    #expect(file.waiting(at: now).map(\.id) == ["b"])
  }

  @Test func `what a killed process left behind the first line is not read`() throws {
    try file.add(proposal("a"), at: now)
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("\"rest of a longer one\"}]".utf8))
    try handle.close()
    #expect(file.waiting(at: now) == [proposal("a")])
  }

  @Test func `a proposal with texts that no dialog takes is not read`() throws {
    var (line, long, many) = (proposal("line"), proposal("long"), proposal("many"))
    line.reason = "two\nlines"
    long.values["text"] = String(repeating: "x", count: Proposal.maxValue + 1)
    for number in 0...Proposal.maxValues { many.values["\(number)"] = "" }
    for bad in [line, long, many] {
      #expect(bad.fault != nil)
      try file.add(bad, at: now)
    }
    try file.add(proposal("a"), at: now)
    #expect(file.all(at: now) == [proposal("a")])
  }

  @Test func `the file is removed with its folder once all in it is a day old`() throws {
    try file.add(proposal("a"), at: now)
    try file.decide("a", answer(.declined), at: now)
    file.removeIfOld(at: now + ProposalFile.lifetime - 1)
    #expect(file.all(at: now).count == 1, "the assistant may still ask for the decision")
    file.removeIfOld(at: now + ProposalFile.lifetime)
    let folder = (file.path as NSString).deletingLastPathComponent
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `presences leave the proposals in their folder alone`() throws {
    let ledger = folder.path("ledger.sqlite")
    try file.add(proposal("a"), at: now)
    let presence = try #require(PresenceFile(ledger: ledger, .dashboard))
    #expect(presence.others().isEmpty)
    #expect(file.waiting(at: now) == [proposal("a")])
    #expect(PresenceFile.hasOwnDashboard(ledger: ledger))
    presence.remove()
    #expect(!PresenceFile.hasOwnDashboard(ledger: ledger))
    #expect(file.waiting(at: now) == [proposal("a")])
  }

  @Test func `stored proposals keep the names of their fields`() throws {
    var one = proposal("a")
    one.answer = answer(.confirmed)
    one.answer?.result = "done"
    one.answer?.batch = "verify-1"
    one.answer?.executed = ["note about ada: hello"]
    let line = String(decoding: try #require(ProposalFile.encoded([one])), as: UTF8.self)
    #expect(
      line == """
        [{"action":"note","answer":{"at":1800000000000,"batch":"verify-1","by":"Kim",\
        "decision":"confirmed","executed":["note about ada: hello"],"process":"1-A",\
        "result":"done"},"at":1800000000000,"by":"Kim's assistant","id":"a",\
        "reason":"She asked.","target":"ada","values":{"text":"hello"}}]

        """
    )
    #expect(ProposalFile.decoded(Data(line.utf8)) == [one])
  }
}
