import Foundation
import Mint
import Receipts
import Testing

@Suite struct `Judging certificate chains` {
  /// The reason a receipt of an authority after `plan` is refused by one that trusts its root.
  private func reason(_ plan: ChainPlan, asAddedRoot: Bool = false) throws -> String? {
    let authority = try TestAuthority(plan)
    let verifier = try ReceiptVerifier(
      roots: asAddedRoot ? [] : [authority.rootDER],
      addedRoots: asAddedRoot ? [authority.rootDER] : []
    )
    let bytes = try ReceiptMint(authority).mint(Workshop.receipt)
    guard let rejection = verifier.examine(bytes, at: Workshop.now).rejection else { return nil }
    #expect(rejection.code == "untrusted-chain")
    return rejection.detail
  }

  @Test func `a chain without the signer's marker is refused below any root`() throws {
    var plan = Workshop.plan
    plan.leaf.marker = nil
    #expect(try reason(plan)?.contains("6.11.1") == true)
    #expect(try reason(plan, asAddedRoot: true)?.contains("6.11.1") == true)
  }

  @Test func `a chain without the intermediate's marker is refused below the store's roots`() throws
  {
    var plan = Workshop.plan
    plan.intermediates[0].marker = nil
    #expect(try reason(plan)?.contains("6.2.1") == true)
    #expect(try reason(plan, asAddedRoot: true) == nil)
  }

  @Test func `a signer that is an authority, and an intermediate that is none, are refused`() throws
  {
    var plan = Workshop.plan
    plan.leaf.isAuthority = true
    #expect(try reason(plan)?.contains("authority") == true)
    plan = Workshop.plan
    plan.intermediates[0].isAuthority = false
    #expect(try reason(plan)?.contains("may not issue") == true)
  }

  @Test func `a signer whose key is for other uses is refused`() throws {
    var plan = Workshop.plan
    plan.leaf.maySign = false
    #expect(try reason(plan)?.contains("other uses") == true)
  }

  @Test func `a certificate that names its algorithm in two ways is refused`() throws {
    var plan = Workshop.plan
    plan.algorithm = .rsaSHA256
    let authority = try TestAuthority(plan)
    var chain = authority.certificatesDER
    // Outside of what is signed, sha256WithRSAEncryption loses its NULL.
    let identifier: [UInt8] = [
      0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B, 0x05, 0x00,
    ]
    let outer = try #require(chain[0].ranges(of: identifier).last)
    chain[0].replaceSubrange(outer, with: [0x30, 0x0B] + identifier[2..<13])
    let length = (Int(chain[0][2]) << 8 | Int(chain[0][3])) - 2
    chain[0].replaceSubrange(2..<4, with: [UInt8(length >> 8), UInt8(length & 0xFF)])
    let verifier = try ReceiptVerifier(roots: [authority.rootDER])
    let bytes = try ReceiptMint(authority).mint(
      Workshop.receipt,
      as: Envelope(certificates: .exactly(chain))
    )
    #expect(verifier.examine(bytes, at: Workshop.now).rejection?.code == "untrusted-chain")
  }

  @Test func `a signature by a stranger is refused at either place`() throws {
    var plan = Workshop.plan
    plan.leaf.signatory = .stranger
    #expect(try reason(plan)?.contains("not signed by its issuer") == true)
    plan = Workshop.plan
    plan.intermediates[0].signatory = .stranger
    #expect(try reason(plan)?.contains("trust roots") == true)
  }

  @Test func `certificates are judged at the creation date, not now`() throws {
    var plan = Workshop.plan
    let created = Workshop.receipt.creationDate
    plan.leaf.validity = created.addingTimeInterval(-60)...created.addingTimeInterval(60)
    #expect(try reason(plan) == nil, "expired now, valid then")
    plan.leaf.validity = created.addingTimeInterval(60)...created.addingTimeInterval(600)
    #expect(try reason(plan)?.contains("is valid from") == true)
    plan = Workshop.plan
    plan.intermediates[0].validity =
      created.addingTimeInterval(-600)...created.addingTimeInterval(-60)
    #expect(try reason(plan)?.contains("is valid from") == true)
  }

  @Test func `a root of the same name that is not ours is not trusted`() throws {
    let impostor = try TestAuthority(Workshop.plan)
    let verifier = try Workshop.shared.get().verifier
    let bytes = try ReceiptMint(impostor).mint(Workshop.receipt)
    #expect(verifier.examine(bytes, at: Workshop.now).rejection?.code == "untrusted-chain")
  }

