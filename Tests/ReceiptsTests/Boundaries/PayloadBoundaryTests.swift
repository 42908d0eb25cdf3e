import Basics
import Foundation
import Testing

@testable import Mint
@testable import Receipts

@Suite struct `JWS at their bounds` {
  private func rejection(_ body: () throws -> Void) throws -> Rejection? {
    do {
      try body()
      return nil
    } catch let rejection as Rejection {
      return rejection
    }
  }

  @Test func `have at most 512 KiB`() throws {
    let dots: [UInt8] = [0x2E, 0x2E]
    let longest = dots + [UInt8](repeating: 0x41, count: 524_286)
    #expect(try rejection { _ = try JWS(longest) } == nil)
    #expect(try rejection { _ = try JWS(longest + [0x41]) } == .tooLarge(limit: 524_288))
    #expect(try PayloadText.compact(in: longest) == longest)
    #expect(
      try rejection { _ = try PayloadText.compact(in: longest + [0x41]) }
        == .tooLarge(limit: 524_288)
    )
  }

  @Test func `have a header of at most 64 KiB`() throws {
    func code(_ count: Int) throws -> String? {
      let text = [UInt8](repeating: 0x41, count: count) + [0x2E, 0x2E]
      return try rejection { _ = try JWSHeader(try JWS(text)) }?.code
    }
    #expect(try code(65_536) == "malformed")
    #expect(try code(65_537) == "too-large")
  }

  @Test func `have certificates of at most 8 KiB`() throws {
    func expected(_ letters: Int) throws -> String? {
      let certificate = String(repeating: "A", count: letters)
      let header = #"{"alg":"ES256","x5c":["\#(certificate)"]}"#
      let jws = try JWS(Array("\(PayloadMint.base64URL(header.utf8))..".utf8))
      return try rejection { _ = try JWSHeader(jws).certificates() }?.detail
    }
    #expect(try expected(10_924) == nil)
    #expect(try expected(10_925) == "expected at most 8192 bytes")
    #expect(try expected(10_928) == "expected at most 8192 bytes")
  }

  @Test(arguments: [" ", "\t", "\n", "\r", " \t\r\n"])
  func `may have white space around them`(_ space: String) throws {
    for text in ["\(space)a.b.c", "a.b.c\(space)", "\(space)a.b.c\(space)"] {
      #expect(try PayloadText.compact(in: Array(text.utf8)) == Array("a.b.c".utf8))
    }
    #expect(throws: Rejection.self) { try PayloadText.compact(in: Array(space.utf8)) }
    let other = Array("a.b.c\u{0B}".utf8)
    #expect(try PayloadText.compact(in: other) == other)
  }
}

@Suite struct `Members of signed payloads` {
  let workshop: PayloadWorkshop

  init() throws { workshop = try PayloadWorkshop.shared.get() }

  private func fields(_ text: String, _ path: String = "payload") throws -> PayloadFields {
    try PayloadFields(try JSONReader.value(text), path)
  }

  private func notification(_ bodies: String) throws -> DocumentExamination {
    workshop.examine(
      try workshop.signed(
        """
        {"notificationType":"TEST","notificationUUID":"1",\
        "signedDate":\(PayloadWorkshop.signedAt)\(bodies)}
        """
      )
    )
  }

