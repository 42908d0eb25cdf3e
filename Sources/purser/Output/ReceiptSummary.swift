import Foundation
import Receipts

/// An examined receipt for a person to read.
enum ReceiptSummary {
  static func lines(_ submission: Submission) -> [String] {
    switch submission.outcome {
    case .receipt(let examination):
      [head(submission)] + lines(examination)
        + proof(examination.trail.certificates, examination.trail.signature)
    case .document(let document):
      [head(submission)] + lines(document) + proof(document.certificates, document.signature)
    }
  }

  private static func lines(_ examination: ReceiptExamination) -> [String] {
    guard let receipt = examination.trail.receipt else { return [] }
    return fields(receipt).map { "  \(pad($0.0, 16))\(PlainText.safe($0.1))" }
      + purchases(receipt)
      + receipt.faults.map { PlainText.safe("  not readable: \($0.place ?? ""), \($0.detail)") }
  }

  /// The store's own names and values, a path a line.
  private static func lines(_ document: DocumentExamination) -> [String] {
    let parts = [
      ("payload", document.payload), ("transaction", document.transaction),
      ("renewalInfo", document.renewalInfo),
    ]
    return parts.flatMap { name, value in
      (value.map { PathDifference.paths(of: $0, at: name) } ?? []).map { path, text in
        PlainText.safe("  \(path)  \(text)")
      }
    }
  }

  private static func proof(
    _ certificates: [CertificateFacts],
    _ signature: SignatureFacts?
  ) -> [String] {
    var lines: [String] = []
    if let signature {
      lines += ["", "signature", "  \(signature.digest), \(signature.algorithm)"]
    }
    if !certificates.isEmpty {
      lines += ["", "certificates"]
      lines += certificates.map {
        "  \(PlainText.safe($0.subject))  \(day($0.notBefore)) – \(day($0.notAfter))"
      }
    }
    return lines
  }

  private static func head(_ submission: Submission) -> String {
    let wrapper = submission.wrapper.map { " in \($0.rawValue)'s wrapper" } ?? ""
    let code = submission.rejection.map { " (\($0.code))" } ?? ""
    return "\(submission.kind.rawValue)\(wrapper): \(Verdicts.word(submission))\(code)"
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