  @Test func `a missing intermediate, no certificates and a signer nobody sent are refused`() throws
  {
    let workshop = try Workshop.shared.get()
    let leaf = Array(workshop.authority.certificatesDER.prefix(1))
    for certificates in [Envelope.Certificates.exactly(leaf), .absent] {
      let rejection = try workshop.verdict(as: Envelope(certificates: certificates))
      #expect(rejection?.code == "untrusted-chain")
    }
    let stranger = try TestAuthority(Workshop.plan).identity
    let rejection = try workshop.verdict(as: Envelope(signers: [Signer(identity: stranger)]))
    #expect(rejection?.code == "untrusted-chain")
  }

  @Test func `a single self-signed certificate counts only where it was given as a root`() throws {
    let plan = CertificatePlan(
      subject: CertificateName("StoreKit"),
      validity: Workshop.plan.leaf.validity,
      isAuthority: true
    )
    let xcode = try TestAuthority(selfSigned: plan)
    let receipt = MintedReceipt.xcode(
      bundleID: "com.example.reader",
      creationDate: Workshop.now,
      purchases: [
        MintedPurchase(
          productID: "pro",
          transactionID: "0",
          purchaseDate: Workshop.now,
          expiresDate: Workshop.now.addingTimeInterval(300)
        )
      ]
    )
    let bytes = try ReceiptMint(xcode).mint(receipt, as: .xcode)
    let trusting = try ReceiptVerifier(addedRoots: [xcode.rootDER])
    let examination = trusting.examine(bytes, at: Workshop.now)
    #expect(examination.rejection == nil)
    #expect(examination.trace.receipt?.environmentKind == .xcode)
    let strict = try ReceiptVerifier()
    #expect(strict.examine(bytes, at: Workshop.now).rejection?.code == "untrusted-chain")
    let asStoreRoot = try ReceiptVerifier(roots: [xcode.rootDER])
    #expect(asStoreRoot.examine(bytes, at: Workshop.now).rejection?.code == "untrusted-chain")
  }

  @Test func `a certificate that signs itself speaks for Xcode only`() throws {
    let plan = CertificatePlan(
      subject: CertificateName("StoreKit"),
      validity: Workshop.plan.leaf.validity,
      isAuthority: true
    )
    let xcode = try TestAuthority(selfSigned: plan)
    let bytes = try ReceiptMint(xcode).mint(Workshop.receipt)
    let trusting = try ReceiptVerifier(addedRoots: [xcode.rootDER])
    #expect(trusting.examine(bytes, at: Workshop.now).rejection?.code == "wrong-environment")
  }

  @Test func `on whose word a receipt is believed goes with it`() throws {
    let workshop = try Workshop.shared.get()
    let bytes = try workshop.mint.mint(Workshop.receipt)
    for (verifier, provenance) in [
      (workshop.verifier, VerificationBasis.storeSignature),
      (try ReceiptVerifier(addedRoots: [workshop.authority.rootDER]), .addedRoot),
    ] {
      guard case .genuine(let receipt) = verifier.examine(bytes, at: Workshop.now).verdict else {
        Issue.record("rejected")
        continue
      }
      #expect(receipt.provenance == provenance)
    }
  }

  @Test func `other certificates of the right name do not hide the right one`() throws {
    let workshop = try Workshop.shared.get()
    let namesake = try TestAuthority(Workshop.plan).certificatesDER
    let chain = workshop.authority.certificatesDER
    let bag = [chain[0], namesake[1], chain[1], namesake[0]]
    #expect(try workshop.verdict(as: Envelope(certificates: .exactly(bag))) == nil)
  }

  @Test func `a root that may not issue certificates is no root of a chain`() throws {
    var plan = Workshop.plan
    plan.root.isAuthority = false
    #expect(try reason(plan, asAddedRoot: true)?.contains("may not issue") == true)
  }

  @Test func `chains signed with RSA and SHA-1 hold, as Apple's old ones must`() throws {
    var plan = ChainPlan(
      validity: Workshop.plan.leaf.validity,
      name: "old",
      algorithm: .rsaSHA1
    )
    #expect(try reason(plan) == nil)
    plan = ChainPlan(validity: Workshop.plan.leaf.validity, name: "new", algorithm: .rsaSHA256)
    #expect(try reason(plan) == nil)
  }

  @Test func `what is no certificate is no trust root`() {
    #expect(throws: RootsError.unreadable(index: 0)) {
      try ReceiptVerifier(addedRoots: [[0x30, 0x03, 1, 2, 3]])
    }
  }
}
