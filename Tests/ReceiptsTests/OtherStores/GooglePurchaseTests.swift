import Basics
import Crypto
import Mint
import Receipts
import Testing

/// Keys cost most of the time, so all tests share them.
private enum PlayConsole {
  static let app = Result { try PurchaseMint() }
  static let stranger = Result { try PurchaseMint() }
}

@Suite struct GooglePurchaseTests {
  private static let text =
    #"{"orderId":"GPA.3312-1234-5678-90123","packageName":"com.example.reader","#
    + #""productId":"pro","purchaseTime":1767225600000,"purchaseState":0,"#
    + #""purchaseToken":"secrettoken.AO-J1","autoRenewing":true,"note":"a\/b é"}"#

  private let mint: PurchaseMint
  private let key: GoogleLicenceKey

  init() throws {
    mint = try PlayConsole.app.get()
    key = try GoogleLicenceKey(Array(mint.licenceKey.utf8))
  }

  private func examine(
    _ text: String,
    signature: String? = nil,
    key: GoogleLicenceKey?,
    packageNames: Set<String> = []
  ) throws -> DocumentExamination {
    let bytes = Array(text.utf8)
    return GoogleDocument.examine(
      try JSONReader.value(bytes),
      bytes: bytes,
      with: .init(key: key, signature: signature, packageNames: packageNames)
    )
  }

  private func signature(_ text: String = Self.text) throws -> String {
    try mint.signature(over: Array(text.utf8))
  }

  /// A JSON string of the text.
  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  @Test func `a purchase signed with the app's key is genuine, and its fields are shown`() throws {
    let found = try examine(Self.text, signature: signature(), key: key)
    #expect(found.verdict == .genuine(.storeSignature))
    #expect(found.kind == .googlePurchase)
    #expect(found.app == "com.example.reader")
    #expect(found.payload == (try JSONReader.value(Self.text)))
  }

  @Test(arguments: ["data", "json", "INAPP_PURCHASE_DATA"])
  func `the text beside its signature is checked letter by letter`(name: String) throws {
    let other = name == "INAPP_PURCHASE_DATA" ? "INAPP_DATA_SIGNATURE" : "signature"
    let pair = "{\"\(name)\": \(quoted(Self.text)), \"\(other)\": \"\(try signature())\"}"
    #expect(try examine(pair, key: key).verdict == .genuine(.storeSignature))

    let spaced = Self.text.replacing("\":", with: "\": ")
    let changed = "{\"\(name)\": \(quoted(spaced)), \"\(other)\": \"\(try signature())\"}"
    #expect(try examine(changed, key: key).rejection?.code == "bad-signature")
  }

  @Test func `an object in the text's place is checked in its compact form`() throws {
    let compact =
      #"{"packageName":"com.example.reader","productId":"p","purchaseTime":1.50e3,"#
      + #""purchaseToken":"t","list":[1,null,true,{}],"note":"\"é\\/\u0001\n"}"#
    let spaced = compact.replacing(",\"", with: " ,\n \"")
    let pair = "{\"data\": \(spaced), \"signature\": \"\(try signature(compact))\"}"
    #expect(try examine(pair, key: key).verdict == .genuine(.storeSignature))

    let changed = pair.replacing("com.example.reader", with: "com.example.writer")
    #expect(try examine(changed, key: key).rejection?.code == "bad-signature")
  }

  @Test func `a line end behind a saved purchase does not spoil its signature`() throws {
    let found = try examine(Self.text + "\r\n", signature: signature(), key: key)
    #expect(found.verdict == .genuine(.storeSignature))
  }

  @Test func `a purchase alone is not reformatted to make a signature fit`() throws {
    let spaced = Self.text.replacing("\":", with: "\" :")
    let found = try examine(spaced, signature: signature(), key: key)
    #expect(found.rejection?.code == "bad-signature")
  }

  @Test func `every single changed bit of a purchase or of its signature is noticed`() throws {
    let good = Array(Self.text.utf8)
    let signature = try signature()
    let value = try JSONReader.value(good)
    for index in stride(from: 0, to: good.count, by: 3) {
      var bytes = good
      bytes[index] ^= 1 << UInt8(index % 7)
      guard let changed = try? JSONReader.value(bytes), changed != value else { continue }
      let found = GoogleDocument.examine(
        changed,
        bytes: bytes,
        with: .init(key: key, signature: signature)
      )
      #expect(found.rejection != nil, "byte \(index)")
    }
    let letters = Array(signature.utf8)
    for index in stride(from: 0, to: letters.count, by: 5) {
      var bytes = letters
      bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let changed = String(decoding: bytes, as: UTF8.self)
      #expect(try examine(Self.text, signature: changed, key: key).rejection != nil)
    }
  }

