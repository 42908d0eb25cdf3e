import Entitlements
import Foundation
import ServiceCore
import Stores
import Testing

struct VerifyReceiptTests {
  private static let question = StoreQuery.appleReceipt(Counter.receipt, excludesOld: true)
  private static let answer =
    #"{"status":0,"environment":"Production","receipt":{"bundle_id":"com.example.app","in_app":[]}}"#

  private static func status(_ code: Int) -> Reply { .json(#"{"status":\#(code)}"#) }

  @Test func `the whole receipt is sent with the app's secret`() async throws {
    let visit = try await Counter.ask(Self.question) { _ in .json(Self.answer) }
    let request = try #require(visit.received.first)
    #expect(request.method == "POST")
    #expect(request.target == "/production/verifyReceipt")
    #expect(request.bearer == nil)
    #expect(
      request.json == [
        "receipt-data": Counter.receipt, "password": Counter.sharedSecret,
        "exclude-old-transactions": true,
      ]
    )
    #expect(try visit.result.get().documents.first?.bytes == Array(Self.answer.utf8))
  }

  @Test func `an app without a secret is asked for without`() async throws {
    let shop = StoreScope(app: "com.example.other")
    let visit = try await Counter.ask(Self.question, of: shop) { _ in .json(Self.answer) }
    #expect(visit.received.first?.json?["password"] == nil)
  }

  @Test func `a receipt of the sandbox is sent on to it`() async throws {
    let visit = try await Counter.ask(Self.question) {
      $0.path.hasPrefix("/sandbox") ? .json(Self.answer) : Self.status(21_007)
    }
    #expect(visit.received.map(\.path) == ["/production/verifyReceipt", "/sandbox/verifyReceipt"])
    #expect(try visit.result.get().environment == .sandbox)
  }

  @Test func `a receipt of production is sent on from the sandbox`() async throws {
    let shop = StoreScope(app: Counter.app, environment: .sandbox)
    let visit = try await Counter.ask(Self.question, of: shop) {
      $0.path.hasPrefix("/sandbox") ? Self.status(21_008) : .json(Self.answer)
    }
    #expect(visit.received.map(\.path) == ["/sandbox/verifyReceipt", "/production/verifyReceipt"])
    #expect(try visit.result.get().environment == .production)
  }

  @Test func `two environments that point at each other are asked again later`() async throws {
    let visit = try await Counter.ask(Self.question) {
      Self.status($0.path.hasPrefix("/sandbox") ? 21_008 : 21_007)
    }
    #expect(visit.received.count == 2)
    #expect(visit.error?.remedy == .retry(notBefore: nil))
  }
}
