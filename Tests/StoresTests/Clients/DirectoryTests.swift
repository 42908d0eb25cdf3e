import Entitlements
import Foundation
import ServiceCore
import Stores
import Testing

@Suite struct `A directory asked over HTTP` {
  private static let token = "s3cret"

  private func ask(
    _ user: String,
    _ reply: Reply,
    timeout: Duration = .seconds(60),
    path: String = "/users/{id}?full=1"
  ) async throws -> (received: [Received], profile: UserProfile?, error: DirectoryError?) {
    try await ScriptedStore.run(script: { _ in reply }) { url, journal in
      let client = DirectoryHTTPClient(
        try DirectoryConfiguration(
          userURL: url + path,
          token: Secret(Self.token),
          timeout: timeout
        )
      )
      var (profile, fault): (UserProfile?, DirectoryError?) = (nil, nil)
      do throws(DirectoryError) {
        profile = try await client.client.profile(ID(user))
      } catch {
        fault = error
      }
      await client.shutdown()
      return (journal(), profile, fault)
    }
  }

  @Test func `answers with a profile in the form of the API, and other members are ignored`()
    async throws
  {
    let (received, profile, error) = try await ask(
      "ada",
      .json(
        """
        {"id":"ada","names":["Ada  Lovelace"],"emails":["ada@example.com"],"accounts":null,\
        "locale":"de-AT","timeZone":"Europe/Vienna","shoeSize":38}
        """
      )
    )
    #expect(error == nil)
    #expect(
      try profile
        == UserProfile(
          ID("ada"),
          names: ["Ada Lovelace"],
          emails: ["ada@example.com"],
          locale: "de-AT",
          timeZone: "Europe/Vienna"
        )
    )
    let request = try #require(received.first)
    #expect(received.count == 1)
    #expect((request.method, request.target) == ("GET", "/users/ada?full=1"))
    #expect(request.bearer == Self.token)
  }

  @Test(arguments: [
    ("a/../b?x=1#y", "/users/a%2F..%2Fb%3Fx%3D1%23y?full=1"),
    ("ä\r\nHost: evil", "/users/%C3%A4%0D%0AHost%3A%20evil?full=1"),
    ("{id}%00", "/users/%7Bid%7D%2500?full=1"),
    ("@evil.example:80", "/users/%40evil.example%3A80?full=1"),
  ])
  func `is asked with the whole ID escaped`(_ user: String, _ target: String) async throws {
    let (received, profile, error) = try await ask(user, Reply(status: 404))
    #expect(profile == nil && error == nil)
    #expect(received.map(\.target) == [target])
    #expect(received.first?.headers["host"]?.hasPrefix("127.0.0.1") == true)
  }

  @Test(arguments: [".", ".."])
  func `is not asked for an ID that would be a step in the path`(_ user: String) async throws {
    let (received, _, error) = try await ask(user, .json("{}"))
    #expect(received.isEmpty)
    #expect(error == .unusableID)
  }

  @Test(arguments: [
    (
      Reply(status: 302, headers: ["location": "https://evil.example/"]),
      DirectoryError.refused(http: 302)
    ),
    (Reply(status: 401), .refused(http: 401)), (Reply(status: 500), .refused(http: 500)),
    (.json("[]"), .unusable), (.json("no JSON"), .unusable),
    (.json("{\"names\":[\"Ada\"]}"), .unusable),
    (.json("{\"id\":\"ada\",\"names\":[1]}"), .unusable),
    (.json("{\"id\":\"ada\",\"names\":\"Ada\"}"), .unusable),
    (.json("{\"id\":\"ada\",\"names\":[\"A\\u0007\"]}"), .unusable),
    (.json("{\"id\":\"ada\",\"emails\":[\"nobody\"]}"), .unusable),
    (.json("\"\(String(repeating: "x", count: 70_000))\""), .tooLarge),
    (Reply(flaw: .silence), .unreachable(.reset)),
  ])
  func `gives no profile otherwise, and says why`(
    _ reply: Reply,
    _ expected: DirectoryError
  ) async throws {
    let (received, profile, error) = try await ask("ada", reply)
    #expect(profile == nil)
    #expect(error == expected)
    #expect(received.count == 1)
  }

  @Test func `that goes on for ever is left after the timeout, or when it is too long`()
    async throws
  {
    var drip = Reply.json("{}")
    drip.flaw = .drip
    let (_, _, error) = try await ask("ada", drip, timeout: .milliseconds(200))
    #expect(error == .unreachable(.timeout) || error == .tooLarge)
  }

  @Test func `finds the users with an address`() async throws {
    let reply = Reply.json("{\"users\":[{\"id\":\"ada\",\"emails\":[\"a+b@example.com\"]}]}")
    let (users, received) = try await ScriptedStore.run(script: { _ in reply }) { url, journal in
      let client = DirectoryHTTPClient(
        try DirectoryConfiguration(
          userURL: "\(url)/users/{id}",
          emailURL: "\(url)/users?email={email}"
        )
      )
      let users = try await client.client.users?("a+b@example.com")
      await client.shutdown()
      return (users, journal())
    }
    #expect(users?.map(\.user) == [ID("ada")])
    #expect(received.map(\.target) == ["/users?email=a%2Bb%40example.com"])
    #expect(received.first?.headers["authorization"] == nil)
  }

  @Test(arguments: [
    "https://api.example.com/users", "https://{id}.example.com/", "https://api.example.com{id}",
    "https://{id}@example.com/", "http://api.example.com/{id}", "{id}", "ftp://example.com/{id}",
    "https://user:{id}@example.com/", "https://example.com/#{id}", "https://example.com:8{id}/",
  ])
  func `has an address that users' IDs can't change the host of`(_ url: String) {
    #expect(throws: DirectoryConfiguration.Fault.userURL) {
      try DirectoryConfiguration(userURL: url)
    }
    #expect(throws: DirectoryConfiguration.Fault.emailURL) {
      try DirectoryConfiguration(
        userURL: "https://api.example.com/{id}",
        emailURL: url.replacing("{id}", with: "{email}")
      )
    }
  }
}
