import Foundation
import TestSupport
import Testing

/// `purser import users`: from a customer database to a message that is answered.
@Suite struct `Users from CSV` {
  private let workbench: Workbench

  init() throws { workbench = try Workbench() }

  private func run(_ words: String..., csv: String, input: String = "") throws -> Workbench.Answer {
    try workbench.write(Array(csv.utf8), to: "users.csv")
    return try workbench.run(
      ["import", "users", "--ledger", "ledger.sqlite"] + words + ["--csv", "users.csv"],
      input: input
    )
  }

  private func email(of user: String) throws -> String? {
    let answer = try workbench.run(["user", "--json", "--ledger", "ledger.sqlite", user])
    guard answer.status == 0 else { return nil }
    let json = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
    return json?["email"] as? String
  }

  private static let two = """
    user_id,E-Mail,first_name,Last Name,time_zone
    ada,ada@example.com,Ada,Lovelace,Europe/London
    bob,"bob@example.com; bob@example.org",Bob,,
    """

  @Test func `are found by a pasted message`() throws {
    let answer = try run(csv: Self.two)
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(answer.output == "2 new, 0 changed, 0 unchanged, 0 refused\n")
    #expect(answer.narration.contains("id = user_id, email = E-Mail"))
    let why = try workbench.run([
      "why", "--ledger", "ledger.sqlite", "--json", "I paid and got nothing! bob@example.org",
    ])
    #expect(why.output.contains("\"bob\""), "\(why.output)\(why.narration)")
    let list = try workbench.run(["ls", "users", "--reveal", "--ledger", "ledger.sqlite", "love"])
    #expect(list.output.contains("Ada Lovelace"))
    let page = try workbench.run(["user", "--ledger", "ledger.sqlite", "ada"])
    #expect(page.output.contains("Europe/London"))
  }

  @Test func `again change nothing, and a changed row replaces the one before`() throws {
    _ = try run(csv: Self.two)
    #expect(try run(csv: Self.two).output == "0 new, 0 changed, 2 unchanged, 0 refused\n")
    let changed = Self.two.replacingOccurrences(of: "ada@example.com", with: "ada@example.net")
    let look = try run("--dry-run", csv: changed)
    #expect(look.output == "0 new, 1 changed, 1 unchanged, 0 refused; nothing was filed\n")
    #expect(try email(of: "ada") == "ada@example.com")
    #expect(try run(csv: changed).output == "0 new, 1 changed, 1 unchanged, 0 refused\n")
    #expect(try email(of: "ada") == "ada@example.net")
    let replay = try workbench.run(["replay", "--ledger", "ledger.sqlite"])
    #expect(replay.status == 0, "\(replay.output)\(replay.narration)")
    #expect(try workbench.run(["check", "--ledger", "ledger.sqlite"]).status == 0)
    let audit = try workbench.run(["audit", "--ledger", "ledger.sqlite"])
    #expect(audit.output.contains("profile"))
  }

  @Test func `that cannot be read are refused by row, and the others are filed`() throws {
    let csv = """
      id,email
      ada,ada@example.com
      bob,nobody

      ,eve@example.com
      ada,other@example.com
      carl,carl@example.com,more
      dora
      eve,"eve@example.com
      """
    let answer = try run(csv: csv)
    #expect(answer.status == 2)
    #expect(answer.output == "1 new, 0 changed, 0 unchanged, 6 refused\n")
    let rows = answer.narration.split(separator: "\n").filter { $0.contains("is refused") }
      .compactMap { $0.split(separator: " ").drop { $0 != "row" }.dropFirst().first }
    #expect(rows == ["3", "5", "6", "7", "8", "9"])
    #expect(answer.narration.contains("Row 2 has the same ID"))
    #expect(try email(of: "ada") == "ada@example.com")
  }

  @Test(arguments: [
    "\u{FEFF}id;email;name\r\n1;a@example.com;\"Smith; \"\"Al\"\"\"\r\n",
    "id\temail\tname\n1\ta@example.com\tSmith; \"Al\"\n",
    "ID , EMAIL,Full Name\r1, a@example.com ,\"Smith; \"\"Al\"\"\"",
    "\"id\",\"email\",\"name\"\n\"1\",\"a@example.com\",\"Smith;\n \"\"Al\"\"\"\n",
  ])
  func `come in every form that spreadsheets write`(_ csv: String) throws {
    let answer = try run(csv: csv)
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(try email(of: "1") == "a@example.com")
    let list = try workbench.run(["user", "--ledger", "ledger.sqlite", "1"])
    #expect(list.output.contains("Smith; \"Al\""), "\(list.output)")
  }

