import Basics
import Foundation
import Testing

@testable import Mint
@testable import Receipts

@Suite struct `Object identifiers as text` {
  private func text(_ octets: [UInt8], _ range: Range<Int>? = nil) -> String {
    OID.text(octets.span, range ?? 0..<octets.count)
  }

  @Test(arguments: [
    ([0x00], "0.0"), ([0x27], "0.39"), ([0x28], "1.0"), ([0x4F], "1.39"), ([0x50], "2.0"),
    ([0x78], "2.40"), ([0x88, 0x37], "2.999"), ([0x55, 0x04, 0x03], "2.5.4.3"),
    (OID.sha256WithRSA, "1.2.840.113549.1.1.11"),
  ])
  func `have the first two arcs in one number`(_ octets: [UInt8], _ expected: String) {
    #expect(text(octets) == expected)
  }

  @Test func `have at most 32 bytes, all of them there, the last one an arc's end`() {
    let longest = [0x2A] + [UInt8](repeating: 0x01, count: 31)
    #expect(text(longest) == "1.2" + String(repeating: ".1", count: 31))
    #expect(text(longest + [0x01]) == "?")
    #expect(text(longest, 0..<31) == "1.2" + String(repeating: ".1", count: 30))
    #expect(text([0x2A], 0..<2) == "?")
    #expect(text([], 0..<0) == "?")
    #expect(text([0x2A, 0x86]) == "?")
    #expect(text([0x2A, 0x80]) == "?")
  }

  @Test func `have arcs of at most 63 bits`() {
    let ones = [UInt8](repeating: 0xFF, count: 8) + [0x7F]
    #expect(text([0x2A] + ones) == "1.2.\(Int64.max)")
    let zeros = [UInt8](repeating: 0x80, count: 8)
    #expect(text([0x2A, 0x81] + zeros + [0x00]) == "?")
    #expect(text([0x2A, 0x81] + zeros.dropFirst() + [0x00]) == "1.2.\(Int64(1) << 56)")
  }
}

@Suite struct `Envelopes of receipts at their bounds` {
  let workshop: Workshop

  init() throws { workshop = try Workshop.shared.get() }

  /// A SEQUENCE of so many bytes that is no certificate.
  private func filler(_ count: Int) -> [UInt8] {
    var bytes = DERForgery.element(Tag.sequence, [UInt8](repeating: 0x05, count: count - 4))
    bytes.reserveCapacity(count)
    return bytes
  }

  private func code(adding certificates: [[UInt8]]) throws -> String? {
    let chain = workshop.authority.certificatesDER
    return try workshop.verdict(as: Envelope(certificates: .exactly(chain + certificates)))?.code
  }

  @Test func `hold sixteen certificates of 8192 bytes, and none more or longer`() throws {
    #expect(filler(8_192).count == 8_192)
    #expect(try code(adding: [filler(8_192)]) == nil)
    #expect(try code(adding: [filler(8_193)]) == "malformed")
    #expect(try code(adding: Array(repeating: filler(300), count: 13)) == nil)
    #expect(try code(adding: Array(repeating: filler(300), count: 14)) == "malformed")
  }

  @Test func `are read for two signers, which is one too many`() throws {
    for count in 1...3 {
      let signers = (0..<count).map { _ in Mint.Signer() }
      let bytes = try workshop.mint.mint(Workshop.receipt, as: Envelope(signers: signers))
      #expect(try CMSEnvelope(of: bytes).signers.count == min(count, 2))
    }
  }

  /// Signed data without signers, its content in chunks of so many levels.
  private func chunked(_ levels: Int) throws -> CMSEnvelope.Content {
    var content = DERForgery.element(Tag.octetString, [1, 2, 3])
    for _ in 0..<levels {
      content = DERForgery.element(Tag.constructedOctetString, content + content)
    }
    func identifier(_ octets: [UInt8]) -> [UInt8] {
      DERForgery.element(Tag.objectIdentifier, octets)
    }
    let encapsulated = DERForgery.element(
      Tag.sequence,
      identifier(OID.data) + DERForgery.element(Tag.context0, content)
    )
    let signedData = DERForgery.element(
      Tag.sequence,
      [Tag.integer, 1, 1, Tag.set, 0] + encapsulated + [Tag.set, 0]
    )
    let bytes = DERForgery.element(
      Tag.sequence,
      identifier(OID.signedData) + DERForgery.element(Tag.context0, signedData)
    )
    return try CMSEnvelope(of: bytes).content
  }

  @Test func `have their content in chunks of at most four levels, joined in order`() throws {
    for levels in 1...4 {
      let joined = Array(repeating: [1, 2, 3] as [UInt8], count: 1 << levels).flatMap(\.self)
      #expect(try chunked(levels) == .joined(joined))
    }
    for levels in [5, 6] { #expect(throws: Rejection.self) { try chunked(levels) } }
  }

  @Test func `are read up to the largest receipt`() {
    let largest = [UInt8](repeating: 0x30, count: ReceiptText.maxBytes)
    #expect(workshop.rejection(of: largest)?.code == "malformed")
  }
}

@Suite struct `What a receipt's verification reports` {
  let workshop: Workshop

  init() throws { workshop = try Workshop.shared.get() }

  @Test func `every check that passed, the chain and the time of judgement`() throws {
    var receipt = Workshop.receipt
    let verifier = try ReceiptVerifier(
      roots: [workshop.authority.rootDER],
      bundleIDs: ["com.example.reader"]
    )
    var trace = verifier.examine(try workshop.mint.mint(receipt), at: Workshop.now).trace
    #expect(trace.passed == Set(ReceiptVerificationTrace.Check.allCases).subtracting([.expiry]))
    #expect(trace.failed == nil)
    #expect(trace.evaluatedAt == receipt.creationDate)
    #expect(trace.chain == workshop.authority.certificatesDER)
    receipt.expirationDate = Workshop.now.addingTimeInterval(1)
    trace = verifier.examine(try workshop.mint.mint(receipt), at: Workshop.now).trace
    #expect(trace.passed == Set(ReceiptVerificationTrace.Check.allCases))
    trace = workshop.verifier.examine(try workshop.mint.mint(receipt), at: Workshop.now).trace
    #expect(!trace.passed.contains(.app))
  }

  @Test func `of an untrusted signer, whether the receipt is as he signed it`() throws {
    let stranger = ReceiptMint(try TestAuthority(Workshop.plan))
    let whole = workshop.verifier.examine(try stranger.mint(Workshop.receipt), at: Workshop.now)
    #expect(whole.rejection?.code == "untrusted-chain")
    #expect(whole.rejection?.detail.contains("trust roots") == true)
    #expect(whole.trace.certificates.count == 3)
    let damaged = try stranger.mint(Workshop.receipt, as: .tampered)
    #expect(workshop.rejection(of: damaged)?.code == "bad-signature")
  }

  @Test func `is of the signer named by number, also among certificates of one issuer's name`()
    throws
  {
    let other = try TestAuthority(Workshop.plan)
    let verifier = try ReceiptVerifier(roots: [workshop.authority.rootDER, other.rootDER])
    let chains = [other, workshop.authority].map(\.certificatesDER)
    let bag = chains.flatMap { [$0[0], $0[1]] }
    for authority in [workshop.authority, other] {
      let bytes = try ReceiptMint(authority).mint(
        Workshop.receipt,
        as: Envelope(certificates: .exactly(bag))
      )
      let examination = verifier.examine(bytes, at: Workshop.now)
      #expect(examination.rejection == nil)
      #expect(examination.trace.chain.first == authority.certificatesDER[0])
    }
  }
}
