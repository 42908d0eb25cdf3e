import Entitlements
import Foundation
import Mint
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