  @Test func `have columns that options name`() throws {
    let csv = "key,contact,second,token\n7,a@example.com,b@example.com,1234\n"
    let unnamed = try run(csv: csv)
    #expect(unnamed.status == 64)
    #expect(unnamed.narration.contains("--id"))
    #expect(try run("--id", "kee", csv: csv).narration.contains("no column kee"))
    let answer = try run(
      "--id",
      "KEY",
      "--email",
      "contact",
      "--email",
      "second",
      "--account",
      "token",
      csv: csv
    )
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(try email(of: "7") == "a@example.com")
    let ambiguous = try run(csv: "id,user_id,email\n1,2,a@example.com\n")
    #expect(ambiguous.status == 64)
  }

  @Test func `are not told where the headings are missing`() throws {
    let answer = try run(csv: "ada,ada@example.com\nbob,bob@example.com\n")
    #expect(answer.status == 64)
    #expect(answer.narration.contains("The first row has to name the columns"))
    #expect(!answer.narration.contains("ada@example.com"), "\(answer.narration)")
  }

  @Test func `are refused where a record is too long, whatever it holds`() throws {
    let long = [
      "2," + String(repeating: "x", count: 3 << 20), String(repeating: ",", count: 3 << 20),
    ]
    for row in long {
      let answer = try run(csv: "id,email\n1,a@example.com\n\(row)\n3,c@example.com\n")
      #expect(answer.status == 2)
      #expect(answer.narration.contains("row 3 is refused. It has more than 1048576 bytes"))
      #expect(try email(of: "3") == "c@example.com")
    }
  }

  @Test func `come through standard input, too, and a missing file is told`() throws {
    let piped = try workbench.run(
      ["import", "users", "--ledger", "ledger.sqlite", "--csv", "-"],
      input: Self.two
    )
    #expect(piped.output == "2 new, 0 changed, 0 unchanged, 0 refused\n")
    let words = ["import", "users", "--ledger", "ledger.sqlite"]
    #expect(try workbench.run(words + ["--csv", "missing.csv"]).status == 1)
    let unnamed = try workbench.run(words)
    #expect(unnamed.status == 64)
    #expect(unnamed.narration.contains("--csv"))
    try workbench.write([], to: "empty.csv")
    #expect(try workbench.run(words + ["--csv", "empty.csv"]).status != 0)
  }

  @Test func `leave import of documents as it was`() throws {
    try workbench.write(Array("nothing".utf8), to: "receipt")
    let old = try workbench.run(["import", "--ledger", "ledger.sqlite", "receipt"])
    #expect(old.status == 2)
    #expect(old.narration.contains("receipt: rejected"))
    #expect(try workbench.run(["import"]).status == 64)
    let help = try workbench.run(["help", "import", "users"])
    #expect(help.output.contains("USAGE: purser import users"))
  }

  /// A profile's own bytes, exported from a ledger, are no profile to another ledger.
  @Test func `enter by no document`() throws {
    let profile =
      #"{"actor":"kim","at":1,"emails":["eve@example.com"],"schemaVersion":1,"user":"ada"}"#
    try workbench.write(Array(profile.utf8), to: "profile.json")
    let ways: [[String]] = [[], ["--user", "ada"], ["--user", "ada", "--store-answer"]]
    for words in ways {
      let answer = try workbench.run(
        ["import", "--ledger", "ledger.sqlite"] + words + ["profile.json"]
      )
      #expect(answer.status == 2, "\(answer.output)\(answer.narration)")
    }
    #expect(try email(of: "ada") == nil)
  }

  @Test(.timeLimit(.minutes(2))) func `are many in little time`() throws {
    let rows = (0..<20_000).map { "u\($0),user.\($0)@example.com,Person \($0)" }
    let start = ContinuousClock.now
    let answer = try run(csv: "id,email,name\n" + rows.joined(separator: "\n"))
    #expect(answer.output == "20000 new, 0 changed, 0 unchanged, 0 refused\n")
    #expect(ContinuousClock.now - start < .seconds(60))
    let check = try workbench.run(["check", "--ledger", "ledger.sqlite"])
    #expect(check.status == 0, "\(check.output)")
  }
}
