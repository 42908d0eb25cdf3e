import Entitlements
import Foundation
import ServiceCore
import Stores
import Testing

struct StoreChecksTests {
  private func checks(
    adjusting adjust: @Sendable (inout StoreConfiguration) -> Void = { _ in },
    script: @escaping @Sendable (Received) -> Reply
  ) async throws -> [StoreCheck] {
    try await ScriptedStore.run(script: script) { url, _ in
      var configuration = Counter.configuration(at: url)
      adjust(&configuration)
      return try await Counter.visit(configuration) { clients in
        var checks: [StoreCheck] = []
        for store in Store.allCases { checks += await clients.clients[store]?.check() ?? [] }
        return checks
      }
    }
  }

  private static let services = [
    "App Store Server API, production, com.example.app", "verifyReceipt, production",
    "App Store Server API, sandbox, com.example.app", "verifyReceipt, sandbox",
    "Google Play Android Publisher API, com.example.app", "Microsoft Store collections",
    "Microsoft Store purchases", "Amazon Receipt Verification Service, production",
    "Amazon Receipt Verification Service, sandbox",
  ]

  /// What the stores say to who is let in and asks for what does not exist.
  private static func welcome(_ request: Received) -> Reply {
    if let token = Counter.token(for: request) { return token }
    if request.path.hasSuffix("verifyReceipt") { return .json(#"{"status":21002}"#) }
    if request.path.contains("/inApps/") {
      return .json(#"{"errorCode":4040010,"errorMessage":"m"}"#, 404)
    }
    if request.path.contains("/androidpublisher/") {
      return .json(#"{"error":{"code":400,"message":"m","errors":[{"reason":"invalid"}]}}"#, 400)
    }
    if request.path.contains("verifyReceiptId") { return Reply(status: 497) }
    return .json(
      #"{"code":"Unauthorized","innererror":{"code":"AuthenticationTokenInvalid"}}"#,
      401
    )
  }

  @Test func `who is let in everywhere reads a line a service`() async throws {
    let checks = try await checks(script: Self.welcome)
    #expect(checks == Self.services.map { StoreCheck(service: $0, state: .ok) })
  }

  @Test func `who is let in nowhere reads what to do about it`() async throws {
    let checks = try await checks { _ in Reply(status: 403) }
    #expect(checks.map(\.service) == Self.services)
    for check in checks {
      guard case .failed(let error) = check.state else {
        Issue.record("\(check.service) passed")
        continue
      }
      #expect(error.remedy == .operatorAction)
      #expect(
        check.remedy?.hasPrefix("Check ") == true || check.remedy?.hasPrefix("Invite ") == true
      )
    }
  }

  @Test func `a store that is down is not the operator's fault`() async throws {
    let checks = try await checks { _ in Reply(status: 503) }
    for check in checks {
      guard case .failed(let error) = check.state else {
        Issue.record("\(check.service) passed")
        continue
      }
      #expect(error.remedy == .retry(notBefore: nil))
      #expect(check.remedy == "Try again later")
    }
  }

  @Test func `a key that cannot be read is named with its file and fault`() async throws {
    let checks = try await checks {
      $0.google.account = Secret("{", from: "account.json")
    } script: {
      Self.welcome($0)
    }
    let google = try #require(checks.first { $0.service.hasPrefix("Google") })
    #expect(google.state == .notConfigured)
    #expect(google.remedy?.contains("account.json, which is no JSON") == true)
  }

  @Test func `an app that Google does not know is no wrong address`() async throws {
    let checks = try await checks { request in
      if let token = Counter.token(for: request) { return token }
      let errors = #"[{"reason":"applicationNotFound"}]"#
      let body = #"{"error":{"code":404,"message":"m","errors":\#(errors)}}"#
      return .json(body, 404)
    }
    let google = try #require(checks.first { $0.service.hasPrefix("Google") })
    #expect(google.remedy?.contains("package name") == true)
  }

  @Test func `a store without settings is named as such`() async throws {
    let checks = try await checks {
      let transport = $0.transport
      $0 = StoreConfiguration()
      $0.transport = transport
    } script: { _ in
      Reply(status: 500)
    }
    #expect(
      checks.allSatisfy { $0.state == .notConfigured && $0.remedy?.hasPrefix("Set ") == true }
    )
    #expect(!checks.isEmpty)
  }
}

struct StoreConfigurationTests {
  private func error(
    _ adjust: (inout StoreConfiguration) -> Void
  ) async -> StoreConfigurationError? {
    var configuration = StoreConfiguration()
    adjust(&configuration)
    do throws(StoreConfigurationError) {
      let clients = try StoreClients(configuration)
      await clients.shutdown()
      return nil
    } catch {
      return error
    }
  }

  @Test func `secrets travel in the open to this machine alone`() async {
    #expect(await error { $0.amazon.base = "http://127.0.0.1:8080" } == nil)
    #expect(await error { $0.google.publisher = "http://localhost:8080" } == nil)
    #expect(
      await error { $0.amazon.base = "http://amazon.example" }
        == .insecureURL(setting: "amazon, base")
    )
    #expect(
      await error { $0.amazon.base = "http://127.0.0.1.example" }
        == .insecureURL(setting: "amazon, base")
    )
    #expect(
      await error { $0.microsoft.login = "login" } == .malformedURL(setting: "microsoft, login")
    )
    #expect(
      StoreConfigurationError.insecureURL(setting: "amazon, base").description
        == "The URL of amazon, base does not begin with https://. Write https://; http:// is only "
        + "for this machine."
    )
  }

  @Test func `a root that is no certificate is named by its place`() async {
    #expect(await error { $0.transport.extraRoots = ["no"] } == .unreadableRoot(1))
  }
}