  @Test func `octets other than the document's cannot lend it their signature`() throws {
    let forged = Self.text.replacing("\"pro\"", with: "\"gold\"")
    let found = GoogleDocument.examine(
      try JSONReader.value(forged),
      bytes: Array(Self.text.utf8),
      with: .init(key: key, signature: try signature())
    )
    #expect(found.payload?["productId"] == .string("pro"))
  }

  @Test func `without a key the fields are shown and the chain is not trusted`() throws {
    let found = try examine(Self.text, signature: signature(), key: nil)
    #expect(found.rejection?.code == "untrusted-chain")
    #expect(found.payload?["orderId"] == .string("GPA.3312-1234-5678-90123"))
  }

  @Test func `without a signature, or with an empty one, the purchase is refused`() throws {
    #expect(try examine(Self.text, key: key).rejection?.code == "bad-signature")
    #expect(try examine(Self.text, key: nil).rejection?.code == "bad-signature")
    #expect(try examine(Self.text, signature: "", key: key).rejection?.code == "bad-signature")
  }

  @Test func `another app's key refuses the signature`() throws {
    let stranger = try GoogleLicenceKey(Array(PlayConsole.stranger.get().licenceKey.utf8))
    let found = try examine(Self.text, signature: signature(), key: stranger)
    #expect(found.rejection?.code == "bad-signature")
  }

  @Test func `another app's purchase is refused where the apps are known`() throws {
    let found = try examine(
      Self.text,
      signature: signature(),
      key: key,
      packageNames: ["com.example.writer"]
    )
    #expect(found.rejection?.code == "wrong-app")
  }

  @Test func `a signed text that is no purchase is malformed, at its place`() throws {
    let junk = "{\"data\":\"{\\\"a\\\":\",\"signature\":\"AAAA\"}"
    #expect(try examine(junk, key: key).rejection?.location == "data, byte 5")
    let number = "{\"data\":\"12\",\"signature\":\"AAAA\"}"
    #expect(try examine(number, key: key).rejection?.location == "data")
    let letters = try examine(Self.text, signature: "AB*D", key: key)
    #expect(letters.rejection?.location == "signature, byte 2")
    let nameless = #"{"productId":"p","purchaseTime":1,"purchaseToken":"t"}"#
    let found = try examine(nameless, signature: signature(nameless), key: key)
    #expect(found.rejection?.location == "packageName")
  }

  @Test func `no refusal tells a token`() throws {
    for signature in [nil, "", "AAAA", "*", try signature("other")] {
      for key in [nil, key] {
        let found = try examine(Self.text, signature: signature, key: key)
        #expect(found.rejection.map { "\($0)".contains("secrettoken") } == false)
      }
    }
  }

  @Test func `keys that are too short, of another algorithm or no keys are refused`() {
    #expect(throws: LicenceKeyError.unreadable) { try GoogleLicenceKey(Array("hello".utf8)) }
    #expect(throws: LicenceKeyError.unreadable) { try GoogleLicenceKey([]) }
    let curve = [UInt8](P256.Signing.PrivateKey().publicKey.derRepresentation)
    #expect(throws: LicenceKeyError.notRSA) { try GoogleLicenceKey(curve) }
    // SEQUENCE { SEQUENCE { rsaEncryption, NULL }, BIT STRING { SEQUENCE { n of 512 bits, 65537 } } }
    let head: [UInt8] = [
      0x30, 0x5C, 0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01,
      0x05, 0x00, 0x03, 0x4B, 0x00, 0x30, 0x48, 0x02, 0x41, 0x00,
    ]
    let short = head + [UInt8](repeating: 0xC3, count: 64) + [0x02, 0x03, 0x01, 0x00, 0x01]
    #expect(throws: LicenceKeyError.tooShort(bits: 512)) { try GoogleLicenceKey(short) }
  }

  @Test func `no cut or changed key traps`() throws {
    let der = try Base64.decode(Array(mint.licenceKey.utf8).span, 0..<mint.licenceKey.utf8.count)
    for length in 0..<der.count {
      #expect(throws: LicenceKeyError.self) { try GoogleLicenceKey(Array(der.prefix(length))) }
    }
    for index in 0..<40 {
      for bit in 0..<8 {
        var changed = der
        changed[index] ^= 1 << UInt8(bit)
        _ = try? GoogleLicenceKey(changed)
      }
    }
  }

  @Test func `the device's fields keep their defaults and old names`() throws {
    let value = try JSONReader.value(Self.text)
    let purchase = try #require(GooglePurchase(value))
    #expect(purchase.purchasedAt == Workshop.now)
    #expect(purchase.state?.known == .purchased)
    #expect(purchase.quantity == 1)
    let older = #"{"token":"a","purchaseToken":"b","productIds":["x","y"],"purchaseState":9}"#
    let old = try #require(GooglePurchase(try JSONReader.value(older)))
    #expect(old.purchaseToken == "a")
    #expect(old.productIDs == ["x", "y"])
    #expect(old.state == .init(9))
    #expect(old.state?.known == nil)
  }
}
