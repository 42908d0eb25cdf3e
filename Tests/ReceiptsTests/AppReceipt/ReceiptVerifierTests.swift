import Foundation
import Mint
import Receipts
import Testing

@Suite struct `Verifying app receipts` {
  let workshop: Workshop

  init() throws { workshop = try Workshop.shared.get() }

  @Test func `a receipt shaped like the App Store's is genuine and every field is typed`() throws {
    let bytes = try workshop.mint.mint(Workshop.receipt)
    let examination = workshop.verifier.examine(bytes, at: Workshop.now)
    guard case .genuine(let receipt) = examination.verdict else {
      Issue.record("rejected: \(String(describing: examination.rejection))")
      return
    }
    #expect(receipt.environment == "Production")
    #expect(receipt.bundleID == "com.example.reader")
    #expect(receipt.appVersion == "12")
    #expect(receipt.originalAppVersion == "1.0")
    #expect(receipt.createdAt == Workshop.now.addingTimeInterval(-Workshop.day))
    #expect(receipt.expiresAt == nil)
    #expect(receipt.inAppPurchases.count == 3)
    let renewal = try #require(
      receipt.inAppPurchases.first { $0.transactionID == "100000000000002" }
    )
    #expect(renewal.originalTransactionID == "100000000000001")
    #expect(renewal.productType == .autoRenewableSubscription)
    #expect(renewal.isTrialPeriod == false)
    #expect(renewal.isInIntroOfferPeriod == true)
    #expect(renewal.promotionalOfferID == "spring")
    #expect(renewal.cancelledAt != nil)
    #expect(renewal.webOrderLineItemID == nil, "0 stands for none")
    let coins = try #require(receipt.inAppPurchases.first { $0.quantity == 3 })
    #expect(coins.productType == .consumable)
    #expect(coins.expiresAt == nil, "an empty date stands for none")
    #expect(examination.trace.certificates.count == 3)
  }

  @Test(arguments: [
    Envelope.appStoreSHA1, .xcode, Envelope(encoding: .indefinite(chunk: 500)),
    Envelope(encoding: .indefinite(chunk: 1)),
    Envelope(signers: [Signer(attributes: .init(signingTime: Workshop.now))]),
    Envelope(signers: [Signer(attributes: .init(signingTime: Workshop.now, filler: 100))]),
    Envelope(signers: [Signer(attributes: .init(signingTime: Workshop.now, filler: 300))]),
    Envelope(signers: [Signer(attributes: .init(signingTime: Workshop.now, filler: 70_000))]),
  ])
  func `other encodings and digests of the same receipt are genuine too`(
    _ envelope: Envelope
  ) throws {
    #expect(try workshop.verdict(as: envelope) == nil)
  }

  @Test func `the signer is found by issuer and serial number wherever its certificate stands`()
    throws
  {
    let reversed = Envelope(certificates: .exactly(workshop.authority.certificatesDER.reversed()))
    #expect(try workshop.verdict(as: reversed) == nil)
  }

  @Test func `the root need not travel with the receipt`() throws {
    let bag = Array(workshop.authority.certificatesDER.dropLast())
    #expect(try workshop.verdict(as: Envelope(certificates: .exactly(bag))) == nil)
  }

  @Test func `trailing bytes are malformed, trailing padding is not`() throws {
    let bytes = try workshop.mint.mint(Workshop.receipt)
    #expect(workshop.rejection(of: bytes + [0x30])?.code == "malformed")
    #expect(workshop.rejection(of: bytes + [0x0A, 0x00, 0x00]) == nil)
  }

  @Test func `a creation date, a bundle ID and a purchase's IDs must be there`() throws {
    for type in [2, 12] {
      var receipt = Workshop.receipt
      receipt.changes.omitted = [type]
      #expect(try workshop.verdict(receipt)?.location == "attribute \(type)")
    }
    for type in [1702, 1703, 1704] {
      var receipt = Workshop.receipt
      receipt.purchases[0].changes.omitted = [type]
      let rejection = try workshop.verdict(receipt)
      #expect(rejection?.code == "malformed")
      #expect(rejection?.location?.hasSuffix("field \(type)") == true)
    }
  }

  @Test(arguments: [1704, 1708, 1712])
  func `a date that decides access and cannot be read refuses the receipt`(_ field: Int) throws {
    var receipt = Workshop.receipt
    receipt.purchases[1].changes.replaced = [.ia5(field, "soon")]
    let rejection = try workshop.verdict(receipt)
    #expect(rejection?.code == "malformed")
    #expect(rejection?.location?.contains("field \(field)") == true)
  }

  @Test func `what decides no access and cannot be read is told, not refused`() throws {
    var receipt = Workshop.receipt
    receipt.purchases[1].changes.replaced = [.ia5(1706, "long ago"), .integer(1713, 2)]
    let bytes = try workshop.mint.mint(receipt)
    let examination = workshop.verifier.examine(bytes, at: Workshop.now)
    #expect(examination.rejection == nil)
    #expect(examination.trace.receipt?.faults.count == 2)
  }

  @Test func `one unreadable field leaves everything else to be seen`() throws {
    var receipt = Workshop.receipt
    receipt.purchases[0].changes.replaced = [.ia5(1708, "soon")]
    let trace = workshop.verifier.examine(
      try workshop.mint.mint(receipt),
      at: Workshop.now
    ).trace
    #expect(trace.receipt?.bundleID == "com.example.reader")
    #expect(trace.receipt?.inAppPurchases.count == 3)
    #expect(trace.certificates.count == 3)
    #expect(trace.passed.contains(.signature))
    #expect(trace.failed == .content)
  }

  @Test(arguments: ["nul\u{0}", "tab\t", "\u{1B}[2J", String(repeating: "x", count: 4_097)])
  func `control characters and endless texts in identifiers are malformed`(_ text: String) throws {
    var receipt = Workshop.receipt
    receipt.bundleID = text
    #expect(try workshop.verdict(receipt)?.location?.hasPrefix("attribute 2") == true)
  }

  @Test func `nothing may hide behind the parts that are read`() throws {
    // A second content beside the signed one, inside the same wrapper.
    let bytes = try workshop.mint.mint(
      Workshop.receipt,
      as: Envelope(encoding: .indefinite(chunk: .max))
    )
    let end = try #require(bytes.lastRange(of: [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xA0]))
    var doubled = bytes
    doubled.insert(contentsOf: [0x04, 0x01, 0x41], at: end.lowerBound + 2)
    #expect(workshop.rejection(of: doubled)?.code == "malformed")
  }

  @Test func `certificates beyond the size of any are refused unread`() throws {
    let bomb = [0x30, 0x83, 0x02, 0x00, 0x00] + [UInt8](repeating: 0x05, count: 1 << 17)
    let chain = workshop.authority.certificatesDER
    let rejection = try workshop.verdict(as: Envelope(certificates: .exactly(chain + [bomb])))
    #expect(rejection?.code == "malformed")
  }

  @Test func `unknown attributes are passed over whatever they hold`() throws {
    var receipt = Workshop.receipt
    receipt.changes.added = [
      MintedAttribute(type: 9_999, value: [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF])
    ]
    #expect(try workshop.verdict(receipt) == nil)
  }

  @Test func `another app's receipt is refused only where apps are named`() throws {
    let bytes = try workshop.mint.mint(Workshop.receipt)
    let strict = try ReceiptVerifier(
      roots: [workshop.authority.rootDER],
      bundleIDs: ["com.example.trails"]
    )
    #expect(
      strict.examine(bytes, at: Workshop.now).rejection
        == .wrongApp(expected: "com.example.trails", found: "com.example.reader")
    )
    let fitting = try ReceiptVerifier(
      roots: [workshop.authority.rootDER],
      bundleIDs: ["com.example.trails", "com.example.reader"]
    )
    #expect(fitting.examine(bytes, at: Workshop.now).rejection == nil)
  }

  @Test func `a volume purchase ends when it says so`() throws {
    var receipt = Workshop.receipt
    receipt.environment = "ProductionVPP"
    let end = Workshop.now.addingTimeInterval(60)
    receipt.expirationDate = end
    let bytes = try workshop.mint.mint(receipt)
    #expect(workshop.verifier.examine(bytes, at: Workshop.now).rejection == nil)
    #expect(workshop.verifier.examine(bytes, at: end).rejection == .expired(at: end))
  }

  @Test func `an environment no store has used is unsupported, and Xcode's needs an added root`()
    throws
  {
    var receipt = Workshop.receipt
    receipt.environment = "Staging"
    #expect(try workshop.verdict(receipt)?.code == "unsupported")
    receipt.environment = "Xcode"
    #expect(try workshop.verdict(receipt)?.code == "wrong-environment")
  }

  @Test func `what is too large is not read`() {
    let bytes = [UInt8](repeating: 0x30, count: ReceiptText.maxBytes + 1)
    #expect(workshop.rejection(of: bytes)?.code == "too-large")
  }

  @Test func `a rejected receipt still shows what could be decoded`() throws {
    let bytes = try workshop.mint.mint(Workshop.receipt, as: .tampered)
    let trace = workshop.verifier.examine(bytes, at: Workshop.now).trace
    #expect(trace.receipt?.bundleID == "com.example.reader")
    #expect(trace.failed == .signature)
    #expect(trace.passed == [.container, .content])
    #expect(trace.signature?.digest == "SHA-256")
  }

  @Test func `an end and a chain known from before are judged anew for every receipt`() throws {
    #expect(try workshop.verdict() == nil)
    var early = Workshop.receipt
    early.creationDate = Workshop.now.addingTimeInterval(-800 * Workshop.day)
    #expect(try workshop.verdict(early)?.code == "untrusted-chain")
    #expect(try workshop.verdict() == nil)
  }
}

extension Workshop {
  static var forged: [UInt8] {
    var receipt = receipt
    receipt.bundleID = "com.example.forged"
    return receipt.payload
  }
}
