import Basics
import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore

/// Generates the load of a busy app: signed renewal notifications of many subscriptions, verified
/// and translated, ready to file.
struct NotificationGenerator {
  private static let app = "com.example.bench"
  private let mint: PayloadMint
  private let reader: DocumentReader
  private let start: Date

  init(endingAt now: Date) throws {
    start = now.addingTimeInterval(-86_400 * 360)
    let authority = try PayloadAuthority(
      ChainPlan(
        validity: start.addingTimeInterval(-86_400)...now.addingTimeInterval(86_400 * 400)
      )
    )
    mint = PayloadMint(authority)
    reader = DocumentReader(
      receipts: try ReceiptVerifier(),
      payloads: try PayloadVerifier(roots: [authority.rootDER])
    )
  }

  /// One notification for each subscription: the first purchase, or the monthly renewal number
  /// `renewal`.
  func filings(subscriptions: Range<Int>, renewal: Int) throws -> [Filing] {
    try subscriptions.map { number in
      let signedAt = start.addingTimeInterval(Double(renewal) * 2_592_000 + Double(number))
      let body = try notification(number, renewal, milliseconds: Int64(signedAt.milliseconds))
      let submitted = SubmittedDocument(bytes: Array(body.utf8), user: nil, origin: .pushed)
      let (submission, bytes) = reader.examineForStorage(submitted.bytes, at: signedAt)
      if let rejection = submission.rejection {
        throw NotificationGeneratorError(reason: rejection.detail)
      }
      return DocumentFiling.filing(of: submission, bytes, submitted, at: signedAt)
    }
  }

  private func notification(_ number: Int, _ renewal: Int, milliseconds: Int64) throws -> String {
    let chain = 2_000_000_000_000_000 + number * 1_000
    let common = "\"environment\":\"Production\",\"bundleId\":\"\(Self.app)\""
    let transaction = try mint.sign(
      """
      {"transactionId":"\(chain + renewal)","originalTransactionId":"\(chain)",\(common),\
      "webOrderLineItemId":"\(chain + 500 + renewal)","productId":"pro.monthly",\
      "purchaseDate":\(milliseconds),"originalPurchaseDate":\(start.milliseconds),\
      "expiresDate":\(milliseconds + 2_592_000_000),"quantity":1,\
      "type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED","price":9990,\
      "currency":"EUR","storefront":"DEU","appAccountToken":"\(account(number))",\
      "signedDate":\(milliseconds)}
      """
    )
    let renewalStatus = try mint.sign(
      """
      {"originalTransactionId":"\(chain)","productId":"pro.monthly",\
      "autoRenewProductId":"pro.monthly","autoRenewStatus":1,"environment":"Production",\
      "signedDate":\(milliseconds)}
      """
    )
    return """
      {"signedPayload":"\(
        try mint.sign(
          """
          {"notificationType":"\(renewal == 0 ? "SUBSCRIBED" : "DID_RENEW")",\
          "notificationUUID":"\(UUID().uuidString.lowercased())","version":"2.0",\
          "signedDate":\(milliseconds),"data":{\(common),"status":1,\
          "signedTransactionInfo":"\(transaction)","signedRenewalInfo":"\(renewalStatus)"}}
          """
        )
      )"}
      """
  }

  private func account(_ number: Int) -> String {
    "7e3a1c52-0d4b-4f6e-9a10-\(String(hex: number, width: 12))"
  }
}

/// A generated notification was rejected.
struct NotificationGeneratorError: Error, CustomStringConvertible {
  let reason: String

  var description: String { "a generated notification was rejected: \(reason)" }
}

extension Date {
  fileprivate var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
