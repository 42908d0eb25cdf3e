import Basics
import Entitlements
import Foundation
import Receipts

/// Prints an examined receipt for people.
struct ReceiptSummary {
  /// The most characters shown of a value.
  private static let maxCharacters = 4_096

  private var output = OutputBuffer()

  static func print(_ submission: ExaminedDocument) throws(OutputError) {
    var summary = ReceiptSummary()
    summary.line(head(submission))
    switch submission.outcome {
    case .receipt(let examination):
      if let receipt = examination.trace.receipt { summary.write(receipt) }
      summary.writeProof(examination.trace.certificates, examination.trace.signature)
    case .document(let document):
      summary.write(document)
      summary.writeProof(document.certificates, document.signature)
    }
    try summary.output.flush()
  }

  private mutating func line(_ text: String) {
    output.write(text)
    output.write("\n")
  }

  private mutating func write(_ receipt: Receipt) {
    for (name, value) in Self.fields(receipt) {
      line("  \(name.padded(to: 16))\(PlainText.safe(value))")
    }
    write(receipt.inAppPurchases)
    for fault in receipt.faults {
      line(PlainText.safe("  not readable: \(fault.location ?? ""), \(fault.detail)"))
    }
  }

  /// Writes the store's own names and values, one path per line.
  private mutating func write(_ document: DocumentExamination) {
    let parts = [
      ("payload", document.payload), ("transaction", document.transaction),
      ("renewalInfo", document.renewalInfo), ("appTransaction", document.appTransaction),
    ]
    for (name, value) in parts { write(value, at: name) }
    for part in document.signedParts {
      let inner = part.examination
      let code = inner.rejection.map { " (\($0.code)): \(Console.sentence($0))" } ?? ""
      line("")
      line(PlainText.safe("\(part.path)  \(inner.kind.rawValue): \(Verdicts.word(inner))\(code)"))
      write(inner)
    }
  }

  private mutating func write(_ value: JSONValue?, at name: String) {
    guard let value else { return }
    JSONPaths.forEach(of: value, at: name) { path, leaf in
      let text = JSONText.of(leaf: leaf.cut(to: Self.maxCharacters))
      line(PlainText.safe("  \(path)  \(text)"))
    }
  }

  private mutating func writeProof(
    _ certificates: [CertificateDetails],
    _ signature: SignatureDetails?
  ) {
    if let signature { line("\nsignature\n  \(signature.digest), \(signature.algorithm)") }
    if !certificates.isEmpty { line("\ncertificates") }
    for certificate in certificates {
      let validity = "\(Self.day(certificate.notBefore)) – \(Self.day(certificate.notAfter))"
      line("  \(PlainText.safe(certificate.subject))  \(validity)")
    }
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

  private mutating func write(_ purchases: InAppPurchases) {
    guard !purchases.isEmpty else { return line("\nno in-app purchases") }
    line("\nin-app purchases (\(purchases.count))")
    var widths = [0, 0, 0, 0, 0, 0, 0]
    for purchase in purchases {
      for (column, cell) in Self.cells(purchase, dates: false).enumerated() {
        widths[column] = max(widths[column], min(60, cell.count))
      }
    }
    for purchase in purchases {
      let row = Self.cells(purchase, dates: true)
      var text = "  "
      let last = row.lastIndex { !$0.isEmpty } ?? 0
      for (column, width) in widths.enumerated() where width > 0 && column <= last {
        text += column == last ? row[column] : row[column].padded(to: width) + "  "
      }
      line(text)
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

  private static func text(_ date: Date) -> String { date.formatted(.iso8601) }

  private static func day(_ date: Date) -> String { String(text(date).prefix(10)) }
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

/// Compares two reports leaf by leaf and prints the differences while comparing, so that neither
/// report is in memory as text. Matches purchases by transaction, since their order varies.
struct ReceiptDifference {
  private var output = OutputBuffer()
  private var isAny = false

  private init() {}

  /// Prints a line for each path that was removed, changed or added.
  ///
  /// - Returns: Whether there is any difference.
  static func print(
    from older: ReceiptReport,
    to newer: ReceiptReport
  ) throws(OutputError) -> Bool {
    var difference = ReceiptDifference()
    difference.match(older.members, newer.members, by: { member, _ in member.name }) {
      $0.compare($2?.part, $3?.part, at: "$.\($1)")
    }
    try difference.output.flush()
    return difference.isAny
  }

  private mutating func match<Items: Collection>(
    _ older: Items,
    _ newer: Items,
    by name: (Items.Element, Int) -> String,
    _ pair: (inout Self, _ name: String, _ older: Items.Element?, _ newer: Items.Element?) -> Void
  ) {
    Pairing.match(older, newer, by: name) { pair(&self, $0, $1, $2) }
  }

  private mutating func compare(
    _ older: ReceiptReport.Part?,
    _ newer: ReceiptReport.Part?,
    at path: String
  ) {
    guard case .value? = older ?? newer else {
      let none = InAppPurchases()
      let byTransaction = { (purchase: InAppPurchase, number: Int) in
        purchase.transactionID ?? String(number)
      }
      match(older?.purchases ?? none, newer?.purchases ?? none, by: byTransaction) {
        $0.compare($2.map(ReceiptReport.json), $3.map(ReceiptReport.json), at: "\(path)[\($1)]")
      }
      return
    }
    compare(older?.value, newer?.value, at: path)
  }

  /// The reader's depth limit bounds the recursion.
  private mutating func compare(_ older: JSONValue?, _ newer: JSONValue?, at path: String) {
    switch (older, newer) {
    case (.object(let before), .object(let after)):
      match(before, after, by: { member, _ in member.name }) {
        $0.compare($2?.value, $3?.value, at: "\(path).\($1)")
      }
    case (.array(let before), .array(let after)):
      match(before, after, by: JSONPaths.name) { $0.compare($2, $3, at: "\(path)[\($1)]") }
    case (let before?, let after?) where before.isLeaf && after.isLeaf:
      if before != after {
        write("~ \(path): \(JSONText.of(leaf: before)) → \(JSONText.of(leaf: after))")
      }
    default:
      list(older, "-", path)
      list(newer, "+", path)
    }
  }

  private mutating func list(_ value: JSONValue?, _ marker: String, _ path: String) {
    guard let value else { return }
    JSONPaths.forEach(of: value, at: path) { write("\(marker) \($0): \(JSONText.of(leaf: $1))") }
  }

  private mutating func write(_ line: String) {
    isAny = true
    output.write(PlainText.safe(line))
    output.write("\n")
  }
}

extension ReceiptReport.Part {
  fileprivate var value: JSONValue? { if case .value(let value) = self { value } else { nil } }

  fileprivate var purchases: InAppPurchases? {
    if case .purchases(let purchases) = self { purchases } else { nil }
  }
}

extension JSONValue {
  fileprivate var isLeaf: Bool { members == nil && array == nil }
}
