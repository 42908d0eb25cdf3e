import Basics
import Foundation
import Receipts

/// Prints an examined receipt for people.
enum ReceiptSummary {
  /// The most characters shown of a value.
  private static let maxCharacters = 4_096

  static func print(_ submission: ExaminedDocument) throws(OutputError) {
    var output = OutputBuffer()
    line(head(submission), &output)
    switch submission.outcome {
    case .receipt(let examination):
      if let receipt = examination.trace.receipt { write(receipt, &output) }
      proof(examination.trace.certificates, examination.trace.signature).forEach {
        line($0, &output)
      }
    case .document(let document):
      write(document, &output)
      proof(document.certificates, document.signature).forEach { line($0, &output) }
    }
    try output.flush()
  }

  private static func line(_ text: String, _ output: inout OutputBuffer) {
    output.write(text)
    output.write("\n")
  }

  private static func write(_ receipt: Receipt, _ output: inout OutputBuffer) {
    for (name, value) in fields(receipt) {
      line("  \(pad(name, 16))\(PlainText.safe(value))", &output)
    }
    write(receipt.inAppPurchases, &output)
    for fault in receipt.faults {
      line(PlainText.safe("  not readable: \(fault.place ?? ""), \(fault.detail)"), &output)
    }
  }

  /// Writes the store's own names and values, one path per line.
  private static func write(_ document: DocumentExamination, _ output: inout OutputBuffer) {
    let parts = [
      ("payload", document.payload), ("transaction", document.transaction),
      ("renewalInfo", document.renewalInfo), ("appTransaction", document.appTransaction),
    ]
    for (name, value) in parts { write(value, at: name, &output) }
    for part in document.signedParts {
      let inner = part.examination
      let code = inner.rejection.map { " (\($0.code)): \(Console.sentence($0))" } ?? ""
      line("", &output)
      line(
        PlainText.safe("\(part.place)  \(inner.kind.rawValue): \(Verdicts.word(inner))\(code)"),
        &output
      )
      write(inner, &output)
    }
  }

  private static func write(
    _ value: JSONValue?,
    at name: String,
    _ output: inout OutputBuffer
  ) {
    if let value {
      JSONPaths.forEach(of: value, at: name) { path, leaf in
        let text = JSONText.of(leaf: leaf.cut(to: maxCharacters))
        line(PlainText.safe("  \(path)  \(text)"), &output)
      }
    }
  }

  private static func proof(
    _ certificates: [CertificateDetails],
    _ signature: SignatureDetails?
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

  private static func head(_ submission: ExaminedDocument) -> String {
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

  private static func write(_ purchases: InAppPurchases, _ output: inout OutputBuffer) {
    guard !purchases.isEmpty else { return line("\nno in-app purchases", &output) }
    line("\nin-app purchases (\(purchases.count))", &output)
    var widths = [0, 0, 0, 0, 0, 0, 0]
    for purchase in purchases {
      for (column, cell) in cells(purchase, dates: false).enumerated() {
        widths[column] = max(widths[column], min(60, cell.count))
      }
    }
    for purchase in purchases {
      let row = cells(purchase, dates: true)
      var text = "  "
      let last = row.lastIndex { !$0.isEmpty } ?? 0
      for (column, width) in widths.enumerated() where width > 0 && column <= last {
        text += column == last ? row[column] : pad(row[column], width) + "  "
      }
      line(text, &output)
    }
  }

  /// The columns of one purchase. Without `dates`, a placeholder of the same width replaces each
  /// date, which is slow to format.
  private static func cells(_ purchase: InAppPurchase, dates: Bool) -> [String] {
    func day(_ date: Date) -> String { dates ? text(date) : "0000-00-00T00:00:00Z" }
    return [
      purchase.transactionID ?? "-", purchase.productID ?? "-",
      purchase.purchasedAt.map(day) ?? "-", purchase.expiresAt.map { "until \(day($0))" } ?? "",
      purchase.cancelledAt.map { "revoked \(day($0))" } ?? "",
      purchase.isTrialPeriod == true ? "trial" : "",
      purchase.isInIntroOfferPeriod == true ? "intro" : "",
    ].map(PlainText.safe)
  }

  private static func text(_ date: Date) -> String {
    date.formatted(.iso8601)
  }

  private static func day(_ date: Date) -> String { String(text(date).prefix(10)) }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension JSONValue {
  /// Truncates a text or number to `count + 1` characters; the extra one shows that it was
  /// truncated.
  fileprivate func cut(to count: Int) -> JSONValue {
    switch self {
    case .string(let text) where text.utf8.count > count:
      .string(String(text.unicodeScalars.prefix(count + 1)))
    case .number(let digits) where digits.utf8.count > count:
      .number(String(digits.prefix(count + 1)))
    default: self
    }
  }
}
