import Foundation
import Mint
import Receipts
import Testing

@Suite struct `Reading what was pasted` {
  let workshop: Workshop
  let receipt: [UInt8]

  init() throws {
    workshop = try Workshop.shared.get()
    receipt = try workshop.mint.mint(Workshop.receipt)
  }

  private func examine(_ input: [UInt8]) -> ExaminedDocument {
    DocumentReader(receipts: workshop.verifier).examine(input, at: Workshop.now)
  }

  private func submit(_ text: String) -> ExaminedDocument {
    examine(Array(text.utf8))
  }

  private var base64: String { Data(receipt).base64EncodedString() }

  private func wrapped(_ text: String, at width: Int, _ end: String) -> String {
    stride(from: 0, to: text.count, by: width)
      .map { String(text.dropFirst($0).prefix(width)) }.joined(separator: end)
  }

  @Test func `base64 is read in every habit it arrives in`() {
    let urlSafe = base64.replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=",
      with: ""
    )
    let habits = [
      base64, urlSafe, wrapped(base64, at: 64, "\r\n"), wrapped(base64, at: 76, "\n") + "\n",
      "\"\(base64)\"", "  \(base64)\n\n", "\u{FEFF}\(base64)",
      "-----BEGIN PKCS7-----\n\(wrapped(base64, at: 64, "\n"))\n-----END PKCS7-----\n",
    ]
    for habit in habits {
      let submission = submit(habit)
      #expect((try? ReceiptText.receipt(in: Array(habit.utf8))) == receipt)
      #expect(submission.rejection == nil)
    }
  }

  @Test func `raw bytes are read as they are`() {
    let submission = examine(receipt)
    #expect(submission.kind == .appReceipt)
    #expect((try? ReceiptText.receipt(in: receipt + [0x0A, 0x00])) == receipt, "without padding")
  }

  @Test(arguments: [
    ("", "byte 0"), ("    \n", "byte 0"), ("MII*x", "byte 3"), ("MIIä", "byte 3"),
    ("MIIB=A==", "byte 4"), ("MIIBA", "byte 5"), ("-----BEGIN PKCS7-----\nMIIB", "byte 0"),
    ("not a receipt!", "byte 13"),
  ])
  func `a text that is no base64 is refused at its byte`(_ text: String, _ place: String) {
    let submission = submit(text)
    #expect(submission.kind == .unknown)
    #expect(submission.rejection?.code == "malformed")
    #expect(submission.rejection?.location == place)
  }

  @Test(arguments: [
    "{\"a\":1}", "<Receipt/>", "eyJhbGciOiJFUzI1NiJ9.e30.AA",
  ])
  func `other documents are named for what they look like`(_ text: String) {
    #expect(submit(text).kind == .unknown)
    #expect(submit(text).rejection?.code == "unsupported")
  }

  @Test(arguments: [
    (#"{"ReceiptData":"bm90IG9uZQ==","CurrencyCode":"USD"}"#, "playfab-request"),
    (#"{"ReceiptJson":"{}","Signature":"c2ln","CatalogVersion":"1"}"#, "playfab-request"),
    (#"{"ReceiptId":"q1YqVbJ","UserId":"l3HL","PurchasePrice":0}"#, "playfab-request"),
    (#"{"TitleId":"A1B2","CustomId":"8C7F","CreateAccount":true}"#, "playfab-request"),
    (#"{"ItemInstanceId":"94585729","ConsumeCount":1}"#, "playfab-request"),
    (#"{"error":"invalid_grant"}"#, "google-error"),
    (#"{"error":"invalid_client","error_description":"Unauthorized"}"#, "google-error"),
    (
      #"{"error":"invalid_client","error_description":"AADSTS7000215","error_codes":[7000215]}"#,
      "microsoft-response"
    ),
    (#"{"signedTransactions":[],"revision":"r","hasMore":false}"#, "app-store-response"),
    (#"{"revision":"r","hasMore":true}"#, "app-store-response"),
    (#"{"hasMore":false}"#, "app-store-response"),
    (#"{"hasMore":true,"paginationToken":"p"}"#, "app-store-response"),
    (#"{"error":"whatever"}"#, "unknown"), (#"{"error":"invalid_grant","a":1}"#, "unknown"),
    (#"{"hasMore":true,"items":1}"#, "unknown"), (#"{"CustomId":"8C7F"}"#, "unknown"),
  ])
  func `a body with few members is named for what it is`(_ text: String, _ kind: String) {
    let submission = submit(text)
    #expect(submission.kind.rawValue == kind)
    let isNamedOnly = [.playFabRequest, .unknown].contains(submission.kind)
    #expect((submission.rejection != nil) == isNamedOnly)
  }

  @Test func `a request to PlayFab with a receipt in it is that receipt`() {
    let submission = submit(#"{"ReceiptData":"\#(base64)","CurrencyCode":"EUR"}"#)
    #expect(submission.kind == .appReceipt)
    #expect(submission.wrapper == .playFab)
    #expect(submission.rejection == nil)
  }

  @Test func `keys and certificates are no receipts, whatever their first byte`() throws {
    for bytes in [try Workshop.shared.get().authority.rootDER, [0x30, 0x03, 0x02, 0x01, 0x00]] {
      #expect(examine(bytes).kind == .unknown)
      let text = Data(bytes).base64EncodedString()
      #expect(
        submit("-----BEGIN PRIVATE KEY-----\n\(text)\n-----END PRIVATE KEY-----").kind == .unknown
      )
    }
  }

  @Test func `a cut receipt is still called a receipt`() {
    let submission = submit(String(base64.prefix(400)))
    #expect(submission.kind == .appReceipt)
    #expect(submission.rejection?.code == "malformed")
  }

  @Test func `a text larger than any receipt is too large`() {
    let text = [UInt8](repeating: UInt8(ascii: "M"), count: ReceiptText.maxCharacters + 1)
    let submission = examine(text)
    #expect(submission.rejection?.code == "too-large")
  }
}

@Suite struct `Dates in receipts` {
  /// The instant read from a receipt whose creation date is written as `text`.
  private func instant(_ text: String) throws -> Date? {
    let workshop = try Workshop.shared.get()
    var receipt = Workshop.receipt
    receipt.changes.replaced = [.ia5(12, text)]
    let bytes = try workshop.mint.mint(receipt)
    return workshop.verifier.examine(bytes, at: Workshop.now).trace.receipt?.createdAt
  }

  @Test(arguments: [
    ("2025-12-26T18:39:47Z", 1_766_774_387.0), ("2020-10-07T12:00:00.125Z", 1_602_072_000.125),
    ("2020-06-25T10:15:12+0100", 1_593_076_512), ("2020-06-25T10:15:12-05:30", 1_593_099_912),
    ("2024-02-29T00:00:00Z", 1_709_164_800), ("4001-01-01T00:00:00Z", 64_092_211_200),
    ("1969-12-31T23:59:59Z", -1), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func `are read in the forms Apple has used`(_ text: String, _ seconds: Double) throws {
    #expect(try instant(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "2025-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-00-10T00:00:00Z", "2025-12-26",
    "2025-12-26T24:00:00Z", "2025-12-26T18:39:47", "2025-12-26T18:39:47.Z", "2025-12-26 18:39:47Z",
    "2025-12-26T18:39:47ZZ", "2025-12-26T18:39:47.1234567890Z", "20251226T183947Z",
    "0000-12-31T23:59:59Z", "9999-12-31T23:59:59-00:01", "٢٠٢٥-12-26",
  ])
  func `in other forms are refused, never guessed`(_ text: String) throws {
    #expect(try instant(text) == nil)
  }
}
