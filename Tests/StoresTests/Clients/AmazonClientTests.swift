import Entitlements
import Foundation
import ServiceCore
import Stores
import Testing

struct AmazonClientTests {
  private static let body =
    #"{"receiptId":"r","productType":"ENTITLED","productId":"p","purchaseDate":1767225600000}"#
  private static let question = StoreQuery.amazonReceipt(
    user: Counter.amazonUser,
    receipt: Counter.amazonReceipt
  )
  private static let parts = """
    version/1.0/verifyReceiptId/developer/2%3Arvs5ecret%2F%3D%3D/user/\
    l3HL7XppEMhrOG_%2FDmD9M%2Be%3D/receiptId/q1YqVbJSyjH28DGPKChw9c0o%3A3%3A11
    """

  @Test(arguments: [
    (Environment?.none, "/"), (.production, "/"), (.sandbox, "/sandbox/"),
  ])
  func `a receipt is asked for by an address alone`(
    environment: Environment?,
    root: String
  ) async throws {
    let shop = StoreScope(app: Counter.app, environment: environment)
    let visit = try await Counter.ask(Self.question, of: shop) { _ in .json(Self.body) }
    #expect(visit.received.map(\.method) == ["GET"])
    #expect(visit.received.map(\.target) == [root + Self.parts])
    let answer = try visit.result.get()
    #expect(answer.environment == environment ?? .production)
    #expect(
      answer.documents == [
        .init(
          bytes: Array(Self.body.utf8),
          hints: DocumentHints(
            app: Counter.app,
            environment: answer.environment.rawValue,
            purchaseToken: Counter.amazonReceipt,
            account: Counter.amazonUser
          )
        )
      ]
    )
  }

  @Test func `nobody is asked without a secret`() async throws {
    let visit = try await Counter.ask(Self.question) {
      $0.amazon.secret = nil
    } script: { _ in
      .json(Self.body)
    }
    #expect(visit.error == .notConfigured(.amazon, missing: "the shared secret"))
    #expect(visit.received.isEmpty)
  }
}
