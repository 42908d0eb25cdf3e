import Basics
import Foundation
import Logging
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

@Suite struct `The document of the API` {
  private func document(_ fixture: APIFixture) async throws -> JSONValue {
    try fixture.json(await fixture.get("/v1/openapi.json", as: nil))
  }

  @Test func `answers are as it says, and so are its examples`() async throws {
    let fixture = try await APIFixture()
    let document = try await document(fixture)
    let check = SchemaCheck(document: document)
    _ = await fixture.post("/v1/users/ada/grants", #"{"key":"gold"}"#)
    let asked = [
      ("User", "/v1/users/ada?environment=any"), ("User", "/v1/users/ben"),
      ("Entitlements", "/v1/users/ada/entitlements?all=true"), ("Orders", "/v1/users/ben/orders"),
      ("Order", "/v1/orders/1002"), ("Problem", "/v1/orders/300"), ("Problem", "/v1/users/zoe"),
    ]
    for (schema, target) in asked {
      let answer = try fixture.json(await fixture.get(target, as: "support"))
      #expect(check.faults(answer, ["$ref": .string("#/components/schemas/\(schema)")]) == [])
    }
    for path in document["paths"]?.members ?? [] {
      for method in path.value.members ?? [] {
        for response in method.value["responses"]?.members ?? [] {
          let content = response.value["content"]?["application/json"]
          guard let content, let schema = content["schema"], let example = content["example"]
          else { continue }
          #expect(check.faults(example, schema, at: path.name) == [])
        }
      }
    }
    for schema in document["components"]?["schemas"]?.members ?? [] {
      guard let example = schema.value["example"] else { continue }
      #expect(check.faults(example, schema.value, at: schema.name) == [])
    }
  }

  @Test func `that of all endpoints has examples of every request, and they are as it says`()
    throws
  {
    let document = OpenAPIDocument.ofAllEndpoints
    let check = SchemaCheck(document: document)
    var examples = 0
    for path in document["paths"]?.members ?? [] {
      for method in path.value.members ?? [] {
        let request = method.value["requestBody"]
        let contents =
          [request?["content"]]
          + (method.value["responses"]?.members ?? []).map { $0.value["content"] }
        for content in contents.compactMap({ $0?.members }).flatMap(\.self) {
          let schema = try #require(content.value["schema"])
          for example in content.value["examples"]?.members ?? [] {
            let value = try #require(example.value["value"])
            #expect(check.faults(value, schema, at: "\(path.name) \(example.name)") == [])
            examples += 1
          }
        }
        // The schemas of the API's bodies have their examples themselves.
        guard let request, !path.name.hasPrefix("/v1/users") else { continue }
        let first = request["content"]?.members?.first?.value
        #expect(first?["examples"]?.members?.isEmpty == false, "\(path.name)")
      }
    }
    #expect(examples > 30)
    for part in String(decoding: CompactJSON.bytes(document), as: UTF8.self)
      .split(separator: #""$ref":""#).dropFirst()
    {
      let name = part.prefix { $0 != "\"" }
      #expect(check.resolved(String(name)) != nil, "\(name)")
    }
    let operations = (document["paths"]?.members ?? []).flatMap { $0.value.members ?? [] }
    let ids = operations.compactMap { $0.value["operationId"]?.string }
    #expect(Set(ids).count == operations.count)
  }

  @Test func `it describes every route of the endpoints that are open`() async throws {
    let fixture = try await PlayFabFixture()
    var configuration = WebConfiguration()
    (configuration.apps, configuration.packages) = (["com.example.game"], ["com.example.game"])
    configuration.validator = ValidatorConfiguration(apps: [.init(name: "a", key: Secret("k"))])
    configuration.playFab = PlayFabConfiguration(title: "A1B2")
    configuration.verification = VerificationConfiguration(token: Secret("t"))
    configuration.upload = UploadConfiguration(key: Secret("k"))
    configuration.apple = AppleNotificationConfiguration()
    let open = Endpoints.states(configuration, fixture.core).compactMap { state in
      if case .open(let group) = state { group } else { nil }
    }
    #expect(open.map(\.name) == ["validate", "playfab", "verify", "upload", "apple"])
    let router = WebRouter([OpenAPIDocument.group(of: open, at: nil, fixture.core)])
    let response = await router.answer(WebRequest("GET", "/v1/openapi.json"))
    let document = try JSONReader.value(response.body)
    for route in open.flatMap(\.routes) where route.path != "/Client/{method}" {
      let method = route.method.rawValue.lowercased()
      #expect(document["paths"]?[route.path]?[method] != nil, "\(route.path)")
    }
    #expect(document["paths"]?["/verify"] == nil)
    #expect(document["paths"]?["/notifications/google"] == nil)
  }

  @Test func `every path and method in it is answered, and no reference leads nowhere`()
    async throws
  {
    let fixture = try await APIFixture()
    let document = try await document(fixture)
    for path in document["paths"]?.members ?? [] where path.name.hasPrefix("/v1/") {
      let target = path.name.replacing("{id}", with: "ada")
      for method in path.value.members ?? [] {
        let request = fixture.request(method.name.uppercased(), target, as: "crm")
        #expect(await fixture.router.answer(request).status != 405)
        #expect(method.value["responses"]?["503"] != nil)
      }
    }
    let text = String(decoding: CompactJSON.bytes(document), as: UTF8.self)
    let check = SchemaCheck(document: document)
    for part in text.split(separator: #""$ref":""#).dropFirst() {
      let name = part.prefix { $0 != "\"" }
      #expect(check.resolved(String(name)) != nil, "\(name)")
    }
  }

  @Test(
    arguments: [
      "/v1/users/a%00b", "/v1/users/%0a", "/v1/users/a%C2%9Bb", "/v1/users/ada?environment=moon",
      "/v1/users/ada/entitlements?at=yesterday", "/v1/users/ada/entitlements?at=",
      "/v1/users/ada/entitlements?all=1", "/v1/users/ada/entitlements?all=true&all=true",
      "/v1/users/ada/orders?limit=0", "/v1/users/ada/orders?limit=201",
      "/v1/users/ada/orders?limit=%2B5", "/v1/users/ada/orders?limit=99999999999999999999",
      "/v1/users/ada/orders?after=x", "/v1/users/ada/orders?after=1.2.3",
      // Of an earlier version.
      "/v1/users/ada/orders?after=1767225600000.42", "/v1/catalog?x=1",
    ]
  )
  func `a parameter of another form is refused`(_ target: String) async throws {
    let fixture = try await APIFixture()
    let answer = await fixture.get(target)
    #expect(answer.status == 400)
    #expect(try fixture.json(answer)["code"] == "invalid-parameter")
  }

  @Test func `what is long or strange is no trap`() async throws {
    let fixture = try await APIFixture()
    let long = String(repeating: "a", count: 257)
    #expect(await fixture.get("/v1/users/\(long)").status == 400)
    for target in [
      "/v1/users/%FF", "/v1/orders/:::", "/v1/orders/apple:production:x:~", "/v1/orders/~-",
      "/v1/orders/apple:production:x:~99999999999999999999-0123456789abcdef",
      "/v1/orders/amazon:production:x:~9223372036854775807-0123456789abcdef",
      "/v1/orders/amazon:production:x:~-9223372036854775808-0123456789abcdef",
      "/v1/users/ada/orders?after=-999999999999999.ffffffffffffffff",
    ] {
      let answer = await fixture.get(target)
      #expect(answer.status == 404 || answer.status == 200, "\(target)")
    }
  }

  @Test func `a key's hash is read as it is printed, and nothing else is`() {
    let digest = APIKeyDigest(of: Secret("pk_reader"))
    #expect(APIKeyDigest("\(digest)") == digest)
    #expect(APIKeyDigest("\(digest)".uppercased().replacing("SHA256", with: "sha256")) == digest)
    #expect(APIKeyDigest(of: Secret("pk_other")) != digest)
    for wrong in ["", "sha256:", "sha256:00", "\(digest)0", "\(digest)".replacing("a", with: "g")] {
      #expect(APIKeyDigest(wrong) == nil || "\(digest)" == wrong)
    }
  }

  @Test func `without a key the endpoint is closed`() throws {
    let core = WebDependencies(
      service: EntitlementService(ledger: try .inMemory(), receipts: try ReceiptVerifier()),
      fetch: { _ throws(FetchError) in throw .unreachable },
      log: .init(label: "api")
    )
    guard case .closed(_, let missing) = APIEndpoints.state(WebConfiguration(), core) else {
      Issue.record("it is open")
      return
    }
    #expect(missing == "[[serve.api.key]] is not set")
  }
}
