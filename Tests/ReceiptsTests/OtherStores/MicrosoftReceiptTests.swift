import Basics
import Foundation
import Mint
import Receipts
import Testing

/// A signed receipt of the Microsoft Store, and what its verifier says of it.
struct MicrosoftWorkshop {
  let authority: TestAuthority
  let verifier: MicrosoftReceiptVerifier
  let text: String

  init() throws {
    authority = try Workshop.shared.get().authority
    verifier = try MicrosoftReceiptVerifier(certificates: [authority.signerDER])
    text = String(decoding: try Self.receipt.mint(by: authority), as: UTF8.self)
  }

  static var receipt: MintedMicrosoftReceipt {
    MintedMicrosoftReceipt(
      appID: "55428.Reader_z7q3q7z11crfr",
      receiptDate: Workshop.now,
      products: [
        MintedMicrosoftReceipt.Product(
          id: "6bbf4366-6fb2-8be8-7947-92fd5f683530",
          productID: "Pro & more",
          purchaseDate: Workshop.now.addingTimeInterval(-Workshop.day),
          expirationDate: Workshop.now.addingTimeInterval(30 * Workshop.day)
        ),
        MintedMicrosoftReceipt.Product(
          id: "6bbf4366-6fb2-8be8-7947-92fd5f683531",
          productID: "Stickers",
          purchaseDate: Workshop.now
        ),
      ]
    )
  }

  func examine(_ text: String) -> DocumentExamination { verifier.examine(Array(text.utf8)) }

  /// `genuine`, or the code of the refusal.
  func word(_ text: String) -> String { examine(text).rejection?.code ?? "genuine" }
}

@Suite struct `Microsoft receipts` {
  let shop: MicrosoftWorkshop

  init() throws { shop = try MicrosoftWorkshop() }

  @Test func `a signed one is believed on the word of the certificate that was given`() throws {
    let examination = shop.examine(shop.text)
    #expect(examination.verdict == .genuine(.addedRoot))
    #expect(examination.kind == .microsoftReceipt)
    #expect(examination.app == "55428.Reader_z7q3q7z11crfr")
    #expect(examination.environment == nil)
    #expect(examination.signature?.digest == "SHA-256")
    #expect(examination.certificates.count == 1)
    let payload = try #require(examination.payload)
    #expect(payload["Version"] == .string("1.0"))
    #expect(payload["Signature"] == nil)
    #expect(payload["AppReceipt"]?.array?.first?["LicenseType"] == .string("Full"))
    let products = try #require(payload["ProductReceipt"]?.array)
    #expect(products.map { $0["ProductId"]?.string } == ["Pro & more", "Stickers"])
    #expect(products.last?["ExpirationDate"] == nil)
  }

  @Test(arguments: [MintedMicrosoftReceipt.Digest.sha1, .sha256])
  func `both digests, canonicalisations and namespaces of real ones verify`(
    _ digest: MintedMicrosoftReceipt.Digest
  ) throws {
    for way in [MintedMicrosoftReceipt.Canonicalisation.inclusive, .exclusive] {
      for namespace in [nil, "http://schemas.microsoft.com/windows/2012/store/receipt"] {
        var receipt = MicrosoftWorkshop.receipt
        receipt.digest = digest
        receipt.signedInfo = way
        receipt.namespace = namespace
        let text = try receipt.mint(by: shop.authority)
        #expect(shop.verifier.examine(text).verdict == .genuine(.addedRoot))
      }
    }
  }

  @Test func `without a certificate it is shown, not believed`() throws {
    let examination = try MicrosoftReceiptVerifier().examine(Array(shop.text.utf8))
    #expect(examination.rejection?.code == "untrusted-chain")
    #expect(examination.app != nil)
    #expect(examination.payload != nil)
  }

