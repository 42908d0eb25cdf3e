import Crypto
import Entitlements
import Foundation
import ServiceCore
import Stores
import Testing

@Suite struct `Changes told over HTTP` {
  private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  private static let now = Date(timeIntervalSince1970: 1_767_225_600.25)

  private let announcement = EntitlementSnapshot(
    id: "2b7cc1de-91d6-4bd4-9b8a-9d7a4c8d5b1e",
    user: ID("ada"),
    at: now,
    entitlements: [
      Entitlement(
        key: "pro",
        user: ID("ada"),
        environment: .production,
        source: nil,
        evidence: ID("evidence"),
        from: now.addingTimeInterval(-86_400),
        until: now.addingTimeInterval(86_400)
      ),
      Entitlement(
        key: "book \"1\"",
        user: ID("ada"),
        environment: .sandbox,
        source: nil,
        evidence: ID("evidence"),
        from: now.addingTimeInterval(60),
        until: nil
      ),
    ]
  )

  /// What was posted, and how it ended.
  private func tell(
    _ reply: Reply,
    timeout: Duration = .seconds(600)
  ) async throws -> (received: [Received], error: WebhookError?) {
    let announcement = announcement
    return try await ScriptedStore.run(script: { _ in reply }) { url, journal in
      let client = WebhookClient(
        try WebhookConfiguration(url: "\(url)/hooks/iap?x=1", secret: Secret(Self.secret)),
        responseTimeout: timeout,
        now: { Self.now }
      )
      var error: WebhookError?
      do throws(WebhookError) {
        try await client.entitlementWebhook.notify(announcement)
      } catch let caught {
        error = caught
      }
      await client.shutdown()
      return (journal(), error)
    }
  }

  @Test func `what stands is posted as JSON`() async throws {
    let (received, error) = try await tell(Reply(status: 204))
    #expect(error == nil)
    let request = try #require(received.first)
    #expect(received.count == 1)
    #expect((request.method, request.target) == ("POST", "/hooks/iap?x=1"))
    #expect(request.headers["content-type"] == "application/json")
    #expect(
      request.text == """
        {"id":"msg_2b7cc1de-91d6-4bd4-9b8a-9d7a4c8d5b1e","type":"entitlements.changed",\
        "user":"ada","at":"2026-01-01T00:00:00.250Z","entitlements":[{"key":"pro",\
        "environment":"production","active":true,"from":"2025-12-31T00:00:00.250Z",\
        "until":"2026-01-02T00:00:00.250Z"},{"key":"book \\"1\\"","environment":"sandbox",\
        "active":false,"from":"2026-01-01T00:01:00.250Z","until":null}]}
        """
    )
  }

  @Test func `whoever has the secret can check the signature`() async throws {
    let (received, _) = try await tell(Reply())
    let request = try #require(received.first)
    let id = try #require(request.headers["webhook-id"])
    let second = try #require(request.headers["webhook-timestamp"])
    #expect(id == "msg_2b7cc1de-91d6-4bd4-9b8a-9d7a4c8d5b1e")
    #expect(second == "1767225600")
    let key = try #require(Data(base64Encoded: String(Self.secret.dropFirst(6))))
    let signature = try #require(request.headers["webhook-signature"])
    let code = try #require(Data(base64Encoded: String(signature.dropFirst(3))))
    #expect(signature.hasPrefix("v1,"))
    #expect(
      HMAC<SHA256>.isValidAuthenticationCode(
        code,
        authenticating: Data("\(id).\(second).\(request.text)".utf8),
        using: SymmetricKey(data: key)
      )
    )
  }

  @Test func `only a success is one, and redirections are not followed`() async throws {
    for status in [301, 307, 400, 410, 500] {
      let reply = Reply(status: status, headers: ["location": "/elsewhere"])
      let (received, error) = try await tell(reply)
      #expect(error == .refused(http: status, notBefore: nil))
      #expect(received.count == 1)
    }
    let (_, error) = try await tell(Reply(status: 429, headers: ["retry-after": "90"]))
    #expect(error == .refused(http: 429, notBefore: Self.now.addingTimeInterval(90)))
  }

  @Test func `one that goes away without a word did not hear`() async throws {
    let (_, error) = try await tell(Reply(flaw: .silence))
    #expect(error == .unreachable(.reset))
  }

  @Test func `an address that others could listen at, or a weak secret, is refused`() throws {
    func fault(_ url: String, _ secret: String = Self.secret) -> WebhookConfigurationError? {
      do throws(WebhookConfigurationError) {
        _ = try WebhookConfiguration(url: url, secret: Secret(secret))
        return nil
      } catch {
        return error
      }
    }
    #expect(fault("https://app.example.com/hooks") == nil)
    #expect(fault("http://127.0.0.1:9000/hooks") == nil)
    #expect(fault("http://app.example.com/hooks") == .insecureURL)
    #expect(fault("https://me:word@app.example.com/hooks") == .insecureURL)
    #expect(fault("ftp://app.example.com") == .insecureURL)
    #expect(fault("app.example.com") == .malformedURL)
    #expect(fault("https://app.example.com", "whsec_c2hvcnQ=") == .unusableSecret)
    #expect(fault("https://app.example.com", "no base64!") == .unusableSecret)
    #expect(fault("https://app.example.com", String(Self.secret.dropFirst(6))) == nil)
  }
}
