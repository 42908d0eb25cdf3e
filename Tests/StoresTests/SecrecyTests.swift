import CryptoExtras
import Entitlements
import Foundation
import JWTKit
import ServiceCore
import Stores
import Testing

struct SecrecyTests {
  private static let key = Counter.storeIDKey()
  private static let questions: [StoreQuery] = [
    .appleReceipt(Counter.receipt, excludesOld: false), .appleTransaction("7"),
    .googleSubscription(token: Counter.purchaseToken), .googleProduct(token: Counter.purchaseToken),
    .microsoftCollections(key: key, page: nil), .microsoftSubscriptions(key: key),
    .amazonReceipt(user: Counter.amazonUser, receipt: Counter.amazonReceipt),
  ]
  private static let deeds: [StoreAction] = [
    .googleAcknowledge(token: Counter.purchaseToken, product: "p", isSubscription: true),
    .googleConsume(token: Counter.purchaseToken, product: "p"),
    .googleRevoke(token: Counter.purchaseToken, isProrated: true),
  ]

  private static var secrets: [String] {
    let pem = Counter.appleKey.pemRepresentation + (Counter.googleKey?.pkcs8PEMRepresentation ?? "")
    let lines = pem.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("-----") }
    return lines + [
      Counter.sharedSecret, Counter.entraSecret, Counter.amazonSecret, Counter.accessToken,
      Counter.purchaseToken, Counter.receipt, Counter.amazonUser, Counter.amazonReceipt,
      Counter.email, key, "2%3Arvs5ecret",
    ]
  }

  /// Everything there is of a value, however it is printed.
  private func texts(_ value: Any) -> String {
    var text = String(describing: value) + String(reflecting: value)
    dump(value, to: &text)
    return text
  }

  /// A store that repeats all it was sent wherever an error could pick it up.
  private static func echo(_ request: Received, _ status: Int) -> Reply {
    let sent = [request.target, request.text] + request.headers.values + secrets
    let fields = sent.map { String($0.prefix(2_000)) }
    let word = fields.joined(separator: " ")
    let body: [String: Any] = [
      "errorCode": 4_000_006, "errorMessage": word, "status": 21_003, "code": fields[0],
      "innererror": ["code": secrets[0], "message": word], "message": word,
      "error": [
        "code": status, "message": word, "status": Counter.purchaseToken,
        "errors": [["reason": Counter.accessToken]],
      ],
    ]
    let data = try? JSONSerialization.data(withJSONObject: body)
    return Reply(status: status, headers: ["retry-after": word], body: Array(data ?? Data()))
  }

  private func expectSilence(_ error: StoreClientError?, _ received: [Received]) throws {
    let text = texts(try #require(error))
    for secret in Self.secrets + received.compactMap(\.bearer) {
      #expect(!text.contains(secret), "an error shows a secret")
    }
  }

  @Test(arguments: questions)
  func `no error shows what was sent, whatever a store repeats`(
    question: StoreQuery
  ) async throws {
    for status in [200, 302, 400, 401, 403, 404, 410, 429, 496, 500] {
      let visit = try await Counter.ask(question) { Self.echo($0, status) }
      try expectSilence(visit.error, visit.received)
    }
    for flaw in [Reply.Flaw.cut, .silence] {
      let visit = try await Counter.ask(question) { Reply(body: $0.body, flaw: flaw) }
      try expectSilence(visit.error, visit.received)
    }
  }

  @Test(arguments: deeds)
  func `no error of an action shows what was sent`(deed: StoreAction) async throws {
    for status in [400, 401, 403, 404, 410, 429, 500] {
      let visit = try await Counter.act(deed) { Self.echo($0, status) }
      try expectSilence(visit.error, visit.received)
    }
  }

  @Test(arguments: questions)
  func `no error in getting a token shows what it was asked with`(
    question: StoreQuery
  ) async throws {
    guard question.store == .google || question.store == .microsoft else { return }
    try await ScriptedStore.run { request in
      let sent = (request.text + Self.secrets.joined()).filter { $0 != "\"" && $0 != "\\" }
      return .json(#"{"error":"\#(sent)","error_description":"\#(sent)"}"#, 400)
    } use: { url, journal in
      try await Counter.visit(Counter.configuration(at: url)) { clients in
        let client = try #require(clients.clients[question.store])
        do throws(StoreClientError) {
          _ = try await client.query(question, Counter.shop)
          Issue.record("it was answered")
        } catch {
          try expectSilence(error, journal())
        }
      }
    }
  }

  @Test func `the settings show no secret when they are printed`() {
    var configuration = Counter.configuration(at: "https://store.example")
    configuration.transport.proxy = .init(
      host: "proxy.example",
      port: 1,
      user: "u",
      password: Secret("proxy5ecret")
    )
    let text = texts(configuration)
    for secret in Self.secrets + ["proxy5ecret"] { #expect(!text.contains(secret)) }
    #expect("\(Secret("open"))" == "•••")
    #expect(Secret("open").opened() == "open")
  }
}
