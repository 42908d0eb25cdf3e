import Foundation
import Mint

@testable import Receipts

/// An authority of the App Store's shape, its mint and verifiers that trust it. Keys are made once.
struct PayloadWorkshop {
  static let shared = Result { try PayloadWorkshop() }
  static let now = Workshop.now
  /// 2025-12-31, in milliseconds.
  static let signedAt = 1_767_139_200_000

  let authority: PayloadAuthority
  let mint: PayloadMint
  let verifier: PayloadVerifier
  let xcode: PayloadAuthority

  init() throws {
    authority = try PayloadAuthority(Workshop.plan)
    mint = PayloadMint(authority)
    verifier = try PayloadVerifier(roots: [authority.rootDER])
    xcode = try PayloadAuthority(selfSigned: .xcode(validity: Workshop.plan.leaf.validity))
  }

  static let transaction = """
    {"transactionId":"100","originalTransactionId":"100","bundleId":"com.example.reader",\
    "productId":"pro","purchaseDate":1767139100000,"expiresDate":1769731100000,\
    "type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED","price":9990,\
    "currency":"EUR","environment":"Production","signedDate":\(signedAt)}
    """

  static let renewal = """
    {"originalTransactionId":"100","productId":"pro","autoRenewProductId":"pro",\
    "autoRenewStatus":1,"environment":"Production","signedDate":\(signedAt)}
    """

  static let appTransaction = """
    {"receiptType":"Production","bundleId":"com.example.reader","applicationVersion":"12",\
    "originalApplicationVersion":"3","receiptCreationDate":\(signedAt)}
    """

  static func notification(
    transaction: String,
    renewal: String,
    environment: String = "Production"
  ) -> String {
    """
    {"notificationType":"DID_RENEW","notificationUUID":"5e09dcfc-205e-4ea1-9883-96676f394992",\
    "version":"2.0","signedDate":\(signedAt),"data":{"environment":"\(environment)",\
    "bundleId":"com.example.reader","status":1,"signedTransactionInfo":"\(transaction)",\
    "signedRenewalInfo":"\(renewal)"}}
    """
  }

  /// The transaction with one text replaced by another.
  static func transaction(_ old: String, _ new: String) -> String {
    transaction.replacing(old, with: new)
  }

  func examine(_ text: String) -> DocumentExamination {
    verifier.examine(Array(text.utf8), at: Self.now)
  }

  func signed(
    _ payload: String = transaction,
    _ change: (inout PayloadEnvelope) -> Void = { _ in }
  ) throws -> String {
    var envelope = PayloadEnvelope.appStore
    change(&envelope)
    return try mint.sign(payload, as: envelope)
  }

  /// The refusal's code of a signed payload; `nil` when it is believed.
  func code(
    _ payload: String = transaction,
    _ change: (inout PayloadEnvelope) -> Void = { _ in }
  ) throws -> String? {
    examine(try signed(payload, change)).rejection?.code
  }
}
