import Foundation
import Receipts

/// An examined receipt for a person to read.
enum ReceiptSummary {
  static func lines(_ submission: Submission) -> [String] {
    let examination = submission.examination
    var lines = [head(submission)]
    if let receipt = examination.trail.receipt {
      lines += fields(receipt).map { "  \(pad($0.0, 16))\(PlainText.safe($0.1))" }
      lines += purchases(receipt)
      lines += receipt.faults.map {
        PlainText.safe("  not readable: \($0.place ?? ""), \($0.detail)")
      }
    }
    if let signature = examination.trail.signature {
      lines += ["", "signature", "  \(signature.digest), \(signature.algorithm)"]
    }
    if !examination.trail.certificates.isEmpty {
      lines += ["", "certificates"]
      lines += examination.trail.certificates.map {
        "  \(PlainText.safe($0.subject))  \(day($0.notBefore)) – \(day($0.notAfter))"
      }
    }
    return lines
  }

  private static func head(_ submission: Submission) -> String {
    let rejection = submission.examination.rejection
    return "\(submission.kind.rawValue): "
      + (rejection.map { "rejected (\($0.code))" } ?? "genuine")
  }

  private static func fields(_ receipt: Receipt) -> [(String, String)] {
    let rows: [(String, String?)] = [
      ("app", receipt.bundleID),
      ("version", receipt.appVersion),
      ("first version", receipt.originalAppVersion),
      ("environment", receipt.environment),
      ("created", receipt.createdAt.map(text)),
      ("first got", receipt.originalPurchasedAt.map(text)),
      ("expires", receipt.expiresAt.map(text)),
    ]
    return rows.compactMap { name, value in value.map { (name, $0) } }
  }

  private static func purchases(_ receipt: Receipt) -> [String] {
    guard !receipt.inAppPurchases.isEmpty else { return ["", "no in-app purchases"] }
    let rows = receipt.inAppPurchases.map { purchase in
      [
        purchase.transactionID ?? "-", purchase.productID ?? "-",
        purchase.purchasedAt.map(text) ?? "-", purchase.expiresAt.map { "until \(text($0))" } ?? "",
        purchase.cancelledAt.map { "revoked \(text($0))" } ?? "",
        purchase.isTrialPeriod == true ? "trial" : "",
        purchase.isInIntroOfferPeriod == true ? "intro" : "",
      ].map(PlainText.safe)
    }
    let widths = (0..<7).map { column in min(60, rows.map { $0[column].count }.max() ?? 0) }
    return ["", "in-app purchases (\(rows.count))"]
      + rows.map { row in
        var line = "  "
        let last = row.lastIndex { !$0.isEmpty } ?? 0
        for (column, width) in widths.enumerated() where width > 0 && column <= last {
          line += column == last ? row[column] : pad(row[column], width) + "  "
        }
        return line
      }
  }

  private static func text(_ date: Date) -> String {
    date.formatted(.iso8601)
  }

  private static func day(_ date: Date) -> String { String(text(date).prefix(10)) }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
