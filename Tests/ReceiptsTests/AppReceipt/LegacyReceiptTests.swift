import Basics
import Foundation
import Receipts
import Testing

@Suite struct `Legacy transaction receipts` {
  private func list(
    signature: String? = LegacySamples.signature1024,
    info: String = LegacySamples.purchaseInfo,
    environment: String? = "Sandbox"
  ) -> [UInt8] {
    var text = "{\n"
    if let signature {
      let joined = signature.filter { $0 != "\n" }
      text += "\t\"signature\" = \"\(joined)\";\n"
    }
    text += "\t\"purchase-info\" = \"\(Data(info.utf8).base64EncodedString())\";\n"
    if let environment { text += "\t\"environment\" = \"\(environment)\";\n" }
    return Array((text + "\t\"pod\" = \"100\";\n\t\"signing-status\" = \"0\";\n}").utf8)
  }

  private func code(_ bytes: [UInt8]) -> String? {
    LegacyReceipt.examine(bytes).rejection?.code
  }

  private func info(_ text: String) -> [UInt8] { list(signature: nil, info: text) }

  @Test(arguments: [LegacySamples.signature1024, LegacySamples.signature2048])
  func `a signature that fits is an untrusted chain, never genuine`(_ signature: String) throws {
    let examination = LegacyReceipt.examine(list(signature: signature))
    #expect(examination.rejection?.code == "untrusted-chain")
    #expect(examination.kind == .legacyTransactionReceipt)
    #expect(examination.environment == "Sandbox")
    #expect(examination.environmentKind == .sandbox)
    #expect(examination.app == "com.example.reader")
    #expect(examination.payload?["transaction-id"] == .string("1000000046178817"))
    #expect(examination.certificates.first?.subject.contains("Receipt Test") == true)
    #expect(examination.signature?.digest == "SHA-1")
  }

  @Test func `base64 around the list, wrapped or not, changes nothing`() {
    let plain = Data(list())
    let wrapped = plain.base64EncodedString(options: [.lineLength64Characters])
    #expect(code(Array(plain.base64EncodedString().utf8)) == "untrusted-chain")
    #expect(code(Array(wrapped.utf8)) == "untrusted-chain")
  }

  @Test func `a changed purchase is a bad signature and still shown`() {
    let changed = LegacySamples.purchaseInfo.replacingOccurrences(of: "\"1\"", with: "\"9\"")
    let examination = LegacyReceipt.examine(list(info: changed))
    #expect(examination.rejection?.code == "bad-signature")
    #expect(examination.payload?["quantity"] == .string("9"))
  }

  @Test func `no flipped bit of the signature blob fits`() throws {
    let text = LegacySamples.signature1024.filter { $0 != "\n" }
    let blob = try #require(Data(base64Encoded: text))
    for index in stride(from: 0, to: blob.count, by: 7) {
      var changed = blob
      changed[index] ^= UInt8(1 << (index % 8))
      let found = code(list(signature: changed.base64EncodedString()))
      // Behind the signature only the key is bound to it: nobody vouches for the rest.
      if index == 0 {
        #expect(found == "unsupported")
      } else if index < 129 {
        #expect(found == "bad-signature")
      } else {
        #expect(found != nil)
      }
    }
  }

  @Test func `every prefix of a receipt is refused without a trap`() throws {
    let whole = list()
    for count in stride(from: 0, to: whole.count, by: 13) {
      #expect(code(Array(whole.prefix(count))) == "malformed")
    }
    let text = LegacySamples.signature1024.filter { $0 != "\n" }
    let blob = try #require(Data(base64Encoded: text))
    for count in stride(from: 1, to: blob.count, by: 5) {
      #expect(code(list(signature: blob.prefix(count).base64EncodedString())) == "malformed")
    }
  }

  @Test func `a receipt without a signature gives its transaction and is refused`() {
    let minimal = LegacyReceipt.examine(
      Array("{\n\"purchase-info\" = \"eyJ0cmFuc2FjdGlvbi1pZCIgPSAiMzM5OTMzOTkiO30=\";\n}".utf8)
    )
    #expect(minimal.rejection?.code == "bad-signature")
    #expect(minimal.payload == .object([.init("transaction-id", .string("33993399"))]))
    #expect(minimal.environmentKind == nil)
  }

  @Test(arguments: ["AQID", "AwID"])
  func `other versions of the signature are unsupported`(_ signature: String) {
    #expect(code(list(signature: signature)) == "unsupported")
  }

  @Test func `fields are typed, and dates prefer milliseconds`() throws {
    let receipt = try LegacyReceipt(list(environment: nil))
    let fields = AppleFields(receipt.purchaseInfo, style: .dashes)
    #expect(fields.text("transaction-id") == "1000000046178817")
    #expect(fields.text("original-transaction-id") == "1000000046178800")
    #expect(fields.integer("quantity") == 1)
    #expect(fields.date("purchase-date") == Date(timeIntervalSince1970: 1_335_798_355.868))
    #expect(fields.date("expires-date") == Date(timeIntervalSince1970: 1_350_157_508.197))
    #expect(fields.date("original-purchase-date") == nil)
    #expect(receipt.environment == nil)
    #expect(receipt.environmentKind == .production)
    #expect(LegacyReceipt.looksLike(list()))
    #expect(!LegacyReceipt.looksLike(Array("{\"purchase-info\": 1}".utf8)))
  }

  @Test func `all of the list's syntax is read`() throws {
    let text = #"""
      // first
      { /* second */ a-b = "x\n\"\\\101\U00e9"; list = (one, "two",); data = <0f 1E>;
        inner = { k = v; }; empty = ""; }
      """#
    let payload = try LegacyReceipt(info(text)).purchaseInfo
    #expect(
      payload
        == .object([
          .init("a-b", .string("x\n\"\\Aé")),
          .init("list", .array([.string("one"), .string("two")])),
          .init("data", .string("0f1e")),
          .init("inner", .object([.init("k", .string("v"))])),
          .init("empty", .string("")),
        ])
    )
  }

  @Test(arguments: [
    ("{ a = b }", 8), ("{ a b; }", 4), ("{ a = b; a = c; }", 9), ("{ a = \"b; }", 11),
    ("{ a = <0>; }", 8), ("{ a = \"\\q\"; }", 8), ("{ a = \"\\Ud800\"; }", 8), ("{ a = b; } c", 11),
    ("{ a = \"\\377\"; }", 8), ("{ a = (b c); }", 9), ("/* {", 0), ("{ a = ; }", 6),
  ])
  func `what no property list has is refused at its byte`(_ text: String, _ byte: Int) {
    #expect(
      LegacyReceipt.examine(info(text)).rejection?.location == "purchase-info, byte \(byte)"
    )
  }

  @Test func `deep and huge lists are refused without a trap`() {
    #expect(code(info(String(repeating: "(", count: 100_000))) == "malformed")
    #expect(code(info(String(repeating: "{a=", count: 100))) == "malformed")
    let huge = "{ a = \"" + String(repeating: "x", count: 400_000) + "\"; }"
    #expect(code(Array(huge.utf8)) == "too-large")
  }

  @Test func `what is no list at all is refused`() {
    for text in ["", "{", "{}", "()", "{ \"purchase-info\" = <00>; }", "MIAG", "//", "\u{0}"] {
      #expect(code(Array(text.utf8)) == "malformed")
    }
  }
}
