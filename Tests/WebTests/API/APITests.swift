import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore
import Testing
import Web

@Suite struct `The API for back ends` {
  @Test func `what it tells, letter by letter`() async throws {
    let fixture = try await APIFixture()
    var transcript = Transcript(fixture.router)
    for target in [
      "/v1/users/ada", "/v1/users/ada?environment=sandbox", "/v1/users/ada/entitlements",
      "/v1/users/ada-before/entitlements?environment=any&all=true&at=2025-12-01T00%3A00%3A00Z",
      "/v1/users/ada/orders?limit=2",
      "/v1/orders/apple:production:com.example.reader:1002", "/v1/orders/300", "/v1/catalog",
    ] {
      await transcript.send(fixture.request("GET", target), target: target)
    }
    let support = fixture.request("GET", "/v1/users/ada?environment=xcode", as: "support")
    await transcript.send(support, target: "/v1/users/ada?environment=xcode")
    let differs = transcript.difference(from: "api-reads")
    #expect(differs == nil, "\(differs ?? "")")
  }

  @Test func `what it does, letter by letter`() async throws {
    let fixture = try await APIFixture()
    var transcript = Transcript(fixture.router)
    let acts = [
      ("grants", #"{"key":"pro","until":"2026-07-01T00:00:00+02:00","note":"raffle"}"#),
      ("grants", #"{"key":"pro","until":"2026-07-01T00:00:00+02:00","note":"raffle"}"#),
      ("grants", #"{"key":"gold"}"#), ("withdrawals", #"{"key":"gold"}"#),
    ]
    for (path, body) in acts {
      let target = "/v1/users/ben/\(path)"
      await transcript.send(
        fixture.request("POST", target, as: "crm", body, headers: ["idempotency-key": "one"]),
        target: target
      )
    }
    let differs = transcript.difference(from: "api-acts")
    #expect(differs == nil, "\(differs ?? "")")
  }

  @Test func `what it refuses, letter by letter`() async throws {
    let fixture = try await APIFixture()
    var transcript = Transcript(fixture.router)
    let requests: [(WebRequest, String)] = [
      (fixture.request("GET", "/v1/users/ada", as: nil), "/v1/users/ada"),
      (fixture.request("GET", "/v1/users/ada", as: "nobody"), "/v1/users/ada"),
      (
        fixture.request("POST", "/v1/users/ada/grants", #"{"key":"pro"}"#), "/v1/users/ada/grants"
      ), (fixture.request("GET", "/v1/users/zoe"), "/v1/users/zoe"),
      (fixture.request("PUT", "/v1/users/ada/orders"), "/v1/users/ada/orders"),
      (fixture.request("GET", "/v1/users/ada?enviroment=any"), "/v1/users/ada?enviroment=any"),
      (
        fixture.request("POST", "/v1/users/ada/grants", as: "crm", #"{"key":""}"#),
        "/v1/users/ada/grants"
      ),
    ]
    for (request, target) in requests { await transcript.send(request, target: target) }
    let differs = transcript.difference(from: "api-refusals")
    #expect(differs == nil, "\(differs ?? "")")
  }

  @Test func `rights of a sandbox are told to nobody who does not ask for them`() async throws {
    let fixture = try await APIFixture()
    func keys(_ query: String) async throws -> [String] {
      let answer = await fixture.get("/v1/users/ada/entitlements\(query)")
      return try fixture.json(answer)["entitlements"]?.array?.compactMap { $0["key"]?.string } ?? []
    }
    #expect(try await keys("") == ["pro.monthly"])
    #expect(try await keys("?environment=sandbox") == ["gold.monthly"])
    #expect(try await keys("?environment=any") == ["gold.monthly", "pro.monthly"])
  }

  @Test func `a right is told as it stands at the instant asked about`() async throws {
    let fixture = try await APIFixture()
    let soon = await fixture.get("/v1/users/ada/entitlements?at=2026-01-20T23:59:59Z")
    #expect(try fixture.json(soon)["entitlements"]?.array?.count == 1)
    #expect(try fixture.json(soon)["changesAt"] == "2026-01-21T00:00:00Z")
    let later = await fixture.get("/v1/users/ada/entitlements?at=2026-01-21T00:00:00Z")
    #expect(try fixture.json(later)["entitlements"]?.array?.isEmpty == true)
    let zone = await fixture.get("/v1/users/ada/entitlements?at=2026-01-21t01:30:00.5%2b02:00")
    #expect(try fixture.json(zone)["entitlements"]?.array?.count == 1)
  }

  @Test func `a byte order mark makes another user`() async throws {
    let fixture = try await APIFixture()
    let answer = await fixture.get("/v1/users/%EF%BB%BFada/entitlements")
    #expect(try fixture.json(answer)["code"] == "unknown-user")
    #expect(await fixture.get("/v1/users//entitlements").note == "no-such-path")
  }

  @Test func `e-mail and name are told to keys for personal data only`() async throws {
    let fixture = try await APIFixture()
    let reader = String(decoding: await fixture.get("/v1/users/ada").body, as: UTF8.self)
    #expect(!reader.contains("Lovelace") && !reader.contains("example.com\""))
    let support = try fixture.json(await fixture.get("/v1/users/ada", as: "support"))
    #expect(support["email"] == "ada@example.com")
    #expect(support["name"] == "Ada Lovelace")
  }

  @Test func `an answer at hand need not be sent again`() async throws {
    let fixture = try await APIFixture()
    let target = "/v1/users/ada/entitlements"
    let tag = await fixture.get(target).headers.first { $0.name == "ETag" }?.value ?? ""
    for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
      let again = await fixture.get(target, headers: ["if-none-match": known])
      #expect(again.status == 304 && again.body.isEmpty)
    }
    _ = await fixture.post("/v1/users/ada/grants", #"{"key":"gold"}"#)
    let changed = await fixture.get(target, headers: ["if-none-match": tag])
    #expect(changed.status == 200)
  }

  @Test func `a key that is used too often waits, and no other does`() async throws {
    let fixture = try await APIFixture(perSecond: 2)
    let statuses = [
      await fixture.get("/v1/users/ada").status, await fixture.get("/v1/users/ada").status,
      await fixture.get("/v1/users/ada").status,
    ]
    #expect(statuses == [200, 200, 429])
    let limited = try fixture.json(await fixture.get("/v1/users/ada"))["detail"]?.string ?? ""
    #expect(limited.contains("with this API key"))
    #expect(await fixture.get("/v1/users/ada", as: "support").status == 200)
    fixture.wait(.seconds(1))
    #expect(await fixture.get("/v1/users/ada").status == 200)
  }

  @Test func `pages tell each order once, also where many were bought at one instant`()
    async throws
  {
    let fixture = try await APIFixture()
    var (names, target): ([String], String?) = ([], "/v1/users/eve/orders?limit=2")
    while let page = target {
      let json = try fixture.json(await fixture.get(page))
      names += json["orders"]?.array?.compactMap { $0["transactionId"]?.string } ?? []
      target = json["next"]?.string.map { "/v1/users/eve/orders?limit=2&after=\($0)" }
    }
    #expect(names.count == 5)
    #expect(Set(names) == ["m1", "m2", "m3", "m4", "m5"])
  }

  @Test func `a store's secret handle is told nowhere, and its order can be asked for`()
    async throws
  {
    let fixture = try await APIFixture()
    var told = ""
    for path in ["", "/entitlements", "/orders"] {
      told += String(decoding: await fixture.get("/v1/users/ben\(path)").body, as: UTF8.self)
    }
    #expect(!told.contains(APIFixture.handle.prefix(12)))
    let orders = try fixture.json(await fixture.get("/v1/users/ben/orders"))["orders"]?.array ?? []
    let name = orders.first { $0["store"] == "amazon" }?["id"]?.string ?? ""
    #expect(name.hasPrefix("amazon:production:com.example.reader:~"))
    let order = try fixture.json(await fixture.get("/v1/orders/\(name)"))
    #expect(order["id"]?.string == name)
    #expect(order["transactionId"] == .null)
    #expect(await fixture.get("/v1/orders/\(name.dropLast())0").status == 404)
  }

  @Test func `an order is found by its ID, or by a number that only one has`() async throws {
    let fixture = try await APIFixture()
    for name in ["GPA.3301-0000-0000-00001", "1002", "apple:production:com.example.other:300"] {
      #expect(await fixture.get("/v1/orders/\(name)").status == 200)
    }
    #expect(await fixture.get("/v1/orders/300").status == 409)
    #expect(await fixture.get("/v1/orders/301").status == 404)
  }
}
