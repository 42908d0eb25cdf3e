import Foundation
import Mint
import Receipts

/// A certification authority, its mint and a verifier that trusts it: what a receipt test starts
/// from. Keys are made once for all tests, because they cost most of the time.
struct Workshop {
  static let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
  static let day: TimeInterval = 86_400
  static let shared = Result { try Workshop() }

  let authority: TestAuthority
  let mint: ReceiptMint
  let verifier: ReceiptVerifier

  init(_ plan: ChainPlan = Workshop.plan) throws {
    authority = try TestAuthority(plan)
    mint = ReceiptMint(authority)
    verifier = try ReceiptVerifier(roots: [authority.rootDER])
  }

  static var plan: ChainPlan {
    ChainPlan(
      validity: now.addingTimeInterval(-700 * day)...now.addingTimeInterval(400 * day),
      name: "workshop"
    )
  }

  /// One subscription with a trial and a renewal, and a pack of coins.
  static var receipt: MintedReceipt {
    let start = now.addingTimeInterval(-40 * day)
    return MintedReceipt(
      bundleID: "com.example.reader",
      appVersion: "12",
      creationDate: now.addingTimeInterval(-day),
      originalPurchaseDate: start,
      purchases: [
        MintedPurchase(
          productID: "com.example.reader.pro",
          transactionID: "100000000000001",
          purchaseDate: start,
          expiresDate: start.addingTimeInterval(7 * day),
          webOrderLineItemID: 900_000_000_001,
          isTrial: true
        ),
        MintedPurchase(
          productID: "com.example.reader.pro",
          transactionID: "100000000000002",
          originalTransactionID: "100000000000001",
          purchaseDate: start.addingTimeInterval(7 * day),
          originalPurchaseDate: start,
          expiresDate: start.addingTimeInterval(37 * day),
          cancellationDate: start.addingTimeInterval(9 * day),
          isIntroOffer: true,
          promotionalOfferID: "spring"
        ),
        MintedPurchase(
          productID: "com.example.reader.coins",
          kind: .consumable,
          quantity: 3,
          transactionID: "100000000000003",
          purchaseDate: start
        ),
      ]
    )
  }

  func verdict(
    _ receipt: MintedReceipt = Workshop.receipt,
    as envelope: Envelope = .appStore
  ) throws -> Rejection? {
    try rejection(of: mint.mint(receipt, as: envelope))
  }

  func rejection(of bytes: [UInt8]) -> Rejection? {
    verifier.examine(bytes, at: Self.now).rejection
  }
}
