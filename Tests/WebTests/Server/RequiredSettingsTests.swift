import ServiceCore
import Testing
import Web

/// What `serve --check` says of an endpoint that is closed.
@Suite struct `Settings that an endpoint requires` {
  @Test func `are named with the app whose key is empty`() throws {
    func lack(_ keys: [String]) throws -> String? {
      try NotificationFixture {
        $0.validator = ValidatorConfiguration(
          apps: keys.enumerated().map { .init(name: "app-\($0)", key: Secret($1)) }
        )
      }.lack(of: "validate")
    }
    #expect(try lack([]) == "[[serve.validate.app]] is not set")
    #expect(try lack([""]) == "[[serve.validate.app]] key-file of app-0 is empty")
    #expect(
      try lack(["", ""])
        == "[[serve.validate.app]] key-file of app-0 and key-file of app-1 are empty"
    )
    #expect(try lack(["k3y"]) == nil)
  }

  @Test func `of one app close the endpoint for that app only, and are named`() async throws {
    let fixture = try NotificationFixture {
      $0.validator = ValidatorConfiguration(
        apps: [.init(name: "one", key: Secret("k3y")), .init(name: "two", key: Secret(""))]
      )
    }
    #expect(fixture.lack(of: "validate") == "[[serve.validate.app]] key-file of two is empty")
    func status(_ name: String, _ key: String) async -> Int {
      let target = "/v1/validate?appName=\(name)&apiKey=\(key)"
      return await fixture.router.answer(WebRequest("POST", target, body: Array("{}".utf8))).status
    }
    #expect(await status("one", "k3y") != 401)
    #expect(await status("two", "") == 401)
    #expect(await status("two", "k3y") == 401)
  }

  @Test func `are named all at once where an app is missing, too`() throws {
    let bare = try NotificationFixture {
      ($0.apps, $0.packages) = ([], [])
      $0.google = GoogleNotificationConfiguration()
      $0.amazon = AmazonNotificationConfiguration()
    }
    #expect(
      bare.lack(of: "google")
        == "[serve.google] audience (or [serve] public-url), email, subscription and packages "
        + "are not set"
    )
    #expect(bare.lack(of: "amazon") == "[serve.amazon] topics and packages are not set")
  }
}
