import Foundation
import Mint
import Testing

@testable import Receipts

@Suite struct `What a Microsoft receipt's verification reports` {
  let shop: MicrosoftWorkshop

  init() throws { shop = try MicrosoftWorkshop() }

  private func passed(_ examination: DocumentExamination) -> [DocumentChecks.Check] {
    DocumentChecks.Check.allCases.filter(examination.checks.passed)
  }

  @Test func `every check that passed`() throws {
    #expect(passed(shop.examine(shop.text)) == [.form, .signature, .chain, .content])
    let verifier = try MicrosoftReceiptVerifier(
      certificates: [shop.authority.signerDER],
      apps: ["55428.Reader_z7q3q7z11crfr"]
    )
    let examination = verifier.examine(Array(shop.text.utf8))
    #expect(passed(examination) == [.form, .signature, .chain, .content, .app])
    let damaged = shop.examine(shop.text.replacing("Stickers", with: "Everything"))
    #expect(passed(damaged) == [.form])
  }

  @Test func `both algorithms by name`() throws {
    for (digest, names) in [
      (.sha1, ["SHA-1", "sha1WithRSAEncryption"]),
      (.sha256, ["SHA-256", "sha256WithRSAEncryption"]),
    ] as [(MintedMicrosoftReceipt.Digest, [String])] {
      var receipt = MicrosoftWorkshop.receipt
      receipt.digest = digest
      let signature = shop.verifier.examine(try receipt.mint(by: shop.authority)).signature
      #expect([signature?.digest, signature?.algorithm] == names)
    }
  }

  @Test func `the first of two certificates of the signer's key`() throws {
    var plan = Workshop.plan
    plan.leaf.subject = CertificateName("another name")
    let other = try TestAuthority(plan, keyOf: shop.authority)
    let certificates = [shop.authority.signerDER, other.signerDER]
    for list in [certificates, certificates.reversed()] {
      let verifier = try MicrosoftReceiptVerifier(certificates: list)
      let named = verifier.examine(Array(shop.text.utf8)).certificates
      let alone = try MicrosoftReceiptVerifier(certificates: [list[0]])
      #expect(named == alone.examine(Array(shop.text.utf8)).certificates)
    }
  }

  @Test func `the app of the first app receipt, or that of all products`() throws {
    func app(_ elements: String) throws -> String? {
      MicrosoftReceiptFields.app(
        try XMLReader.root(of: Array("<Receipt>\(elements)</Receipt>".utf8))
      )
    }
    let (first, second) = (#"<ProductReceipt AppId="a"/>"#, #"<ProductReceipt AppId="b"/>"#)
    #expect(try app(#"\#(first)<AppReceipt AppId="c"/><AppReceipt AppId="d"/>"#) == "c")
    #expect(try app(first) == "a")
    #expect(try app(first + first) == "a")
    #expect(try app(first + second) == nil)
    #expect(try app(#"\#(first)<Other AppId="b"/>"#) == "a")
    #expect(try app("") == nil)
  }

  @Test func `the place of what stands where another element belongs`() throws {
    let start = try #require(shop.text.range(of: "<DigestMethod ")).lowerBound
    let end = try #require(shop.text.range(of: "</DigestMethod>")).upperBound
    let text = shop.text.replacingCharacters(in: start..<end, with: "")
    let place = text.utf8.distance(from: text.startIndex, to: start)
    let rejection = shop.examine(text).rejection
    #expect(rejection?.location == "byte \(place) (signature)")
    #expect(rejection?.detail == "expected the element DigestMethod")
  }
}
