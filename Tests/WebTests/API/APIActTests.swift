import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

@Suite struct `What back ends do` {
  private func keys(of user: String, _ fixture: APIFixture) async throws -> [String] {
    let answer = await fixture.get("/v1/users/\(user)/entitlements")
    return try fixture.json(answer)["entitlements"]?.array?.compactMap { $0["key"]?.string } ?? []
  }

  /// The answers to eight requests at once about one entitlement, each with its idempotency key.
  private func together(
    _ path: String,
    _ fixture: APIFixture,
    key: @escaping @Sendable (Int) -> String
  ) async -> [WebResponse] {
    await withTaskGroup(of: WebResponse.self) { group in
      for number in 0..<8 {
        group.addTask {
          await fixture.post(path, #"{"key":"gold"}"#, headers: ["idempotency-key": key(number)])
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `a grant holds at once, and is recorded under the key's name`() async throws {
    let fixture = try await APIFixture()
    #expect(await fixture.post("/v1/users/ada/grants", #"{"key":"gold"}"#).status == 201)
    #expect(try await keys(of: "ada", fixture) == ["gold", "pro.monthly"])
    let rows = try await fixture.ledger.audit.rows(limit: 1).rows
    #expect(rows.map(\.actor) == ["crm"])
    #expect(rows.map(\.action) == ["grant"])
  }

  @Test func `a request that is sent twice under one name is done once`() async throws {
    let fixture = try await APIFixture()
    let before = try await fixture.ledger.audit.rows(limit: 1).total
    let name = ["idempotency-key": "a"]
    let body = #"{"key":"gold","note":"raffle"}"#
    let first = await fixture.post("/v1/users/ada/grants", body, headers: name)
    let second = await fixture.post("/v1/users/ada/grants", body, headers: name)
    #expect(first.status == 201 && second.status == 201)
    #expect(first.body == second.body)
    #expect(second.headers.contains { $0.name == "Idempotency-Replayed" })
    // The grant, and its note.
    #expect(try await fixture.ledger.audit.rows(limit: 1).total == before + 2)
    let other = await fixture.post("/v1/users/ben/grants", body, headers: name)
    #expect(other.status == 409)
    #expect(try fixture.json(other)["code"] == "idempotency-key-reused")
  }

  @Test func `two of one name that come together are one`() async throws {
    let fixture = try await APIFixture()
    let answers = await together("/v1/users/ada/grants", fixture) { _ in "a" }
    #expect(Set(answers.map(\.body)).count == 1)
    #expect(answers.allSatisfy { $0.status == 201 })
  }

  @Test func `withdrawals of one grant that come together withdraw once, under whatever names`()
    async throws
  {
    let fixture = try await APIFixture()
    _ = await fixture.post("/v1/users/ada/grants", #"{"key":"gold"}"#)
    fixture.wait(.seconds(1))
    let before = try await fixture.ledger.audit.rows(limit: 1).total
    let answers = await together("/v1/users/ada/withdrawals", fixture) { "\($0)" }
    #expect(answers.map(\.status).sorted() == [201] + [Int](repeating: 409, count: 7))
    #expect(try await fixture.ledger.audit.rows(limit: 1).total == before + 1)
  }

  @Test func `only what was given by hand can be withdrawn`() async throws {
    let fixture = try await APIFixture()
    let bought = await fixture.post("/v1/users/ada/withdrawals", #"{"key":"pro.monthly"}"#)
    #expect(bought.status == 409)
    _ = await fixture.post("/v1/users/ada/grants", #"{"key":"gold"}"#)
    fixture.wait(.seconds(1))
    #expect(await fixture.post("/v1/users/ada/withdrawals", #"{"key":"gold"}"#).status == 201)
    #expect(try await keys(of: "ada", fixture) == ["pro.monthly"])
    #expect(await fixture.post("/v1/users/ada/withdrawals", #"{"key":"gold"}"#).status == 409)
  }

  @Test func `a grant that would be over is not given`() async throws {
    let fixture = try await APIFixture()
    let answer = await fixture.post(
      "/v1/users/ada/grants",
      #"{"key":"gold","until":"2025-12-31T23:59:59Z"}"#
    )
    #expect(answer.status == 409)
    #expect(try await keys(of: "ada", fixture) == ["pro.monthly"])
  }

  @Test func `a user nobody has heard of is made where that is asked for`() async throws {
    let fixture = try await APIFixture()
    #expect(await fixture.post("/v1/users/zoe/grants", #"{"key":"gold"}"#).status == 404)
    let made = await fixture.post("/v1/users/zoe/grants", #"{"key":"gold","new":true}"#)
    #expect(made.status == 201)
    #expect(try await keys(of: "zoe", fixture) == ["gold"])
  }

  @Test(arguments: ["erased-1", "Anonymous-7"])
  func `nobody is made under a name that the ledger gives`(_ name: String) async throws {
    let fixture = try await APIFixture()
    let grant = await fixture.post("/v1/users/\(name)/grants", #"{"key":"gold","new":true}"#)
    #expect(grant.note == "invalid-parameter")
    let accounts = fixture.request(
      "PUT",
      "/v1/users/\(name)/accounts",
      as: "crm",
      #"{"accounts":["x"]}"#
    )
    #expect(await fixture.router.answer(accounts).note == "invalid-parameter")
    #expect(await fixture.get("/v1/users/\(name)").note == "unknown-user")
  }

  @Test func `a request that is sent again after a merge gets its first answer`() async throws {
    let fixture = try await APIFixture()
    let name = ["idempotency-key": "a"]
    let first = await fixture.post("/v1/users/ben/grants", #"{"key":"gold"}"#, headers: name)
    _ = try await fixture.service.actions.perform(.merge(into: ID("ada"), ID("ben")), by: "mia")
    for user in ["ben", "ada"] {
      let again = await fixture.post("/v1/users/\(user)/grants", #"{"key":"gold"}"#, headers: name)
      #expect(again.status == 201 && again.body == first.body)
    }
    let other = await fixture.post("/v1/users/ben/grants", #"{"key":"silver"}"#, headers: name)
    #expect(other.status == 409)
  }

  @Test func `what is given to somebody's former name is theirs`() async throws {
    let fixture = try await APIFixture()
    let answer = await fixture.post("/v1/users/ada-before/grants", #"{"key":"gold"}"#)
    #expect(try fixture.json(answer)["user"] == "ada")
    #expect(try await keys(of: "ada", fixture) == ["gold", "pro.monthly"])
  }

  @Test(
    arguments: [
      ("", 400), ("{", 400), ("[]", 422), ("{}", 422), (#"{"key":1}"#, 422),
      (#"{"key":"a","key":"b"}"#, 400), (#"{"key":"a\u0000"}"#, 422), (#"{"key":"a","x":1}"#, 422),
      (#"{"key":"a","until":"soon"}"#, 422), (#"{"key":"a","until":"2026-02-30T00:00:00Z"}"#, 422),
      (#"{"key":"a","environment":"any"}"#, 422), (#"{"key":"a","new":"yes"}"#, 422),
      (#"{"key":"a","note":""}"#, 422), (#"{"key":"a","until":null}"#, 201),
      (#"{"key":"a","until":"9999-12-31T23:59:59-23:59"}"#, 201),
    ]
  )
  func `a body is held to its form`(_ body: String, _ status: Int) async throws {
    let fixture = try await APIFixture()
    #expect(await fixture.post("/v1/users/ada/grants", body).status == status)
  }

  @Test func `a body of another type, or of no end, is refused`() async throws {
    let fixture = try await APIFixture()
    let form = await fixture.post(
      "/v1/users/ada/grants",
      "key=gold",
      headers: ["content-type": "application/x-www-form-urlencoded"]
    )
    #expect(form.status == 415)
    let long = String(repeating: " ", count: 40_000)
    #expect(await fixture.post("/v1/users/ada/grants", long).status == 413)
  }
}
