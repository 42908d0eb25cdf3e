import Foundation
import Mint
import Receipts
import Testing

@Suite struct MintTests {
  private let now = Date(timeIntervalSince1970: 1_790_000_000)

  private var validity: ClosedRange<Date> {
    now.addingTimeInterval(-86_400)...now.addingTimeInterval(86_400)
  }

  /// One RSA key for all tests: making it is what costs.
  private static let shared = Result { () throws(MintError) -> TestAuthority in
    let now = Date(timeIntervalSince1970: 1_790_000_000)
    return try TestAuthority(
      ChainPlan(validity: now.addingTimeInterval(-86_400)...now.addingTimeInterval(86_400))
    )
  }

  private var receipt: MintedReceipt {
    MintedReceipt(
      bundleID: "com.example.reader",
      appVersion: "417",
      creationDate: now,
      originalPurchaseDate: now.addingTimeInterval(-9_000_000),
      originalAppVersion: "1.2",
      appItemID: 1_462_807_315,
      purchases: [
        MintedPurchase(
          productID: "com.example.reader.pro.monthly",
          quantity: 2,
          transactionID: "205879632214883",
          originalTransactionID: "205484784214483",
          purchaseDate: now.addingTimeInterval(-5_000),
          originalPurchaseDate: now.addingTimeInterval(-8_000_000),
          expiresDate: now.addingTimeInterval(2_000_000),
          cancellationDate: now.addingTimeInterval(-100),
          webOrderLineItemID: 205_879_632_215_549,
          isTrial: true,
          isIntroOffer: true,
          promotionalOfferID: "stay.half.price"
        )
      ]
    )
  }

  private func verdict(
    _ octets: [UInt8],
    under authority: TestAuthority
  ) throws -> Verdict<Receipt> {
    try ReceiptVerifier(roots: [authority.rootDER]).verify(octets, at: now)
  }

  private func rejection(
    _ envelope: Envelope,
    by authority: TestAuthority
  ) throws -> Rejection? {
    let octets = try ReceiptMint(authority).mint(receipt, as: envelope)
    guard case .rejected(let rejection) = try verdict(octets, under: authority) else { return nil }
    return rejection
  }

  @Test func `a minted receipt is genuine and says what was asked for`() throws {
    let authority = try Self.shared.get()
    let octets = try ReceiptMint(authority).mint(receipt)
    guard case .genuine(let verified) = try verdict(octets, under: authority) else {
      Issue.record("rejected")
      return
    }
    #expect(verified.bundleID == "com.example.reader")
    #expect(verified.environment == "Production")
    #expect(verified.appVersion == "417")
    #expect(verified.originalAppVersion == "1.2")
    #expect(verified.createdAt == now)
    #expect(verified.originalPurchasedAt == now.addingTimeInterval(-9_000_000))
    #expect(verified.faults.isEmpty)
    let purchase = try #require(verified.inAppPurchases.first)
    #expect(purchase.productID == "com.example.reader.pro.monthly")
    #expect(purchase.quantity == 2)
    #expect(purchase.transactionID == "205879632214883")
    #expect(purchase.originalTransactionID == "205484784214483")
    #expect(purchase.webOrderLineItemID == "205879632215549")
    #expect(purchase.purchasedAt == now.addingTimeInterval(-5_000))
    #expect(purchase.expiresAt == now.addingTimeInterval(2_000_000))
    #expect(purchase.cancelledAt == now.addingTimeInterval(-100))
    #expect(purchase.isTrialPeriod == true)
    #expect(purchase.isInIntroOfferPeriod == true)
    #expect(purchase.promotionalOfferID == "stay.half.price")
    #expect(purchase.productType == .autoRenewableSubscription)
  }

  @Test func `the other authority's root does not vouch for it`() throws {
    let octets = try ReceiptMint(Self.shared.get()).mint(receipt)
    let stranger = try TestAuthority(
      ChainPlan(validity: validity),
      keyOf: Self.shared.get()
    )
    guard case .rejected(.untrustedChain) = try verdict(octets, under: stranger) else {
      Issue.record("a stranger's root was enough")
      return
    }
  }

  @Test(arguments: [
    Envelope.appStore, .appStoreSHA1, Envelope(encoding: .indefinite(chunk: 100)),
    Envelope(signers: [Signer(scheme: .rsaWithDigest)]),
    Envelope(signers: [Signer(attributes: .init(signingTime: .distantPast))]),
  ])
  func `every way of wrapping that CMS allows is accepted`(_ envelope: Envelope) throws {
    let authority = try Self.shared.get()
    #expect(try rejection(envelope, by: authority) == nil)
  }

