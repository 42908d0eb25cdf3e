import Entitlements
import Testing

@Suite struct `A message's amounts and days` {
  @Test(
    arguments: [
      ("59.99 USD on 21 November", 59_990_000_000, "USD"),
      ("am 3.11. wurden 9,99 € gebucht", 9_990_000_000, "EUR"),
      ("€ 1.234,50", 1_234_500_000_000, "EUR"), ("11月3日に480円が", 480_000_000_000, "JPY"),
      ("charged $4.99", 4_990_000_000, nil), ("12.99 again", 12_990_000_000, nil),
    ] as [(String, Int64, String?)]
  )
  func `amounts with their currency`(_ message: String, _ nanos: Int64, _ code: String?) {
    let amount = MessageClues(in: message).amounts.first
    #expect(amount?.nanos == nanos)
    #expect(amount?.currency?.code == code)
  }

  @Test(
    arguments: [
      ("59.99 USD on 21 November", [[0, 11, 21]]), ("am 3.11. gekauft", [[0, 11, 3]]),
      ("Nov 3, 2025", [[2025, 11, 3]]), ("12/11/2025", [[2025, 11, 12], [2025, 12, 11]]),
      ("2026-11-21", [[2026, 11, 21]]), ("11月3日", [[0, 11, 3]]), ("3 ноября", [[0, 11, 3]]),
      ("17th of October", [[0, 10, 17]]), ("3 de octubre de 2026", [[2026, 10, 3]]),
      ("31.02.2025, 9,99 and 1234567890", []), ("", []),
    ] as [(String, [[Int]])]
  )
  func `days with and without a year`(_ message: String, _ days: [[Int]]) {
    let found = MessageClues(in: message).days.map { [$0.year ?? 0, $0.month, $0.day] }
    #expect(found == days)
  }

  @Test func `of a hostile message are few`() {
    let clues = MessageClues(in: String(repeating: "1/2 9.99 ", count: 100_000))
    #expect(clues.amounts.count == 1)
    #expect(clues.days.count == 2)
  }
}

@Suite struct `Near misses of identifiers` {
  @Test(arguments: [
    ("GPA.3399-OO11-2233-44556", "GPA.3399-0011-2233-44556"),
    ("order GPA 33990011223344556 please", "GPA.3399-0011-2233-44556"),
    ("GPA.3399.0011.2233.4455l", "GPA.3399-0011-2233-44551"),
    ("GPA.3399-0011-2233-4455", "GPA.3399-0011-2233-4455"),
  ])
  func `are offered as what could be meant`(_ text: String, _ value: String) {
    #expect(Identifier.repairs(in: text).map(\.value) == [value])
  }

  @Test(arguments: [
    "GPA.3399-0011-2233-44556", "my GPA is 3.9", "GPA", "hello", "gpa 12 34 and more",
  ])
  func `are none where nothing is amiss`(_ text: String) {
    #expect(Identifier.repairs(in: text) == [])
  }

  @Test(arguments: [
    ("charged twice u_hf5rn", ["u_hf5rn"]), ("I am anonymous-4711-ab.", ["anonymous-4711-ab"]),
    ("mail me at ada_1@example.com", []), ("no such words here 12345", []),
    ("返金してください。u_22hh6", ["u_22hh6"]),
  ])
  func `users' IDs stand in the middle of sentences`(_ text: String, _ ids: [String]) {
    #expect(Identifier.userIDs(in: text) == ids)
  }

  @Test(arguments: [
    ("my user ID is azlife. I have no access", ["azlife"]), ("My ID: UPPER", ["UPPER"]),
    ("meine Nutzer-ID lautet two-words", ["two-words"]), ("my account is locked", []),
    ("this is not my user ID: azlife", []), ("my friend's user ID is azlife", []),
  ])
  func `a word is a user's ID where the text calls it so`(_ text: String, _ ids: [String]) {
    #expect(Introductions.ownUserIDs(in: text) == ids)
  }
}
