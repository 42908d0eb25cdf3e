import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing

@Suite struct `Stretches that documents have in common` {
  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  private func common(_ bytes: [UInt8]) -> [[UInt8]] {
    let context = DocumentContext(answeredAt: TranslationWorkshop.now)
    let common = workshop.translate(bytes, context).common
    for (left, right) in zip(common, common.dropFirst()) {
      #expect(left.upperBound <= right.lowerBound)
    }
    return common.map { Array(bytes[$0]) }
  }

  @Test func `a receipt's certificates, each by itself`() throws {
    let receipt = MintedReceipt(bundleID: "com.example.reader", creationDate: instant("2026-01-15"))
    #expect(common(try workshop.receipts.mint(receipt)) == workshop.authority.certificatesDER)
  }

  @Test func `a signed payload's header`() throws {
    let signed = try workshop.payloads.sign(`What Apple signs, as facts`.transaction())
    let header = Array(signed.utf8.prefix { $0 != UInt8(ascii: ".") })
    #expect(common(Array(signed.utf8)) == [header])
    #expect(common(Array("\n \(signed)\n".utf8)) == [header])
    #expect(
      common(Array(#"{"signedPayload":"\#(signed)"}"#.utf8)) == [header],
      "an envelope's too"
    )
    let history = """
      {"revision":"r","hasMore":false,"bundleId":"com.example.reader",\
      "environment":"Production","signedTransactions":["\(signed)","\(signed)"]}
      """
    #expect(common(Array(history.utf8)) == [header, header])
  }

  /// A notification with two signed payloads in its own, `shift` bytes further on.
  private func notification(shift: Int, _ inner: String) throws -> [UInt8] {
    let signed = try workshop.payloads.sign(
      """
      {"notificationType":"DID_RENEW","notificationUUID":"\(String(repeating: "7", count: 36))",\
      "version":"2.0\(String(repeating: " ", count: shift))",\
      "signedDate":1768521600000,"data":{"environment":"Production",\
      "bundleId":"com.example.reader","signedTransactionInfo":"\(inner)",\
      "signedRenewalInfo":"\(inner)"}}
      """
    )
    return Array("{\"signedPayload\":\"\(signed)\"}".utf8)
  }

  @Test func `the headers inside of a notification's payload, in three spellings at most`() throws {
    let inner = try workshop.payloads.sign(`What Apple signs, as facts`.transaction())
    var spellings: Set<[UInt8]> = []
    for shift in 0..<9 {
      let found = common(try notification(shift: shift, inner))
      try #require(found.count == 3)
      for spelling in found.dropFirst() {
        #expect(spelling.count > found[0].count, "base64 of base64 is longer")
        spellings.insert(spelling)
      }
    }
    #expect(spellings.count == 3)
  }

  @Test func `a document comes back from the ledger byte for byte`() async throws {
    let ledger = try Ledger.inMemory()
    let inner = try workshop.payloads.sign(`What Apple signs, as facts`.transaction())
    for shift in 0..<6 {
      let bytes = try notification(shift: shift, inner)
      let presented = SubmittedDocument(bytes: bytes, user: nil, origin: .pushed)
      let now = TranslationWorkshop.now
      let filing = DocumentFiling.filing(
        of: workshop.reader.examine(bytes, at: now),
        DocumentIdentity(bytes),
        presented,
        at: now
      )
      _ = try await ledger.file(filing)
      #expect(filing.document.common.count == 3)
      #expect(try await ledger.documents.find(filing.document.id)?.bytes == bytes)
    }
  }

  @Test func `a header without certificates is not worth a place of its own`() throws {
    var envelope = PayloadEnvelope.appStore
    envelope.header = #"{"alg":"ES256"}"#
    let bare = try workshop.payloads.sign(`What Apple signs, as facts`.transaction(), as: envelope)
    #expect(common(Array(bare.utf8)) == [])
  }

  @Test func `nothing in what is cut off anywhere, and no trap`() throws {
    let receipt = try workshop.receipts.mint(
      MintedReceipt(bundleID: "com.example.reader", creationDate: instant("2026-01-15"))
    )
    for end in stride(from: 0, to: receipt.count, by: 97) {
      let whole = workshop.authority.certificatesDER
      for certificate in common(Array(receipt[..<end])) { #expect(whole.contains(certificate)) }
    }
    for text in ["", "eyJ", "eyJ.", "{\"signedPayload\":\"eyJ", "eyJhbGciOiJub25lIn0.e30."] {
      #expect(common(Array(text.utf8)) == [])
    }
  }
}