  @Test func `certificates may stand in any order, whatever signed them`() throws {
    for algorithm in [ChainPlan.Algorithm.rsaSHA1, .rsaSHA256] {
      let authority = try TestAuthority(ChainPlan(validity: validity, algorithm: algorithm))
      #expect(
        try rejection(
          Envelope(certificates: .exactly(authority.certificatesDER.reversed())),
          by: authority
        )
          == nil
      )
    }
  }

  @Test(arguments: [
    Envelope.tampered, Envelope(signers: []), Envelope(signers: [Signer(), Signer()]),
    Envelope(content: .detached), Envelope(content: .replaced(by: [0x31, 0])),
    Envelope(certificates: .absent), Envelope(certificates: .exactly([])),
    Envelope(signers: [Signer(digest: .stated(KnownOID.md5))]),
    Envelope(signers: [Signer(scheme: .pss)]),
    Envelope(signers: [
      Signer(attributes: .init(signingTime: .distantPast, messageDigest: [1, 2, 3]))
    ]),
  ])
  func `every way of wrapping that proves nothing is refused`(_ envelope: Envelope) throws {
    let authority = try Self.shared.get()
    #expect(try rejection(envelope, by: authority) != nil)
  }

  @Test(arguments: ["marker", "marker above", "issuer", "stranger", "expired", "authority"])
  func `one wrong thing in a chain is enough`(_ wrong: String) throws {
    var plan = ChainPlan(validity: validity)
    switch wrong {
    case "marker": plan.leaf.marker = nil
    case "marker above": plan.intermediates[0].marker = nil
    case "issuer": plan.leaf.statedIssuer = CertificateName("Somebody Else")
    case "stranger": plan.intermediates[0].signatory = .stranger
    case "expired":
      plan.leaf.validity = now.addingTimeInterval(-9_000)...now.addingTimeInterval(-8_000)
    default: plan.intermediates[0].isAuthority = false
    }
    guard
      case .untrustedChain = try rejection(
        .appStore,
        by: TestAuthority(plan, keyOf: Self.shared.get())
      )
    else {
      Issue.record("accepted with the wrong \(wrong)")
      return
    }
  }

  @Test func `Xcode's shape is indefinite BER with one certificate of its own`() throws {
    let authority = try TestAuthority(selfSigned: .xcode(validity: validity))
    let minted = MintedReceipt.xcode(
      bundleID: "com.example.reader",
      creationDate: now,
      purchases: receipt.purchases
    )
    let octets = try ReceiptMint(authority).mint(minted, as: .xcode)
    #expect(octets.starts(with: [0x30, 0x80]))
    #expect(authority.certificatesDER == [authority.rootDER])
    let verifier = try ReceiptVerifier(addedRoots: [authority.rootDER])
    guard case .genuine(let verified) = verifier.verify(octets, at: now) else {
      Issue.record("rejected")
      return
    }
    #expect(verified.environmentKind == .xcode)
    #expect(verified.inAppPurchases.map(\.transactionID) == ["205879632214883"])
  }

  @Test func `attributes stand in DER's order, and changes reach the payload`() throws {
    var changed = receipt
    changed.changes = AttributeChanges(
      omitted: [18],
      replaced: [.ia5(12, "2026-09-21T14:13:20.123Z")],
      added: [MintedAttribute(type: 4_711, version: 3, value: [0xFF])]
    )
    let payload = changed.payload
    #expect(payload.first == 0x31)
    func contains(_ octets: [UInt8]) -> Bool {
      payload.indices.contains { payload[$0...].starts(with: octets) }
    }
    #expect(contains([0x30, 0x0A, 0x02, 0x02, 0x12, 0x67, 0x02, 0x01, 0x03, 0x04, 0x01, 0xFF]))
    #expect(contains(Array("20.123Z".utf8)))
    #expect(!contains([0x02, 0x01, 18, 0x02, 0x01, 0x01]))
    // The shortest come first: attributes 20 and then 1, as in the App Store's own.
    let empty: [UInt8] = [0x30, 0x0A, 0x02, 0x01, 20, 0x02, 0x01, 0x01, 0x04, 0x02, 0x0C, 0x00]
    #expect(payload[4...].starts(with: empty))
  }
}
