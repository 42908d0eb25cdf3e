import Basics
import Foundation
import Mint
import Testing

@testable import Receipts

/// Signed payloads inside the unsigned answers of the App Store Server API.
@Suite struct `Signed parts of an answer` {
  let workshop: PayloadWorkshop
  let reader: DocumentReader

  init() throws {
    workshop = try PayloadWorkshop.shared.get()
    reader = DocumentReader(receipts: try ReceiptVerifier(), payloads: workshop.verifier)
  }

  private func examine(_ text: String) -> DocumentExamination? {
    let submission = reader.examine(Array(text.utf8), at: PayloadWorkshop.now)
    guard case .document(let document) = submission.outcome else { return nil }
    return document
  }

  /// `place kind verdict` of each part.
  private func parts(_ text: String) -> [String] {
    (examine(text)?.signedParts ?? []).map { part in
      let word = part.examination.rejection?.code ?? "genuine"
      return "\(part.path) \(part.examination.kind.rawValue) \(word)"
    }
  }

  @Test func `are judged each for itself, and the answer stays unsigned`() throws {
    let good = try workshop.signed()
    let stranger = try PayloadMint(PayloadAuthority(Workshop.plan)).sign(
      PayloadWorkshop.transaction
    )
    let text = """
      {"bundleId":"com.example.reader","environment":"Production","hasMore":false,\
      "signedTransactions":["\(good)","\(stranger)","signed_transaction_value"]}
      """
    #expect(examine(text)?.verdict == .unsigned)
    #expect(
      parts(text) == [
        "signedTransactions[0] jws-transaction genuine",
        "signedTransactions[1] jws-transaction untrusted-chain",
        "signedTransactions[2] unknown malformed",
      ]
    )
    #expect(examine(text)?.signedParts.first?.examination.payload?["price"] == .number("9990"))
  }

  @Test func `are found wherever an answer keeps them`() throws {
    let transaction = try workshop.signed()
    let renewal = try workshop.signed(PayloadWorkshop.renewal)
    let app = try workshop.signed(PayloadWorkshop.appTransaction)
    let notification = try workshop.signed(
      PayloadWorkshop.notification(transaction: transaction, renewal: renewal)
    )
    #expect(
      parts(
        """
        {"bundleId":"com.example.reader","environment":"Production","data":[\
        {"subscriptionGroupIdentifier":"1","lastTransactions":[{"status":1,\
        "signedTransactionInfo":"\(transaction)","signedRenewalInfo":"\(renewal)"}]}]}
        """
      ) == [
        "data[0].lastTransactions[0].signedTransactionInfo jws-transaction genuine",
        "data[0].lastTransactions[0].signedRenewalInfo jws-renewal-info genuine",
      ]
    )
    #expect(
      parts(#"{"signedAppTransactionInfo":"\#(app)"}"#)
        == ["signedAppTransactionInfo jws-app-transaction genuine"]
    )
    #expect(
      parts(#"{"notificationHistory":[{"signedPayload":"\#(notification)","sendAttempts":[]}]}"#)
        == ["notificationHistory[0].signedPayload jws-notification genuine"]
    )
  }

  @Test func `that speak of another app or environment than the answer are refused`() throws {
    let good = try workshop.signed()
    let app = #"{"bundleId":"com.example.other","environment":"Production","signedTransactions":["#
    #expect(parts(app + "\"\(good)\"]}") == ["signedTransactions[0] jws-transaction wrong-app"])
    let place = #"{"bundleId":"com.example.reader","environment":"Sandbox","signedTransactions":["#
    #expect(
      parts(place + "\"\(good)\"]}") == ["signedTransactions[0] jws-transaction wrong-environment"]
    )
  }

  @Test func `beyond what an answer holds are left alone`() {
    let list = Array(repeating: "\"a.b.c\"", count: 1_000).joined(separator: ",")
    #expect(
      parts(#"{"revision":"1","signedTransactions":[\#(list)]}"#).count
        == AppStoreResponse.maxSignedParts
    )
  }
}
