import Entitlements
import Foundation
import Testing

@testable import Persistence

struct NearMissTests {
  private let ledger: Ledger

  init() async throws {
    ledger = try Ledger.inMemory()
    let dollars = try #require(Currency("USD"))
    var bought = Filing.receipt(
      "rosa's",
      on: 5,
      for: .user(ID("u_rosa")),
      [Sale("GPA.3399-0011-2233-44556", from: 4)],
      userName: "Rosa Marquez",
      userEmail: "rosa.marquez+shop@example.com"
    )
    bought.facts.orders[0] = bought.facts.orders[0].changing { order in
      order.terms = Order.Terms(
        price: Money(nanos: 59_990_000_000, dollars),
        statementSource: order.statementSource
      )
    }
    _ = try await ledger.file([
      bought,
      .receipt(
        "bob's",
        on: 6,
        for: .user(ID("bob")),
        [Sale("200000123456789", from: 5)],
        userEmail: "bob@example.org"
      ),
    ])
  }

  private func misses(_ text: String) async throws -> [NearMiss] {
    let file = try await ledger.search.diagnosisInput(about: text)
    return try await ledger.search.nearMisses(in: text, of: file.subject, at: day(20))
  }

  @Test(arguments: [
    "my order is GPA.3399-0O11-2233-44556", "GPA.3399-0011-2233-44557 charged twice",
    "order GPA.3399-0011-2233-4455", "order GPA 3399 0011 2323 44556", "GPA.3399-0011-2233-445566",
  ])
  func `an order number with a slip in it is offered, and with whose it is`(
    message: String
  ) async throws {
    let miss = try #require(try await misses(message).first)
    #expect(miss.text == "GPA.3399-0011-2233-44556")
    #expect(miss.sentence == "Did you mean GPA.3399-0011-2233-44556, Rosa Marquez?")
    let question = miss.applied(to: message)
    let file = try await ledger.search.diagnosisInput(about: question)
    #expect(file.user?.id == ID("u_rosa"))
  }

  @Test(arguments: [
    ("I am rosa.marquez@example.com and paid", "rosa.marquez+shop@example.com"),
    ("write to Bbo@example.org please", "bob@example.org"),
    ("bob@exmple.org", "bob@example.org"), ("bob+app@example.org", "bob@example.org"),
    ("transaction 200000123456798", "200000123456789"),
    ("transaction 20000123456789", "200000123456789"),
  ])
  func `an address or a number one slip away is offered`(
    message: String,
    meant: String
  ) async throws {
    #expect(try await misses(message).map(\.text) == [meant])
  }

  @Test func `a name, or an amount with its day, is offered where nothing else is known`()
    async throws
  {
    #expect(try await misses("Regards, rosa marquez").map(\.text) == ["u_rosa"])
    let charge = try await misses("You took 59.99 USD on 5 January, why?")
    #expect(charge.map(\.text) == ["GPA.3399-0011-2233-44556"])
    #expect(charge.map(\.likeness) == [.charge])
    #expect(try await misses("You took 59.99 EUR on 5 January, why?") == [])
    #expect(try await misses("You took 59.99 USD on 9 January, why?") == [])
  }

  @Test func `what is on file is offered nothing beside it, and a stranger nothing at all`()
    async throws
  {
    #expect(try await misses("GPA.3399-0011-2233-44556, regards, Rosa Marquez") == [])
    #expect(try await misses("GPA.9999-9999-9999-99999 alice@example.net") == [])
  }

  @Test func `of many that are alike none is offered`() async throws {
    _ = try await ledger.file(
      (0..<5).map { number in
        .receipt(
          "ann's \(number)",
          on: 7,
          for: .user(ID("ann-\(number)")),
          [Sale("\(7_000 + number)")],
          userEmail: "ann\(number)@example.org"
        )
      }
    )
    #expect(try await misses("ann@example.org") == [])
  }

  @Test(arguments: [
    ("I am bob and paid", ["bob"]), ("my user name is BOB, no access", ["bob"]),
    ("Name: Rosa Marquez", ["u_rosa"]), ("soy Rosa Marquez 🌻", ["u_rosa"]),
    ("I am bobby and paid", []), ("I bob along", []), ("Name: Rosa", []),
  ])
  func `a user whom a message introduces is offered, and nobody by chance`(
    message: String,
    meant: [String]
  ) async throws {
    #expect(try await misses(message).map(\.text) == meant)
  }

  @Test func `an offered user is found when the question is asked again`() async throws {
    let miss = try #require(try await misses("I am bob and paid").first)
    let question = miss.applied(to: "I am bob and paid")
    let file = try await ledger.search.diagnosisInput(about: question)
    #expect(file.user?.id == ID("bob"))
  }

  @Test func `a user ID with a typing error is offered`() async throws {
    _ = try await ledger.file([
      .receipt("cy's", on: 7, for: .user(ID("u_6q5w9")), [Sale("7100")])
    ])
    #expect(try await misses("user u_6q5w has no access").map(\.text) == ["u_6q5w9"])
    #expect(try await misses("user u_6q has no access") == [])
  }

  @Test func `sales of one price on one day are offered as a list if they are many`() async throws {
    let dollars = try #require(Currency("USD"))
    _ = try await ledger.file(
      (0..<5).map { number in
        var filing = Filing.receipt(
          "dan's \(number)",
          on: 8,
          for: .user(ID("dan-\(number)")),
          [Sale("\(8_000 + number)", from: 7)]
        )
        filing.facts.orders[0] = filing.facts.orders[0].changing { order in
          order.terms = Order.Terms(
            price: Money(nanos: 9_500_000_000, dollars),
            statementSource: order.statementSource
          )
        }
        return filing
      }
    )
    let charges = try await misses("You took 9.50 USD on 8 January, why?")
    #expect(charges.map(\.list) == ["orders price:9.50 ccy:usd since:2026-01-07 until:2026-01-09"])
    #expect(throws: Never.self) { try Query(reading: "price:9.50 ccy:usd", at: day(20)) }
  }

  @Test func `users of one name are offered as a list if they are many`() async throws {
    _ = try await ledger.file(
      (0..<5).map { number in
        .receipt(
          "eva's \(number)",
          on: 9,
          for: .user(ID("eva-\(number)")),
          [Sale("\(9_000 + number)")],
          userName: "Eva Luna"
        )
      }
    )
    #expect(try await misses("Regards, Eva Luna").map(\.list) == ["users \"Eva Luna\""])
  }
}
