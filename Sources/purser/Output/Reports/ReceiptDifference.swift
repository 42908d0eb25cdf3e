import Basics
import Entitlements
import Receipts

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