  @Test func `are dates from the year before 1 to the year 9999`() throws {
    for (digits, seconds) in [
      ("-62167219200000", -62_167_219_200.0), ("253402300799999", 253_402_300_799.999),
      ("1500", 1.5), ("0.5", 0.0005),
    ] {
      let date = try fields(#"{"a":\#(digits)}"#).date("a")
      #expect(date == Date(timeIntervalSince1970: seconds))
    }
    for digits in ["-62167219200001", "253402300800000", "1e300", "\"0\""] {
      #expect(throws: Rejection.self) { try fields(#"{"a":\#(digits)}"#).date("a") }
    }
  }

  @Test func `are texts, numbers, flags and lists of texts as they are written`() throws {
    let read = try fields(#"{"a":["x","y"],"b":12,"c":true,"d":null,"e":false}"#)
    #expect(try read.texts("a") == ["x", "y"])
    #expect(try read.integer("b") == 12)
    #expect(try read.text("b") == "12")
    #expect(try read.flag("c") == true)
    #expect(try read.flag("e") == false)
    #expect(try read.texts("d") == nil)
    for name in ["b", "c"] { #expect(throws: Rejection.self) { try read.texts(name) } }
  }

  @Test func `are named with the object that they are in`() throws {
    let wrong = #"{"inner":{"a":"x","further":{"a":"x"}}}"#
    func location(_ path: String, _ names: String...) throws -> String? {
      do {
        var found: PayloadFields? = try fields(wrong, path)
        for name in names { found = try found?.object(name) }
        _ = try found?.integer("a")
        return nil
      } catch let rejection as Rejection {
        return rejection.location
      }
    }
    #expect(try location("payload", "inner") == "inner, a")
    #expect(try location("payload", "inner", "further") == "inner.further, a")
    #expect(try location("data", "inner") == "data.inner, a")
  }

  @Test func `tell the kind, each by itself`() throws {
    let kinds: [(String, ReceiptKind)] = [
      (#"{"autoRenewStatus":1}"#, .signedRenewalInfo),
      (#"{"autoRenewProductId":"a"}"#, .signedRenewalInfo),
      (#"{"receiptType":"Production","applicationVersion":"1"}"#, .signedAppTransaction),
      (#"{"receiptType":"Production","originalApplicationVersion":"1"}"#, .signedAppTransaction),
      (#"{"receiptType":"Production"}"#, .unknown), (#"{"applicationVersion":"1"}"#, .unknown),
      (#"{"transactionId":"1"}"#, .unknown), (#"{"productId":"1"}"#, .unknown),
      (#"{"notificationType":"TEST"}"#, .unknown), (#"{"notificationUUID":"1"}"#, .unknown),
      (#"{"bundleId":"a","signedDate":1}"#, .unknown), ("[]", .unknown),
    ]
    for (text, kind) in kinds {
      #expect(ReceiptKind(ofSigned: try JSONReader.value(text)) == kind, "\(text)")
    }
  }

  @Test func `of an app transaction name its app and environment`() throws {
    let examination = workshop.examine(try workshop.signed(PayloadWorkshop.appTransaction))
    #expect(examination.app == "com.example.reader")
    #expect(examination.environmentKind == .production)
    let undated = PayloadWorkshop.appTransaction
      .replacing("receiptCreationDate", with: "receiptCreationDay")
    #expect(
      workshop.examine(try workshop.signed(undated)).rejection?.location
        == "payload, receiptCreationDate"
    )
  }

  @Test func `of a notification are one body, and when it was signed`() throws {
    let both = #","data":{"environment":"Production"},"summary":{"environment":"Production"}"#
    let rejection = try notification(both).rejection
    #expect(rejection == .malformed(at: "payload, summary", expected: "none beside data"))
    let late = try notification("").payload.map { _ in
      """
      {"notificationType":"TEST","notificationUUID":"1","signedDate":1956528000000}
      """
    }
    let examination = workshop.examine(try workshop.signed(try #require(late)))
    #expect(examination.rejection?.detail.contains("the payload was signed") == true)
    #expect(examination.checks.failed == .validity)
  }

  @Test func `of a purchase outside the App Store tell the environment by its ID`() throws {
    func environment(_ id: String, _ further: String = "") throws -> String? {
      try notification(
        #","externalPurchaseToken":{"externalPurchaseId":"\#(id)","bundleId":"a"\#(further)}"#
      ).environment
    }
    #expect(try environment("SANDBOX_1") == "Sandbox")
    #expect(try environment("1") == "Production")
    #expect(try environment("SANDBOX_1", #","environment":"Production""#) == "Production")
  }

  @Test func `need not name an environment, except Xcode's`() throws {
    let text = PayloadWorkshop.transaction(#""environment":"Production","#, "")
    #expect(try workshop.code(text) == nil)
    let signed = try PayloadMint(workshop.xcode).sign(text, as: .xcode)
    let verifier = try PayloadVerifier(roots: [], addedRoots: [workshop.xcode.rootDER])
    let rejection = verifier.examine(Array(signed.utf8), at: PayloadWorkshop.now).rejection
    #expect(rejection == .wrongEnvironment(expected: "Xcode", found: "none"))
  }
}

@Suite struct `What a payload's verification reports` {
  let workshop: PayloadWorkshop

  init() throws { workshop = try PayloadWorkshop.shared.get() }

  private func passed(_ examination: DocumentExamination) -> [DocumentChecks.Check] {
    DocumentChecks.Check.allCases.filter(examination.checks.passed)
  }

  private func notification(
    by mint: PayloadMint,
    _ envelope: PayloadEnvelope = .appStore
  ) throws
    -> [UInt8]
  {
    let text = PayloadWorkshop.notification(
      transaction: try mint.sign(PayloadWorkshop.transaction),
      renewal: try mint.sign(PayloadWorkshop.renewal)
    )
    return Array(try mint.sign(text, as: envelope).utf8)
  }

  @Test func `every check that passed`() throws {
    let verifier = try PayloadVerifier(
      roots: [workshop.authority.rootDER],
      bundleIDs: ["com.example.reader"]
    )
    let all = DocumentChecks.Check.allCases
    let pushed = verifier.examine(
      try notification(by: workshop.mint),
      at: PayloadWorkshop.now
    )
    #expect(passed(pushed) == all)
    let signed = Array(try workshop.signed().utf8)
    let transaction = verifier.examine(signed, at: PayloadWorkshop.now)
    #expect(passed(transaction) == all.filter { $0 != .parts })
    let anyApp = workshop.verifier.examine(signed, at: PayloadWorkshop.now)
    #expect(passed(anyApp) == all.filter { $0 != .parts && $0 != .app })
  }

  @Test func `the same chain and algorithm of a signer that is known from before`() throws {
    let verifier = try PayloadVerifier(roots: [workshop.authority.rootDER])
    let text = Array(try workshop.signed().utf8)
    let (first, second) = (
      verifier.examine(text, at: PayloadWorkshop.now),
      verifier.examine(text, at: PayloadWorkshop.now)
    )
    #expect(first.certificates.count == 3)
    #expect(second.certificates == first.certificates)
    #expect(second.signature == first.signature)
    #expect(second.signature?.algorithm == "ES256")
  }

  @Test func `the check that failed`() throws {
    #expect(workshop.examine("").checks.failed == .form)
    #expect(workshop.examine("a.b").checks.failed == .form)
    let verifier = try PayloadVerifier(
      roots: [workshop.authority.rootDER],
      bundleIDs: ["com.example.other"]
    )
    let transaction = Array(try workshop.signed().utf8)
    #expect(verifier.examine(transaction, at: PayloadWorkshop.now).checks.failed == .app)
    let pushed = try notification(by: workshop.mint)
    #expect(verifier.examine(pushed, at: PayloadWorkshop.now).checks.failed == .app)
    let inside = PayloadWorkshop.notification(
      transaction: try workshop.signed(PayloadWorkshop.transaction("Production", "Sandbox")),
      renewal: try workshop.signed(PayloadWorkshop.renewal)
    )
    #expect(workshop.examine(try workshop.signed(inside)).checks.failed == .parts)
  }

  @Test func `of an untrusted signer, his certificates and all that is signed`() throws {
    let stranger = PayloadMint(try PayloadAuthority(Workshop.plan))
    let bytes = try notification(by: stranger)
    let examination = workshop.verifier.examine(bytes, at: PayloadWorkshop.now)
    #expect(examination.rejection?.code == "untrusted-chain")
    #expect(examination.certificates.count == 3)
    #expect(examination.transaction?["transactionId"] == .string("100"))
    #expect(examination.renewalInfo?["autoRenewStatus"] == .number("1"))
    let app = try stranger.sign(
      """
      {"notificationType":"RESCIND_CONSENT","notificationUUID":"1",\
      "signedDate":\(PayloadWorkshop.signedAt),"appData":{"environment":"Production",\
      "signedAppTransactionInfo":"\(try stranger.sign(PayloadWorkshop.appTransaction))"}}
      """
    )
    #expect(
      workshop.examine(app).appTransaction?["originalApplicationVersion"] == .string("3")
    )
  }

  @Test func `that Xcode's certificate is none of the roots, unless it is`() throws {
    let text = try PayloadMint(workshop.xcode).sign(
      PayloadWorkshop.transaction("Production", "Xcode"),
      as: .xcode
    )
    for (roots, code) in [
      ([], "untrusted-chain"), ([workshop.authority.rootDER], "untrusted-chain"),
      ([workshop.authority.rootDER, workshop.xcode.rootDER], nil),
    ] as [([[UInt8]], String?)] {
      let verifier = try PayloadVerifier(roots: [workshop.authority.rootDER], addedRoots: roots)
      let examination = verifier.examine(Array(text.utf8), at: PayloadWorkshop.now)
      #expect(examination.rejection?.code == code)
    }
  }

  @Test func `a notification's body that has escapes, in the form that has none`() throws {
    let text = String(decoding: try notification(by: workshop.mint), as: UTF8.self)
    let body = Array("{\"signedPayload\":\"\(text)\"}".utf8)
    let canonical = try #require(
      CanonicalPayload.bytes(of: Array(text.utf8), isNotification: true)
    )
    #expect(CanonicalPayload.bytes(of: body, isNotification: true) == canonical)
    let escaped = Array("{\"signedPayload\":\"\(text.replacing(".", with: "\\u002e"))\"}".utf8)
    #expect(CanonicalPayload.bytes(of: escaped, isNotification: true) == canonical)
    let spaced = Array("{\"signedPayload\":\"\(text)\" }".utf8)
    #expect(CanonicalPayload.bytes(of: spaced, isNotification: true) == canonical)
    let longer = Array("{\"signedPayload\":\"\(text)\",\"version\":\"2\"}".utf8)
    #expect(CanonicalPayload.bytes(of: longer, isNotification: true) == canonical)
  }

  @Test func `a signature with the larger s, in the form that has the smaller`() throws {
    let text = try workshop.signed()
    let parts = text.split(separator: ".").map { Array($0.utf8) }
    let letters = parts[2]
    let signature = try StrictBase64.decode(letters.span, 0..<letters.count, .url)
    let other =
      Array(signature.prefix(32))
      + BigNumber.difference(BigNumber.order, Array(signature.suffix(32)))
    let head = String(decoding: parts[0] + [0x2E] + parts[1] + [0x2E], as: UTF8.self)
    let forms = [signature, other].map { head + PayloadMint.base64URL($0) }
    let smaller = forms[ES256.smaller(signature) == nil ? 0 : 1]
    for form in forms {
      let found = CanonicalPayload.bytes(of: Array(form.utf8), isNotification: false)
      #expect(found == Array(smaller.utf8))
      let body = Array("{\"signedPayload\":\"\(form)\"}".utf8)
      #expect(CanonicalPayload.bytes(of: body, isNotification: false) == Array(smaller.utf8))
      #expect(
        CanonicalPayload.bytes(of: body, isNotification: true)
          == Array("{\"signedPayload\":\"\(smaller)\"}".utf8)
      )
    }
  }
}
