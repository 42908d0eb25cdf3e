import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

@Suite struct `Profiles over the API` {
  private func put(
    _ user: String,
    _ body: String,
    as key: String? = "directory",
    _ fixture: APIFixture
  ) async -> WebResponse {
    await fixture.router.answer(fixture.request("PUT", "/v1/users/\(user)", as: key, body))
  }

  private func email(of user: String, _ fixture: APIFixture) async throws -> String? {
    try await fixture.ledger.users.details(of: ID(user))?.user.email
  }

  @Test func `are filed under the key's name, and found by each address`() async throws {
    let fixture = try await APIFixture()
    let body = #"{"names":["Zoe"],"emails":["zoe@example.com","z@example.org"],"locale":"de-AT"}"#
    let first = await put("zoe", body, fixture)
    #expect(first.status == 200)
    #expect(try fixture.json(first) == ["user": "zoe", "change": "new"])
    #expect(try fixture.json(await put("zoe", body, fixture))["change"] == "unchanged")
    #expect(try await fixture.ledger.audit.rows(limit: 1).rows.map(\.actor) == ["directory"])
    let asked = "refund please, z@example.org"
    let file = try await fixture.ledger.search.diagnosisInput(
      about: asked,
      Identifier.all(in: asked)
    )
    #expect(file.user?.name == "Zoe")
    let shown = await fixture.get("/v1/users/zoe", as: "support")
    #expect(try fixture.json(shown)["email"] == "zoe@example.com")
    fixture.wait(.seconds(1))
    #expect(try fixture.json(await put("zoe", "{}", fixture))["change"] == "changed")
    #expect(try await email(of: "zoe", fixture) == nil)
  }

  @Test func `of a merged user name the one who remains, and keep that one's own`() async throws {
    let fixture = try await APIFixture()
    let body = #"{"emails":["before@example.com"]}"#
    let answer = try fixture.json(await put("ada-before", body, fixture))
    #expect(answer == ["user": "ada", "change": "new"])
    #expect(try fixture.json(await put("ada-before", body, fixture))["change"] == "unchanged")
    #expect(try await email(of: "ada", fixture) == "ada@example.com")
    let asked = "before@example.com"
    let file = try await fixture.ledger.search.diagnosisInput(
      about: asked,
      Identifier.all(in: asked)
    )
    #expect(file.user?.id == ID("ada"))
  }

