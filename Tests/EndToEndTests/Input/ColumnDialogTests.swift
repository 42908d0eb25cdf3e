import Foundation
import TestSupport
import Testing

/// On a terminal, an import asks for the columns that no option names.
@Suite(.enabled(if: Tmux.isInstalled), .serialized, .timeLimit(.minutes(2)))
struct `Columns asked for` {
  private let tmux: Tmux
  private let program: String

  init() throws {
    tmux = try Tmux(columns: 120, rows: 30)
    program = try #require(builtProgram(named: "purser"))
  }

  private func write(_ csv: String) throws -> String {
    let path = tmux.folder.appendingPathComponent("table.csv").path
    try Data(csv.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func run(_ words: String) throws {
    try tmux.type(line: "\(program) \(words) --ledger \(tmux.folder.path)/ledger.sqlite")
  }

  @Test func `of users are shown with their first values, and the likely one is suggested`() throws
  {
    let rows = "ada,ada@example.com,Wien\nbob,bob@example.com,Graz\n"
    let path = try write("kennung,Kontakt,Ort\n\(rows)")
    try run("import users --csv \(path)")
    let asked = try tmux.waitUntil("users' IDs?")
    #expect(asked.contains("1  kennung  ada | bob"))
    #expect(asked.contains("2  Kontakt  ada@example.com | bob@example.com"))
    try tmux.type(line: "9")
    _ = try tmux.waitUntil("There is no such column.")
    try tmux.type(line: "KENNUNG")
    _ = try tmux.waitUntil("[Kontakt]")
    try tmux.type(line: "")
    _ = try tmux.waitUntil("2 new, 0 changed, 0 unchanged, 0 refused")
  }

  @Test func `of documents are asked for, and of users may be left out`() throws {
    let token = "eyJ" + String(repeating: "x", count: 80)
    let path = try write("id,beleg,player_id\n1,\(token),ada\n")
    try run("import --csv \(path)")
    let asked = try tmux.waitUntil("[beleg]")
    #expect(asked.contains("2  beleg      eyJxxx"))
    try tmux.type(line: "")
    _ = try tmux.waitUntil("[player_id]")
    try tmux.type(line: "-")
    let screen = try tmux.waitUntil("table.csv, row 2")
    #expect(screen.contains("rejected") || screen.contains("unreadable"), "\(screen)")
  }

  @Test func `are an error for a program that cannot be asked`() throws {
    let workbench = try Workbench()
    try workbench.write(Array("a,b\n1,2\n".utf8), to: "table.csv")
    let documents = try workbench.run(["import", "--csv", "table.csv"])
    #expect(documents.status == 64)
    #expect(documents.narration.contains("--csv requires --receipt."))
    let users = try workbench.run(["import", "users", "--csv", "table.csv"])
    #expect(users.status == 64)
    #expect(users.narration.contains("No column holds the users' IDs. Name it with --id: a, b."))
  }
}
