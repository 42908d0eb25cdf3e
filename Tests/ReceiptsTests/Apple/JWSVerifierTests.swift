import Basics
import Foundation
import Mint
import Testing

@testable import Receipts

@Suite struct `JWS payloads of the App Store` {
  let workshop: PayloadWorkshop

  init() throws { workshop = try PayloadWorkshop.shared.get() }

  @Test func `a signed transaction is genuine and its fields are read`() throws {
    let text = try workshop.signed()
    let examination = workshop.examine(text)
    #expect(examination.verdict == .genuine(.storeSignature))
    #expect(examination.kind == .signedTransaction)
    #expect(examination.environmentKind == .production)
    #expect(examination.app == "com.example.reader")
    #expect(examination.certificates.count == 3)
    #expect(examination.payload?["price"] == .number("9990"))
    #expect(examination.payload?["transactionId"] == .string("100"))
    #expect(examination.payload?["expiresDate"] == .number("1769731100000"))
  }

  @Test func `each kind is told by its members`() throws {
    let kinds: [(String, ReceiptKind)] = [
      (PayloadWorkshop.transaction, .signedTransaction),
      (PayloadWorkshop.renewal, .signedRenewalInfo),
      (PayloadWorkshop.appTransaction, .signedAppTransaction),
      (
        #"{"environment":"Sandbox","bundleId":"a.b","signedDate":1767139200000}"#,
        .signedTransaction
      ),
      (#"{"environment":"Sandbox","signedDate":1767139200000}"#, .signedRenewalInfo),
    ]
    for (payload, kind) in kinds {
      let examination = workshop.examine(try workshop.signed(payload))
      #expect(examination.kind == kind)
      #expect(examination.rejection == nil)
    }
    #expect(try workshop.code(#"{"iss":"somebody"}"#) == "unsupported")
  }

  @Test func `a notification shows and proves what is signed inside it`() throws {
    let text = try workshop.signed(
      PayloadWorkshop.notification(
        transaction: try workshop.signed(),
        renewal: try workshop.signed(PayloadWorkshop.renewal)
      )
    )
    for body in [text, "{\"signedPayload\":\"\(text)\"}", "\n \(text)\r\n"] {
      let examination = workshop.examine(body)
      #expect(examination.verdict == .genuine(.storeSignature))
      #expect(examination.kind == .signedNotification)
      #expect(examination.transaction?["transactionId"] == .string("100"))
      #expect(examination.renewalInfo?["autoRenewStatus"] == .number("1"))
    }
  }

  @Test func `a nested payload of another root, app, environment or purchase refuses all`() throws {
    let stranger = try PayloadAuthority(Workshop.plan)
    let both = try PayloadVerifier(roots: [workshop.authority.rootDER, stranger.rootDER])
    let renewal = try workshop.signed(PayloadWorkshop.renewal)
    func refusal(_ transaction: String, _ renewal: String) throws -> Rejection? {
      let text = try workshop.signed(
        PayloadWorkshop.notification(transaction: transaction, renewal: renewal)
      )
      return both.examine(Array(text.utf8), at: PayloadWorkshop.now).rejection
    }
    let foreign = try PayloadMint(stranger).sign(PayloadWorkshop.transaction)
    let refused = try refusal(foreign, renewal)
    #expect(refused?.code == "untrusted-chain")
    #expect(refused?.detail.hasPrefix("data.signedTransactionInfo:") == true)
    let app = try workshop.signed(PayloadWorkshop.transaction("example.reader", "other.reader"))
    #expect(
      try refusal(app, renewal)
        == .wrongApp(
          expected: "com.example.reader",
          found: "com.other.reader in data.signedTransactionInfo"
        )
    )
    let sandbox = try workshop.signed(PayloadWorkshop.transaction("Production", "Sandbox"))
    #expect(try refusal(sandbox, renewal)?.code == "wrong-environment")
    let other = try workshop.signed(PayloadWorkshop.renewal.replacing("100", with: "101"))
    #expect(
      try refusal(try workshop.signed(), other)?.location
        == "data.signedRenewalInfo, originalTransactionId"
    )
    #expect(try refusal(renewal, renewal)?.location == "data.signedTransactionInfo")
    #expect(try refusal("a.b", renewal)?.location?.hasPrefix("data.signedTransactionInfo") == true)
  }

  @Test func `another app is refused only where ours are named`() throws {
    let verifier = try PayloadVerifier(
      roots: [workshop.authority.rootDER],
      bundleIDs: ["com.example.other"]
    )
    let refusal = verifier.examine(Array(try workshop.signed().utf8), at: PayloadWorkshop.now)
    #expect(
      refusal.rejection
        == .wrongApp(expected: "com.example.other", found: "com.example.reader")
    )
  }

  @Test func `where apps are named, a notification without one is refused`() throws {
    let text = try workshop.signed(
      """
      {"notificationType":"TEST","notificationUUID":"1","signedDate":\(PayloadWorkshop.signedAt),\
      "data":{"environment":"Production"}}
      """
    )
    #expect(workshop.examine(text).rejection == nil)
    let verifier = try PayloadVerifier(
      roots: [workshop.authority.rootDER],
      bundleIDs: ["com.example.reader"]
    )
    let rejection = verifier.examine(Array(text.utf8), at: PayloadWorkshop.now).rejection
    #expect(rejection == .wrongApp(expected: "com.example.reader", found: ""))
    #expect(rejection?.detail.contains("names no app") == true)
    let renewal = try workshop.signed(PayloadWorkshop.renewal)
    let lone = verifier.examine(Array(renewal.utf8), at: PayloadWorkshop.now)
    #expect(lone.rejection == nil, "renewal information never names an app")
  }

  @Test func `an app's transaction inside a notification is shown under its own name`() throws {
    let app = try workshop.signed(PayloadWorkshop.appTransaction)
    let text = try workshop.signed(
      """
      {"notificationType":"RESCIND_CONSENT","notificationUUID":"1",\
      "signedDate":\(PayloadWorkshop.signedAt),"appData":{"environment":"Production",\
      "bundleId":"com.example.reader","signedAppTransactionInfo":"\(app)"}}
      """
    )
    let examination = workshop.examine(text)
    #expect(examination.verdict == .genuine(.storeSignature))
    #expect(examination.appTransaction?["originalApplicationVersion"] == .string("3"))
    #expect(examination.transaction == nil)
  }

  @Test func `validity is judged when it was signed, or now where no time is named`() throws {
    let late = PayloadWorkshop.transaction("\(PayloadWorkshop.signedAt)", "1956528000000")
    #expect(try workshop.code(late) == "untrusted-chain")
    let text = try workshop.signed()
    let nextCentury = Date(timeIntervalSince1970: 4_102_444_800)
    #expect(workshop.verifier.examine(Array(text.utf8), at: nextCentury).rejection == nil)
    let timeless = try workshop.signed(#"{"environment":"Sandbox","bundleId":"a.b"}"#)
    #expect(workshop.examine(timeless).rejection == nil)
    #expect(
      workshop.verifier.examine(Array(timeless.utf8), at: nextCentury).rejection?.code
        == "untrusted-chain"
    )
  }

  @Test func `fractional milliseconds, unknown words and numbers for texts are read`() throws {
    let text = try workshop.signed(
      PayloadWorkshop.transaction("1767139100000", "1767139100000.25")
        .replacing("\"100\"", with: "100").replacing("PURCHASED", with: "BORROWED")
    )
    let examination = workshop.examine(text)
    #expect(examination.verdict == .genuine(.storeSignature))
    #expect(examination.payload?["transactionId"] == .number("100"))
    #expect(examination.payload?["inAppOwnershipType"] == .string("BORROWED"))
    #expect(examination.payload?["purchaseDate"] == .number("1767139100000.25"))
  }

  @Test func `numbers beyond their field are refused with their place`() throws {
    for (old, new, place) in [
      ("1767139100000", "1e400", "payload, purchaseDate"),
      ("9990", "18446744073709551616", "payload, price"),
      ("9990", "\"much\"", "payload, price"),
    ] {
      let text = try workshop.signed(PayloadWorkshop.transaction(old, new))
      #expect(workshop.examine(text).rejection?.location == place)
    }
  }

  @Test func `environments no store uses are unsupported`() throws {
    #expect(
      try workshop.code(PayloadWorkshop.transaction("Production", "Moon")) == "unsupported"
    )
  }
}