  @Test func `another certificate than the signer's does not help`() throws {
    let other = try TestAuthority(Workshop.plan)
    let verifier = try MicrosoftReceiptVerifier(certificates: [other.signerDER])
    #expect(verifier.examine(Array(shop.text.utf8)).rejection?.code == "untrusted-chain")
    let both = try MicrosoftReceiptVerifier(
      certificates: [other.signerDER, shop.authority.signerDER]
    )
    #expect(both.examine(Array(shop.text.utf8)).rejection == nil)
    #expect(throws: RootsError.unreadable(index: 0)) {
      try MicrosoftReceiptVerifier(certificates: [[0x30, 0x00]])
    }
  }

  @Test func `a receipt for somebody else's app is refused when ours are known`() throws {
    func code(_ apps: Set<String>) throws -> String? {
      try MicrosoftReceiptVerifier(certificates: [shop.authority.signerDER], apps: apps)
        .examine(Array(shop.text.utf8)).rejection?.code
    }
    #expect(try code(["55428.Reader_z7q3q7z11crfr"]) == nil)
    #expect(try code(["55428.Writer_z7q3q7z11crfr"]) == "wrong-app")
  }

  @Test func `the digest is judged before the certificate`() throws {
    let changed = shop.text.replacing("Stickers", with: "Everything")
    #expect(shop.word(changed) == "bad-signature")
    let bare = try MicrosoftReceiptVerifier().examine(Array(changed.utf8))
    #expect(bare.rejection?.code == "bad-signature")
    #expect(bare.payload != nil)
  }

  @Test func `a changed signature value is a bad signature`() throws {
    let start = try #require(shop.text.range(of: "<SignatureValue>")).upperBound
    let letter = shop.text[start] == "A" ? "B" : "A"
    let changed = shop.text.replacingCharacters(in: start...start, with: letter)
    #expect(shop.word(changed) == "bad-signature")
  }

  @Test func `white space between elements is content, in tags it is not`() {
    #expect(
      shop.word(shop.text.replacing("><AppReceipt", with: ">\n<AppReceipt")) == "bad-signature"
    )
    #expect(
      shop.word(shop.text.replacing("<AppReceipt ", with: "<AppReceipt\t\r\n  ")) == "genuine"
    )
    #expect(shop.word(shop.text.replacing("></AppReceipt>", with: " />")) == "genuine")
    #expect(shop.word(shop.text + "\r\n") == "genuine")
    #expect(
      shop.word("\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + shop.text) == "genuine"
    )
    #expect(
      shop.word(shop.text.replacing("Version=\"1.0\"", with: "Version='1&#46;0'")) == "genuine"
    )
  }

  @Test func `attributes in another order are the same receipt`() {
    let changed = shop.text.replacing(" Version=\"1.0\"", with: "")
      .replacing("<Receipt ", with: "<Receipt Version=\"1.0\" ")
    #expect(changed != shop.text)
    #expect(shop.word(changed) == "genuine")
  }

  @Test func `comments cut no text in two and hide nothing`() throws {
    // The signature does not cover comments, and what is read must not depend on them.
    let digest = shop.text.replacing("<DigestValue>", with: "<DigestValue><!-- x -->")
    #expect(shop.word(digest) == "genuine")
    let text = shop.text.replacing(
      "<AppReceipt ",
      with: "<!-- <AppReceipt AppId=\"x\"/> --><AppReceipt "
    )
    let examination = shop.examine(text)
    #expect(examination.verdict == .genuine(.addedRoot))
    #expect(examination.payload == shop.examine(shop.text).payload)
    #expect(
      shop.word(shop.text.replacing("</Receipt>", with: "<!-- a -- b --></Receipt>")) == "malformed"
    )
  }

  @Test func `unknown attributes and elements are shown`() {
    let text = "<Receipt New=\"1\"><Gift Id=\"2\"><Note>for you</Note></Gift></Receipt>"
    let examination = shop.examine(text)
    #expect(examination.rejection == .badSignature(reason: "the receipt is not signed"))
    let gift = examination.payload?["Gift"]?.array?.first
    #expect(gift?["Id"] == .string("2"))
    #expect(gift?["Note"]?.array?.first?["#text"] == .string("for you"))
    #expect(examination.payload?["New"] == .string("1"))
  }

  @Test func `the kind is told by the first element's name`() {
    for text in [
      shop.text, "  <Receipt/>", "<?xml version=\"1.0\"?><Receipt>", "<!DOCTYPE a><w:Receipt x",
    ] {
      #expect(MicrosoftDocument.kind(ofXML: Array(text.utf8)) == .microsoftReceipt)
    }
    for text in ["", "<", "<plist/>", "<Receipts/>", "<AppReceipt a='1'/>", "Receipt <Receipt/>"] {
      #expect(MicrosoftDocument.kind(ofXML: Array(text.utf8)) == nil, "\(text)")
    }
  }
}
