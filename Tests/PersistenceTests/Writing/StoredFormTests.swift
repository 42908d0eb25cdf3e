import Entitlements
import Foundation
import Testing

@testable import Persistence

/// What lies in ledgers as JSON. Older ledgers hold it, so that it stays as it is whatever the types
/// and their properties are called.
@Suite struct `Stored facts` {
  private static let chain = ID<Subscription>("apple:production:com.example.reader:1")
  private static let stated = StatementSource(ID("d1"), at: day(0), .hearsay)
  private static let told =
    #""testimony":{"authority":1,"evidence":"d1","statedAt":1767225600000}"#

  private static func renewalStatus(_ condition: RenewalStatus.Condition) -> Facts {
    Facts(renewalStatuses: [
      RenewalStatus(chain: chain, condition: condition, statementSource: stated)
    ])
  }

  private static func renewalStatus(_ condition: String) -> String {
    #""standings":[{"chain":"apple:production:com.example.reader:1","condition":"# + condition + ","
      + told + "}]"
  }

  private static func act(_ deed: OperatorAction.Kind) -> Facts {
    Facts(acts: [OperatorAction(deed, by: "kim", statementSource: stated)])
  }

  private static func act(_ deed: String) -> String {
    #""acts":[{"actor":"kim","deed":"# + deed + "," + told + "}]"
  }

