import Foundation
import Mint
import Receipts
import Testing

@Suite struct `Microsoft receipts from an attacker` {
  let shop: MicrosoftWorkshop

  init() throws { shop = try MicrosoftWorkshop() }

  private var signature: String {
    let start = shop.text.range(of: "<Signature ")?.lowerBound ?? shop.text.startIndex
    let end = shop.text.range(of: "</Signature>")?.upperBound ?? shop.text.startIndex
    return String(shop.text[start..<end])
  }

  @Test func `the signed receipt wrapped into another one is refused`() {
    let forged = "<AppReceipt AppId=\"mine\" Id=\"1\"></AppReceipt>"
    #expect(shop.word("<Receipt>\(forged)\(shop.text)</Receipt>") == "bad-signature")
    #expect(
      shop.word("<Receipt>\(forged)<Old>\(shop.text)</Old>\(signature)</Receipt>")
        == "bad-signature"
    )
    #expect(shop.word("<Receipt>\(forged)\(signature)</Receipt>") == "bad-signature")
    let object = signature.replacing(
      "</Signature>",
      with: "<Object>\(shop.text)</Object></Signature>"
    )
    #expect(shop.word("<Receipt>\(forged)\(object)</Receipt>") == "bad-signature")
  }

  @Test func `a signature that is not alone, or not below the root, is refused`() {
    let text = shop.text
    #expect(shop.word(text.replacing(signature, with: signature + signature)) == "bad-signature")
    #expect(shop.word(text.replacing(signature, with: "<a>\(signature)</a>")) == "bad-signature")
    #expect(shop.word(text.replacing(signature, with: "")) == "bad-signature")
    // Of another namespace it is no signature, but content.
    let foreign = signature.replacing("xmldsig#\"", with: "xmldsig\"")
    #expect(shop.word(text.replacing(signature, with: foreign)) == "bad-signature")
  }

  @Test func `a product smuggled into the signature is neither signed nor read`() {
    let smuggled = "<ProductReceipt xmlns=\"\" ProductId=\"gold\"></ProductReceipt>"
    for place in ["</Signature>", "</SignedInfo>", "<Reference "] {
      let text = shop.text.replacing(place, with: smuggled + place)
      let examination = shop.examine(text)
      #expect(examination.rejection?.code == "malformed")
      #expect(examination.payload == shop.examine(shop.text).payload)
    }
    let info = "<KeyInfo><KeyName>x</KeyName></KeyInfo></Signature>"
    #expect(shop.word(shop.text.replacing("</Signature>", with: info)) == "genuine")
  }

  @Test(arguments: [
    ("URI=\"\"", "URI=\"#x\"", "bad-signature"), (" URI=\"\"", "", "bad-signature"),
    ("xmlenc#sha256", "xmlenc#sha512", "unsupported"),
    ("more#rsa-sha256", "more#hmac-sha256", "unsupported"),
    ("xml-exc-c14n#", "xml-exc-c14n#WithComments", "unsupported"),
    ("#enveloped-signature", "#base64", "unsupported"),
    ("</Transform></Transforms>", "<XPath>1</XPath></Transform></Transforms>", "unsupported"),
    (
      "</Transform></Transforms>", "</Transform></Transforms><Transforms></Transforms>", "malformed"
    ),
    ("<DigestValue>", "<DigestValue>*", "malformed"),
    ("<SignatureValue>", "<SignatureValue>-", "malformed"),
  ])
  func `a signature of another form is refused`(_ old: String, _ new: String, _ code: String) {
    let text = shop.text.replacing(old, with: new)
    #expect(text != shop.text)
    #expect(shop.word(text) == code)
  }

  @Test func `a second reference is refused`() throws {
    let start = try #require(shop.text.range(of: "<Reference ")).lowerBound
    let end = try #require(shop.text.range(of: "</Reference>")).upperBound
    let reference = String(shop.text[start..<end])
    #expect(shop.word(shop.text.replacing(reference, with: reference + reference)) == "malformed")
  }

  @Test(arguments: [
    "<!DOCTYPE a [<!ENTITY b \"c\">]><Receipt x=\"&b;\"/>",
    "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><Receipt/>",
    "<Receipt x=\"&b;\"/>", "<Receipt>&nbsp;</Receipt>", "<Receipt>&#0;</Receipt>",
    "<Receipt>&#xD800;</Receipt>", "<Receipt>&#99999999999;</Receipt>", "<Receipt>&#x;</Receipt>",
    "<Receipt>& </Receipt>", "<Receipt", "<Receipt>", "<Receipt/", "<Receipt></receipt>",
    "<Receipt/><Receipt/>", "<Receipt/>x", "<?xml version=\"1.1\"?><Receipt/>",
    "<?xml version=\"1.0\" encoding=\"utf-16\"?><Receipt/>", "<?php ?><Receipt/>",
    "<Receipt><?a b?></Receipt>", "<Receipt><![CDATA[x]]></Receipt>", "<Receipt>]]></Receipt>",
    "<Receipt a=\"1\" a=\"2\"/>", "<Receipt a=1/>", "<Receipt a=\"<\"/>",
    "<Receipt a=\"1\"b=\"2\"/>",
    "<Receipt xmlns:p=\"urn:a\" xmlns:q=\"urn:a\" p:x=\"1\" q:x=\"2\"/>", "<p:Receipt/>",
    "<Receipt xmlns:p=\"\"/>", "<Receipt xmlns:xml=\"urn:a\"/>", "<Receipt xmlns=\"relative\"/>",
    "<Receipt xmlns:xmlns=\"urn:a\"/>", "<Receipt xmlns=\"urn:a\" xmlns=\"urn:b\"/>", "<1/>",
    "< a/>",
    "<Receipt>\u{1}</Receipt>", "<Receipt>\u{FFFF}</Receipt>", "<Ré/>", "<a:b:c/>", "", " ", "x",
    "<Receipt A=\"1\"><A/></Receipt>", "<Receipt><!-- </Receipt>",
  ])
  func `XML that is not plain and well-formed is refused`(_ text: String) {
    #expect(shop.word(text) == "malformed")
  }

  @Test func `text that is not UTF-8 is refused at its byte`() {
    let examination = shop.verifier.examine(Array("<Receipt a=\"".utf8) + [0xC0, 0xAF, 0x22])
    #expect(examination.rejection == .malformed(at: "byte 12", expected: "valid UTF-8"))
    #expect(shop.verifier.examine([0xFF, 0xFE, 0x3C, 0x00]).rejection?.code == "malformed")
  }

  @Test func `depth, size and numbers have limits`() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(shop.word(deep) == "malformed")
    let wide = String(repeating: "<a/>", count: 20_000)
    #expect(shop.word("<Receipt>\(wide)</Receipt>") == "malformed")
    let attributes = (0..<100).map { " a\($0)=\"\"" }.joined()
    #expect(shop.word("<Receipt\(attributes)/>") == "malformed")
    let declarations = (0..<20).map { " xmlns:a\($0)=\"urn:a\"" }.joined()
    #expect(shop.word("<Receipt\(declarations)/>") == "malformed")
    #expect(shop.word("<Receipt>\(String(repeating: "x", count: 2_000_000))") == "too-large")
  }

  @Test func `a receipt cut off anywhere is malformed`() {
    let bytes = Array(shop.text.utf8)
    for length in bytes.indices {
      #expect(shop.verifier.examine(Array(bytes[..<length])).rejection?.code == "malformed")
    }
  }

  @Test func `no flip of a single bit is believed with another content`() {
    let bytes = Array(shop.text.utf8)
    let payload = shop.examine(shop.text).payload
    for offset in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[offset] ^= 1 << bit
        let examination = shop.verifier.examine(changed)
        guard case .genuine = examination.verdict else { continue }
        // White space in a tag may become another white space; the receipt says the same.
        #expect(examination.payload == payload, "byte \(offset), bit \(bit)")
        #expect(bytes[offset] == 0x20 || bytes[offset] == 0x22, "byte \(offset), bit \(bit)")
      }
    }
  }

  @Test func `an end that cannot be read never becomes no end`() throws {
    for end in ["", "soon", "2026-02-30T00:00:00Z", "2026-01-01T00:00:00"] {
      var receipt = MicrosoftWorkshop.receipt
      receipt.products[1].expirationText = end
      let examination = shop.verifier.examine(try receipt.mint(by: shop.authority))
      #expect(examination.rejection?.location == "ProductReceipt 2, ExpirationDate")
    }
    var receipt = MicrosoftWorkshop.receipt
    receipt.products[1].expirationText = "9999-12-31T23:59:59.9999999Z"
    #expect(shop.verifier.examine(try receipt.mint(by: shop.authority)).rejection == nil)
  }
}