@Suite struct `JWS payloads of Xcode` {
  let workshop: PayloadWorkshop

  init() throws { workshop = try PayloadWorkshop.shared.get() }

  private func verdict(
    _ environment: String,
    keyID: String? = "Apple_Xcode_Key",
    added: Bool = false,
    allowed: Bool = false
  ) throws -> DocumentExamination.Verdict {
    var envelope = PayloadEnvelope.xcode
    envelope.keyID = keyID
    let text = try PayloadMint(workshop.xcode).sign(
      PayloadWorkshop.transaction("Production", environment),
      as: envelope
    )
    let verifier = try PayloadVerifier(
      roots: [workshop.authority.rootDER],
      addedRoots: added ? [workshop.xcode.rootDER] : [],
      allowsXcode: allowed
    )
    return verifier.examine(Array(text.utf8), at: PayloadWorkshop.now).verdict
  }

  private func code(_ verdict: DocumentExamination.Verdict) -> String? {
    if case .rejected(let rejection) = verdict { rejection.code } else { nil }
  }

  @Test func `are believed with their certificate as an added root, or where allowed`() throws {
    #expect(try verdict("Xcode", added: true) == .genuine(.addedRoot))
    #expect(try verdict("LocalTesting", added: true) == .genuine(.addedRoot))
    #expect(try verdict("Xcode", allowed: true) == .genuine(.addedRoot))
    #expect(code(try verdict("Xcode")) == "untrusted-chain")
    #expect(code(try verdict("Xcode", keyID: nil, allowed: true)) == "untrusted-chain")
  }

  @Test func `may not speak for the App Store, nor the App Store for Xcode`() throws {
    #expect(code(try verdict("Production", added: true)) == "wrong-environment")
    #expect(code(try verdict("Sandbox", allowed: true)) == "wrong-environment")
    #expect(
      try workshop.code(PayloadWorkshop.transaction("Production", "Xcode")) == "wrong-environment"
    )
  }
}
