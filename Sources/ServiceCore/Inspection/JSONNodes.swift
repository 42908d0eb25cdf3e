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
    "purchaseToken", "linkedPurchaseToken", "token", "receiptId", "password", "sharedSecret",
    "appAccountToken", "signedTransactionInfo", "signedTransactions", "signedRenewalInfo",
    "signedAppTransactionInfo", "signedPayload", "latest_receipt", "transaction_receipt",
  ]
  /// The maximum number of content bytes in a node.
  static let maxBytes = 256

  init(_ layers: DocumentLayers) { self.layers = layers }

  /// A part of the document; its nodes have byte ranges if the part is found in the document.
  mutating func node(_ name: String, _ value: JSONValue) -> Node {
    node(name, value, layers.places(of: value), among: [], isSecret: false)
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
      nodes.append(
        node(member.name, member.value, source, among: siblings, isSecret: isSecret)
      )
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
