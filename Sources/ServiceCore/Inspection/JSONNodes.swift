import Basics
import Entitlements
import Foundation
import Receipts

/// Turns decoded JSON into nodes that know where they stand among the document's bytes.
struct JSONNodes {
  let layers: DocumentLayers
  /// Where something stands that was masked before it came here.
  private(set) var masked: [Range<Int>] = []

  /// Handles that somebody who has them could act with.
  static let secrets: Set<String> = [
    "purchaseToken", "linkedPurchaseToken", "token", "receiptId", "password", "sharedSecret",
    "appAccountToken", "signedTransactionInfo", "signedTransactions", "signedRenewalInfo",
    "signedAppTransactionInfo", "signedPayload", "latest_receipt", "transaction_receipt",
  ]
  /// A node's content octets, at most.
  static let mostBytes = 256

  init(_ layers: DocumentLayers) { self.layers = layers }

  /// A part of the document; its fields know their places where the part is found in it.
  mutating func node(_ name: String, _ value: JSONValue) -> Node {
    node(name, value, layers.places(of: value), among: [], isSecret: false)
  }

  /// The reader's depth limit bounds the recursion.
  private mutating func node(
    _ name: String,
    _ value: JSONValue,
    _ places: JSONPlaces?,
    among siblings: [JSONValue.Member],
    isSecret: Bool
  ) -> Node {
    let isSecret = isSecret || Self.secrets.contains(name)
    let reading = FieldReading(name, value, among: siblings)
    if value.string == AppStoreDocument.mask, let places { masked.append(places.range) }
    let text = Self.text(value)
    return Node(
      label: name,
      type: Self.type(value),
      value: text,
      gloss: reading.gloss,
      instant: reading.instant,
      offset: places?.range.lowerBound,
      length: places?.range.count,
      bytes: Array(text.utf8.prefix(Self.mostBytes)),
      isSecret: isSecret,
      children: children(of: value, places, isSecret: isSecret)
    )
  }

  private mutating func children(
    of value: JSONValue,
    _ places: JSONPlaces?,
    isSecret: Bool
  ) -> [Node] {
    let members: [JSONValue.Member]
    var siblings: [JSONValue.Member] = []
    switch value {
    case .object(let own): (members, siblings) = (own, own)
    case .array(let items):
      members = items.enumerated().map { JSONValue.Member("\($0 + 1) of \(items.count)", $1) }
    default: return []
    }
    let inner = places?.children ?? []
    let isPlaced = inner.count == members.count
    var nodes: [Node] = []
    for (index, member) in members.enumerated() {
      let place = isPlaced ? inner[index] : nil
      nodes.append(
        node(member.name, member.value, place, among: siblings, isSecret: isSecret)
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
