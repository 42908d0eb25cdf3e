import Foundation
import TestSupport
import Testing

/// The dashboard without a terminal: keys from a file, the last screen into another.
@Suite(.timeLimit(.minutes(10)))
struct PlayTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func play(_ keys: String, _ options: [String] = []) throws -> Workbench.Answer {
    try bench.write(Array(keys.utf8), to: "script.keys")
    return try bench.run(
      ["demo", "--users", "12", "--at", "2026-03-01T12:00:00Z", "--play", "script.keys"] + options
    )
  }

  @Test(
    arguments: [
      ("", "purser"), (":users", "sorted"), (":orders", "PRODUCT"), (":subs", "PRODUCT"),
      (":ent", "ent"), (":receipts", "receipts"), (":events", "events"),
      (":jobs", "jobs"), (":audit", "audit"), (":keys", "ON A SCREEN"), (":config", "glyphs"),
      (":about", "version"), (":checkhealth", "TERM"), (":themes", "terminal"), (":log", "log"),
      (":sql select 40 + 2 as answer", "42"), ("?", "THIS SCREEN"),
    ]
  )
  func `every screen of the demo can be played`(_ line: String, _ sign: String) throws {
    let answer = try play(line.hasPrefix(":") ? "\(line)\nEnter\n" : line)
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(answer.output.contains(sign), "\(answer.output)")
    #expect(!answer.output.contains("\u{1B}"))
    #expect(answer.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 25)
  }

  /// Two keys: the paste, and Enter.
  @Test(arguments: DemoTicket.all)
  func `a pasted ticket is answered with its evidence`(_ ticket: DemoTicket) throws {
    let answer = try play("paste:\(ticket.message)\nEnter\n")
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(ticket.isAnswered(by: answer.output), "\(answer.output)")
    #expect(!answer.output.contains("\u{1B}"))
  }

  @Test func `the demo's recent sales have prices`() throws {
    let screen = try play(":orders\nEnter\nwait:sorted\n", ["--size", "150x30"]).output
    let sales = screen.split(separator: "\n").filter { $0.contains(" apple ") }
    #expect(sales.count > 10, "\(screen)")
    #expect(sales.contains { $0.contains("USD") }, "\(screen)")
    #expect(sales.count { $0.contains("∅") } * 3 <= sales.count, "\(screen)")
  }

  @Test func `the same script makes the same screen`() throws {
    let first = try play(":users\nEnter\nj\nj\n", ["--size", "100x30", "--roles"])
    let second = try play(":users\nEnter\nj\nj\n", ["--size", "100x30", "--roles"])
    #expect(first.output == second.output)
    #expect(first.output.hasPrefix("100x30"))
  }

  @Test func `an export has the rows of the screen's time`() throws {
    let answer = try play(
      ":subs state:active\nEnter\nwait:sorted\n:export csv subs.csv\nEnter\nwait:written to\n"
    )
    #expect(answer.status == 0, "\(answer.narration)")
    let lines = String(decoding: try bench.read("subs.csv"), as: UTF8.self).split(separator: "\r\n")
    #expect(lines.count > 1, "\(answer.output)")
  }

  @Test func `a script types, waits, pastes and resizes`() throws {
    let answer = try play(
      "# a remark\n:users\nEnter\nwait:sorted\nresize:60x20\n/\npaste:zzzz\\nno\nEnter\n",
      ["--snapshot", "last.txt"]
    )
    #expect(answer.status == 0, "\(answer.narration)")
    let screen = String(decoding: try bench.read("last.txt"), as: UTF8.self)
    #expect(screen.contains("zzzz no"))
    #expect(screen.split(separator: "\n").allSatisfy { $0.count <= 60 })
  }

  @Test func `a statement that would write is refused, and one that is wrong shows where`() throws {
    let refused = try play(":sql attach 'x' as y\nEnter\n")
    #expect(refused.output.contains("Only reading is allowed"))
    let wrong = try play(":sql select * frm users\nEnter\n")
    #expect(wrong.output.contains("^"))
  }
}