  @Test(arguments: [
    (renewalStatus(.running), renewalStatus(#"{"running":{}}"#)),
    (
      renewalStatus(.renewing(until: day(1))),
      renewalStatus(#"{"renewing":{"until":1767312000000}}"#)
    ),
    (
      renewalStatus(.gracePeriod(until: day(1))),
      renewalStatus(#"{"gracePeriod":{"until":1767312000000}}"#)
    ),
    (renewalStatus(.billingRetry(until: nil)), renewalStatus(#"{"billingRetry":{}}"#)),
    (renewalStatus(.paused(until: day(1))), renewalStatus(#"{"paused":{"until":1767312000000}}"#)),
    (renewalStatus(.ended(.priceIncrease)), renewalStatus(#"{"ended":{"_0":"priceIncrease"}}"#)),
    (renewalStatus(.revoked(at: day(1))), renewalStatus(#"{"revoked":{"at":1767312000000}}"#)),
    (renewalStatus(.pending), renewalStatus(#"{"pending":{}}"#)),
    (
      act(.consume(ID("o1"), count: 2, item: "coins")),
      act(#"{"consume":{"_0":"o1","count":2,"item":"coins"}}"#)
    ),
    (
      act(.grant(ID("ada"), key: "vip", .sandbox, until: day(1))),
      act(#"{"grant":{"_0":"ada","_2":"sandbox","key":"vip","until":1767312000000}}"#)
    ),
    (
      act(.withdraw(ID("ada"), key: "vip", .production)),
      act(#"{"withdraw":{"_0":"ada","_2":"production","key":"vip"}}"#)
    ),
    (act(.merge(into: ID("ada"), ID("bea"))), act(#"{"merge":{"_1":"bea","into":"ada"}}"#)),
    (act(.transfer(ID("c1"), to: ID("ada"))), act(#"{"transfer":{"_0":"c1","to":"ada"}}"#)),
    (act(.note(ID("ada"), "called")), act(#"{"note":{"_0":"ada","_1":"called"}}"#)),
    (act(.policy(.share)), act(#"{"policy":{"_0":"share"}}"#)),
    (act(.account("a1", of: ID("ada"))), act(#"{"account":{"_0":"a1","of":"ada"}}"#)),
    (
      act(.accountForms(AccountForm.list("sha256"))),
      act(#"{"accountForms":{"_0":["sha256"]}}"#)
    ),
    (
      Facts(notices: [
        StoreEvent(.renewed, chain: chain, order: ID("o1"), detail: "R", statementSource: stated)
      ]),
      #""notices":[{"chain":"apple:production:com.example.reader:1","detail":"R","kind":"renewed","#
        + #""order":"o1","# + told + "}]"
    ),
    (
      Facts(links: [Link(.purchaseToken, "t1", of: chain, evidence: ID("d1"))]),
      #""links":[{"chain":"apple:production:com.example.reader:1","evidence":"d1","#
        + #""kind":"purchaseToken","value":"t1"}]"#
    ),
  ])
  func `a fact is stored as it always was`(_ facts: Facts, _ list: String) throws {
    let stone = Tombstone(facts: facts, isOneAccount: true)
    let lists = ["acts", "links", "notices", "orders", "standings"].map { name in
      list.hasPrefix("\"\(name)\"") ? list : "\"\(name)\":[]"
    }
    let text =
      #"{"facts":{"# + lists.joined(separator: ",") + #"},"isOneAccount":true,"schemaVersion":1}"#
    #expect(String(decoding: try stone.stored(), as: UTF8.self) == text)
    #expect(try Tombstone(stored: Array(text.utf8)) == stone)
  }

  @Test func `a sale is stored as it always was`() throws {
    let order = Order(
      store: .apple,
      environment: .production,
      app: "com.example.reader",
      transactionID: "2",
      originalTransactionID: "1",
      webOrderLineItemID: "w2",
      productID: "pro",
      kind: .autoRenewable,
      quantity: 1,
      purchasedAt: day(0),
      originalPurchasedAt: day(-30),
      expiresAt: day(30),
      cancelledAt: day(1),
      cancellation: .refunded,
      offer: .promotional("spring"),
      terms: Order.Terms(
        price: Money(nanos: 9_990_000_000, try #require(Currency("EUR"))),
        country: "DE",
        ownership: .familyShared,
        statementSource: Self.stated
      ),
      user: ID("ada"),
      statementSource: Self.stated
    )
    let stone = Tombstone(facts: Facts(orders: [order]), isOneAccount: false)
    let text =
      #"{"facts":{"acts":[],"links":[],"notices":[],"orders":[{"app":"com.example.reader","#
      + #""cancellation":"refunded","cancelledAt":1767312000000,"#
      + #""chain":"apple:production:com.example.reader:1","environment":"production","#
      + #""expiresAt":1769817600000,"id":"apple:production:com.example.reader:2","#
      + #""kind":"autoRenewable","offer":{"promotional":{"_0":"spring"}},"#
      + #""originalPurchasedAt":1764633600000,"originalTransactionID":"1","productID":"pro","#
      + #""purchasedAt":1767225600000,"quantity":1,"store":"apple","#
      + #""terms":{"country":"DE","ownership":"familyShared","#
      + #""price":{"currency":{"code":"EUR"},"nanos":9990000000},"# + Self.told + "},"
      + Self.told + #","transactionID":"2","user":"ada","webOrderLineItemID":"w2"}],"#
      + #""standings":[]},"isOneAccount":false,"schemaVersion":1}"#
    #expect(String(decoding: try stone.stored(), as: UTF8.self) == text)
    #expect(try Tombstone(stored: Array(text.utf8)) == stone)
  }

  /// The words of all kinds: they lie in ledgers, and other people's programs know them.
  @Test func `the words are the ones that were always stored`() {
    #expect(
      StoreEvent.Kind.allCases.map(\.rawValue).joined(separator: " ") == """
        purchased renewed renewalFailed recovered graceBegan graceEnded renewalTurnedOff \
        renewalTurnedOn planChangeChosen planChanged offerRedeemed expired extended paused \
        pauseScheduled resumed pending pendingCancelled refundRequested refunded refundDeclined \
        refundReversed refundedInPart revoked priceRiseAsked priceRiseAgreed acknowledged consumed \
        priceRiseAnnounced priceChanged cancellationScheduled test other
        """
    )
    #expect(
      Link.Kind.allCases.map(\.rawValue) == [
        "purchaseToken", "storeOrder", "appAccount", "predecessor",
      ]
    )
    #expect(
      ExpiryReason.allCases.map(\.rawValue) == [
        "voluntary", "billing", "priceIncrease", "productGone", "developer", "replaced", "other",
        "unknown",
      ]
    )
    #expect(Store.allCases.map(\.rawValue) == ["apple", "google", "microsoft", "amazon"])
    #expect(Environment.allCases.map(\.rawValue) == ["production", "sandbox", "xcode"])
    #expect(Order.Cancellation.allCases.map(\.rawValue) == ["refunded", "revoked", "upgraded"])
    #expect(Order.Ownership.allCases.map(\.rawValue) == ["purchased", "familyShared"])
    #expect(OwnershipPolicy.allCases.map(\.rawValue) == ["keep", "transfer", "share"])
    #expect(
      ProductKind.allCases.map(\.rawValue) == [
        "consumable", "nonConsumable", "nonRenewing", "autoRenewable", "unknown",
      ]
    )
    #expect(
      ClaimEndpoint.allCases.map(\.rawValue) == [
        "validate", "playfab", "verify", "upload", "import", "restore", "store-key",
      ]
    )
  }
}