  @Test func `give no rights`() async throws {
    let fixture = try await APIFixture()
    let before = await fixture.get("/v1/users/ada/entitlements").body
    _ = await put("zoe", #"{"accounts":["ada"],"emails":["ada@example.com"]}"#, fixture)
    #expect(await fixture.get("/v1/users/ada/entitlements").body == before)
    let rights = try fixture.json(await fixture.get("/v1/users/zoe/entitlements"))
    #expect(rights["entitlements"]?.array == [])
  }

  @Test(arguments: ["reader", "crm", "support", nil])
  func `take a scope of their own`(_ key: String?) async throws {
    let fixture = try await APIFixture()
    let body = #"{"emails":["eve@example.com"]}"#
    let status = key == nil ? 401 : 403
    #expect(await put("ada", body, as: key, fixture).status == status)
    let list = #"{"users":[{"id":"ada","emails":["eve@example.com"]}]}"#
    #expect(await fixture.post("/v1/users", as: key, list).status == status)
    #expect(try await email(of: "ada", fixture) == "ada@example.com")
  }

  @Test func `with their scope alone, nothing else can be done`() async throws {
    let fixture = try await APIFixture()
    #expect(await fixture.get("/v1/users/ada", as: "directory").status == 403)
    let grant = await fixture.post("/v1/users/ada/grants", as: "directory", #"{"key":"gold"}"#)
    #expect(grant.status == 403)
  }

  @Test func `of several users are filed in one step, or none of them`() async throws {
    let fixture = try await APIFixture()
    let list = """
      {"users":[{"id":"a","emails":["a@example.com"]},{"id":"b","names":["B"]},{"id":"c"}]}
      """
    let answer = await fixture.post("/v1/users", as: "directory", list)
    #expect(answer.status == 200)
    let changes = try fixture.json(answer)["users"]?.array?.map { $0["change"]?.string }
    #expect(changes == ["new", "new", "unchanged"])
    let faulty = """
      {"users":[{"id":"d","emails":["d@example.com"]},{"id":"e","emails":["nobody"]}]}
      """
    let refused = await fixture.post("/v1/users", as: "directory", faulty)
    #expect(refused.status == 422)
    #expect(try fixture.json(refused)["parameter"] == "users[1].emails")
    #expect(try await email(of: "d", fixture) == nil)
  }

  @Test(
    arguments: [
      ("", 400), ("{", 400), ("[]", 422), ("null", 422), (#"{"emails":"a@b"}"#, 422),
      (#"{"emails":[1]}"#, 422), (#"{"emails":["nobody"]}"#, 422),
      (#"{"emails":["a\u0000@b"]}"#, 422),
      (#"{"names":["a\nb"]}"#, 422), (#"{"names":[""]}"#, 422), (#"{"grants":["gold"]}"#, 422),
      (#"{"locale":"de AT"}"#, 422), (#"{"timeZone":"<x>"}"#, 422), (#"{"locale":null}"#, 200),
      (#"{"emails":["a@b"],"emails":["c@d"]}"#, 400), (#"{"names":[["a"]]}"#, 422),
      (#"{"user":"ben"}"#, 422), (#"{"id":"ben"}"#, 422),
    ]
  )
  func `are held to their form`(_ body: String, _ status: Int) async throws {
    let fixture = try await APIFixture()
    #expect(await put("ada", body, fixture).status == status)
  }

  @Test(
    arguments: [
      ("{}", 422), (#"{"users":{}}"#, 422), (#"{"users":[1]}"#, 422), (#"{"users":[{}]}"#, 422),
      (#"{"users":[{"id":""}]}"#, 422), (#"{"users":[{"id":"a"},{"id":"a"}]}"#, 422),
      (#"{"users":[{"id":"a","x":1}]}"#, 422), (#"{"users":[]}"#, 200),
    ]
  )
  func `of several users are held to their form`(_ body: String, _ status: Int) async throws {
    let fixture = try await APIFixture()
    #expect(await fixture.post("/v1/users", as: "directory", body).status == status)
  }

  @Test func `have bounds`() async throws {
    let fixture = try await APIFixture()
    #expect(await put("erased-1", "{}", fixture).note == "invalid-parameter")
    let reserved = #"{"users":[{"id":"Anonymous-1","names":["n"]}]}"#
    #expect(await fixture.post("/v1/users", as: "directory", reserved).note == "invalid-body")
    func list(_ count: Int) -> String {
      let users = (0..<count).map { #"{"id":"\#($0)","names":["n"]}"# }
      return #"{"users":[\#(users.joined(separator: ","))]}"#
    }
    #expect(await fixture.post("/v1/users", as: "directory", list(500)).status == 200)
    #expect(await fixture.post("/v1/users", as: "directory", list(501)).status == 422)
    let long = String(repeating: " ", count: 1 << 20) + "{}"
    #expect(await fixture.post("/v1/users", as: "directory", long).status == 413)
    #expect(await put("ada", String(repeating: " ", count: 40_000), fixture).status == 413)
    #expect(await put(String(repeating: "é", count: 200), "{}", fixture).status == 400)
  }
}

/// What an app can hand in states no profile, though it be the bytes of one.
@Suite struct `A profile that an app hands in` {
  @Test(arguments: ["/receipts", "/v1/validate?appName=reader&apiKey=k3y", "/verify"])
  func `is none`(_ path: String) async throws {
    let stand = try SubmissionFixture()
    var configuration = WebConfiguration()
    (configuration.apps, configuration.packages) = (SubmissionFixture.apps, SubmissionFixture.apps)
    configuration.validator = ValidatorConfiguration(apps: [
      .init(
        name: "reader",
        key: Secret("k3y"),
        bundleID: SubmissionFixture.app,
        package: SubmissionFixture.app
      )
    ])
    configuration.verification = VerificationConfiguration(isAnonymous: true)
    configuration.upload = UploadConfiguration(key: Secret("app-key"))
    let router = WebRouter(Endpoints.states(configuration, stand.core))
    let profile = try UserProfile(ID("ada"), names: ["Eve"], emails: ["eve@example.com"])
    let bytes = try StatedProfile(profile, by: "crm", at: stand.now).bytes()
    let text = String(decoding: bytes, as: UTF8.self)
    let encoded = Data(bytes).base64EncodedString()
    let bodies: [JSONValue] = [text, encoded].flatMap { document -> [JSONValue] in
      [
        ["receipt-data": .string(document), "uuid": "phone", "uid": "ada"],
        [
          "id": .string(SubmissionFixture.app), "type": "application",
          "transaction": [
            "type": "ios-appstore", "id": "100", "appStoreReceipt": .string(document),
          ], "additionalData": ["applicationUsername": "ada"],
        ],
        [
          "userIdentifier": "ada",
          "purchaseDetails": [
            "productID": "pro", "status": "purchased",
            "verificationData": [
              "source": "app_store", "serverVerificationData": .string(document),
              "localVerificationData": .string(document),
            ],
          ],
        ],
      ]
    }
    for body in [bytes] + bodies.map(CompactJSON.bytes) {
      _ = await router.answer(
        WebRequest(
          "POST",
          path,
          headers: ["content-type": "application/json", "x-app-key": "app-key"],
          body: body
        )
      )
    }
    #expect(try await stand.ledger.users.details(of: ID("ada"))?.user.email == nil)
    #expect(try await stand.ledger.users.profiles(of: [ID("ada")]).isEmpty)
  }
}
