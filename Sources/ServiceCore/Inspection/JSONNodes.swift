import Basics
import Entitlements
import Foundation
import Receipts

/// Turns decoded JSON into nodes with their byte ranges in the document.
struct JSONNodes {
  let layers: DocumentLayers
  /// The ranges of values that were already masked when the document was filed.
  private(set) var masked: [Range<Int>] = []

  /// The fields whose values grant access.
  static let secrets: Set<String> = [
    "purchaseToken", "linkedPurchaseToken", "pendingRefundToken", "token", "receiptId", "password",
    "sharedSecret",
    "appAccountToken", "signedTransactionInfo", "signedTransactions", "signedRenewalInfo",
    "signedAppTransactionInfo", "signedPayload", "latest_receipt", "transaction_receipt",
  ]
  /// The maximum number of content bytes in a node.
  static let maxBytes = 256

  init(_ layers: DocumentLayers) { self.layers = layers }

  /// A part of the document; its nodes have byte ranges if the part is found in the document.
  mutating func node(_ name: String, _ value: JSONValue) -> Node {
    node(name, value, layers.sourceMap(of: value), among: [], isSecret: false)
  }

  /// The reader's depth limit bounds the recursion.
  private mutating func node(
    _ name: String,
    _ value: JSONValue,
    _ sourceMap: JSONSourceMap?,
    among siblings: [JSONValue.Member],
    isSecret: Bool
  ) -> Node {
    let isSecret = isSecret || Self.secrets.contains(name)
    let reading = FieldReading(name, value, among: siblings)
    if value.string == AppStoreDocument.mask, let sourceMap { masked.append(sourceMap.range) }
    let text = Self.text(value)
    return Node(
      label: name,
      type: Self.type(value),
      value: text,
      gloss: reading.gloss,
      instant: reading.instant,
      offset: sourceMap?.range.lowerBound,
      length: sourceMap?.range.count,
      bytes: Array(text.utf8.prefix(Self.maxBytes)),
      isSecret: isSecret,
      children: children(of: value, sourceMap, isSecret: isSecret)
    )
  }

  private mutating func children(
    of value: JSONValue,
    _ sourceMap: JSONSourceMap?,
    isSecret: Bool
  ) -> [Node] {
    let members: [JSONValue.Member]
    var siblings: [JSONValue.Member] = []
    switch value {
    case .object(let object): (members, siblings) = (object, object)
    case .array(let items):
      members = items.enumerated().map { JSONValue.Member("\($0 + 1) of \(items.count)", $1) }
    default: return []
    }
    let inner = sourceMap?.children ?? []
    let hasSources = inner.count == members.count
    var nodes: [Node] = []
    for (index, member) in members.enumerated() {
      let source = hasSources ? inner[index] : nil
      nodes.append(node(member.name, member.value, source, among: siblings, isSecret: isSecret))
    }
    return nodes
  }

  private static func type(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "text"
    case .array(let items): "list of \(items.count)"
    case .object(let members): "object of \(members.count)"
    }
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let text), .string(let text): text
    case .array, .object: ""
    }
  }
}

/// A human-readable form of a field in a store's JSON: an instant or an amount, which stores write
/// as numbers in units of their own.
struct FieldReading {
  private(set) var instant: Date?
  private(set) var gloss: String?

  /// `siblings` are the members of the enclosing object, among them an amount's currency.
  init(_ name: String, _ value: JSONValue, among siblings: [JSONValue.Member]) {
    instant = Self.instant(name, value)
    gloss = instant?.formatted(.iso8601) ?? Self.amount(name, value, siblings)?.description
  }

  /// Lowercase suffixes of the names of millisecond fields.
  private static let instantNames = ["date", "date_ms", "date-ms", "millis", "time", "timestamp"]
  /// The RFC 7519 claims that are instants, in seconds.
  private static let claims: Set<String> = ["exp", "nbf", "iat"]
  /// From 2000 until 2100; other numbers are not instants.
  private static let seconds = 946_684_800..<4_102_444_800

  private static func instant(_ name: String, _ value: JSONValue) -> Date? {
    if let instant = value.instant { return instant }
    guard let count = value.looseText.flatMap(Int.init) else { return nil }
    if claims.contains(name) {
      return seconds.contains(count) ? Date(timeIntervalSince1970: Double(count)) : nil
    }
    let lower = name.lowercased()
    guard instantNames.contains(where: lower.hasSuffix), seconds.contains(count / 1_000) else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(count) / 1_000)
  }

  private static func amount(
    _ name: String,
    _ value: JSONValue,
    _ siblings: [JSONValue.Member]
  ) -> Money? {
    if value.isObject { return money(value) }
    func currency(_ names: [String]) -> Currency? {
      names.lazy.compactMap { name in siblings.first { $0.name == name }?.value.string }
        .first.flatMap { Currency($0) }
    }
    guard let count = value.looseText.flatMap(Int64.init) else { return nil }
    if name.hasSuffix("Micros") {
      let stem = name.replacing("AmountMicros", with: "").replacing("Micros", with: "")
      let names = ["\(stem)CurrencyCode", "priceCurrencyCode", "currencyCode", "currency"]
      return currency(names).flatMap { Money(micros: count, $0) }
    }
    // Apple only: no other store writes an amount next to a currency of this name.
    guard name == "price" || name == "renewalPrice" else { return nil }
    return currency(["currency"]).flatMap { Money(milliunits: count, $0) }
  }

  /// Google's `Money`.
  private static func money(_ value: JSONValue) -> Money? {
    guard let currency = value["currencyCode"]?.string.flatMap({ Currency($0) }) else { return nil }
    let units = value["units"]?.looseText.flatMap(Int64.init)
    let nanos = value["nanos"]?.looseText.flatMap(Int64.init)
    guard units != nil || nanos != nil else { return nil }
    return Money(units: units ?? 0, nanos: nanos ?? 0, currency)
  }
}
