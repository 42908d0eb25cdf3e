import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore
import Testing
import Web

@Suite struct `PlayFab's clients at Google Play` {
  private static let order = "GPA.1111-2222-3333-44444"

  private static func google(
    _ answer:
      @escaping @Sendable (StoreQuery) throws(StoreClientError) -> StoreAnswer
  ) -> StoreClient {
    StoreClient(
      query: { question, _ throws(StoreClientError) in try answer(question) },
      act: { _, _ throws(StoreClientError) in throw .notConfigured(.google, missing: "it") },
      check: { [] }
    )
  }

  /// What Google says of the purchase.
  private static func product(
    _ product: String,
    state: Int = 0,
    isTest: Bool = false
  ) -> StoreAnswer {
    let at = Int(PlayFabFixture.now.timeIntervalSince1970 - 86_400) * 1_000
    let json = """
      {"kind":"androidpublisher#productPurchase","purchaseTimeMillis":"\(at)",\
      "purchaseState":\(state),"consumptionState":0,"orderId":"\(order)",\
      "acknowledgementState":1,\(isTest ? "\"purchaseType\":0," : "")"productId":"\(product)"}
      """
    let hints = DocumentHints(
      app: PlayFabFixture.app,
      environment: isTest ? "sandbox" : "production",
      productID: product,
      purchaseToken: "token-\(order).AO-J1"
    )
    return StoreAnswer(
      documents: [StoreAnswer.Document(bytes: Array(json.utf8), hints: hints)],
      environment: isTest ? .sandbox : .production
    )
  }

  private static func answering(_ answer: StoreAnswer) -> StoreClient {
    google { question throws(StoreClientError) in
      if case .googleProduct = question { return answer }
      throw .status(.google, http: 404, code: nil, .final)
    }
  }

  @Test func `redeem what Google signed, once`() async throws {
    let stand = try await PlayFabFixture()
    let (ada, bea) = (try await stand.ticket("ada"), try await stand.ticket("bea"))
    let text = PlayFabFixture.googlePurchase("gems", order: Self.order)
    #expect(try await stand.validateGoogle(text, ada) == .items(["gems"]))
    #expect(try await stand.validateGoogle(text, ada) == .error(1022))
    #expect(try await stand.validateGoogle(text, bea) == .error(1022))
    #expect(try await stand.inventory(ada) == ["gems"])
  }

  @Test func `redeem by its token what no key can prove`() async throws {
    let stand = try await PlayFabFixture(
      google: Self.answering(Self.product("gems")),
      hasLicenceKey: false
    )
    let ada = try await stand.ticket("ada")
    let text = PlayFabFixture.googlePurchase("gems", order: Self.order)
    #expect(try await stand.validateGoogle(text, ada) == .items(["gems"]))
    #expect(try await stand.validateGoogle(text, ada) == .error(1022))
  }

  @Test func `do not redeem another product than Google sold`() async throws {
    let stand = try await PlayFabFixture(
      google: Self.answering(Self.product("gems")),
      hasLicenceKey: false
    )
    let ada = try await stand.ticket("ada")
    let text = PlayFabFixture.googlePurchase("unlock", order: Self.order)
    #expect(try await stand.validateGoogle(text, ada) == .error(1021))
  }

  @Test func `are asked to come again while Google cannot be asked`() async throws {
    let down = Self.google { _ throws(StoreClientError) in throw .unreachable(.google, .timeout) }
    let text = PlayFabFixture.googlePurchase("gems", order: Self.order)
    let unproved = try await PlayFabFixture(google: down, hasLicenceKey: false)
    let ada = try await unproved.ticket("ada")
    #expect(try await unproved.validateGoogle(text, ada) == .error(1127))
    let proved = try await PlayFabFixture(google: down)
    let bea = try await proved.ticket("bea")
    #expect(try await proved.validateGoogle(text, bea) == .items(["gems"]))
  }

  @Test func `need a key or credentials`() async throws {
    let stand = try await PlayFabFixture(hasLicenceKey: false)
    let ada = try await stand.ticket("ada")
    let text = PlayFabFixture.googlePurchase("gems", order: Self.order)
    #expect(try await stand.validateGoogle(text, ada) == .error(1090))
  }

  @Test(arguments: [(1, 1023), (2, 1023), (4, 1081), (9, 1081)])
  func `do not redeem what is not paid for`(_ state: Int, _ number: Int) async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    let text = PlayFabFixture.googlePurchase("gems", order: Self.order, state: state)
    #expect(try await stand.validateGoogle(text, ada) == .error(number))
  }

  @Test func `do not redeem what Google cancelled since`() async throws {
    let stand = try await PlayFabFixture(
      google: Self.answering(Self.product("gems", state: 1))
    )
    let ada = try await stand.ticket("ada")
    let text = PlayFabFixture.googlePurchase("gems", order: Self.order)
    #expect(try await stand.validateGoogle(text, ada) == .error(1023))
    #expect(try await stand.inventory(ada) == [])
  }

  @Test func `do not redeem a tester's purchase in production`() async throws {
    let test = Self.answering(Self.product("gems", isTest: true))
    let text = PlayFabFixture.googlePurchase("gems", order: Self.order)
    let stand = try await PlayFabFixture(google: test, hasLicenceKey: false)
    let ada = try await stand.ticket("ada")
    #expect(try await stand.validateGoogle(text, ada) == .error(1300))
    let lenient = try await PlayFabFixture(google: test, hasLicenceKey: false) {
      $0.accepted = AcceptedEnvironments([.production, .sandbox])
    }
    let bea = try await lenient.ticket("bea")
    #expect(try await lenient.validateGoogle(text, bea) == .items(["gems"]))
  }

  @Test func `say what they paid where the catalog does not`() async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    let text = PlayFabFixture.googlePurchase("priceless", order: Self.order)
    #expect(try await stand.validateGoogle(text, ada) == .error(1180))
    let body: JSONValue = [
      "ReceiptJson": .string(text),
      "Signature": .string(try PlayFabFixture.signature(over: text)),
      "CurrencyCode": "EUR", "PurchasePrice": 199,
    ]
    let answer = try await stand.ask("ValidateGooglePlayPurchase", body, ticket: ada)
    let told = answer["data"]?["Fulfillments"]?.array?.first
    #expect(told?["RecordedPriceSource"]?.string == "Request")
    #expect(told?["RecordedTransactionCurrency"]?.string == "EUR")
    #expect(told?["RecordedTransactionTotal"]?.integer == 199)
  }
}
