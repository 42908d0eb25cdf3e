import Basics
package import Entitlements
internal import Foundation
package import Receipts

/// Turns a decoded app receipt into a tree and a verification panel.
package enum ReceiptInspection {
  package static func inspection(
    of document: Document,
    _ examination: ReceiptExamination
  ) -> Inspection {
    let tree = tree(of: document.bytes)
    return Inspection(
      document: DocumentRow(document),
      tree: tree,
      verification: VerificationSummary.panel(examination),
      secrets: secrets(in: tree)
    )
  }

  /// `nil` if a secret's byte range is unknown.
  private static func secrets(in node: Node) -> [Range<Int>]? {
    var found: [Range<Int>] = []
    if node.isSecret {
      guard let offset = node.offset, let length = node.length else { return nil }
      found.append(offset..<offset + length)
    }
    for child in node.children {
      guard let inner = secrets(in: child) else { return nil }
      found += inner
    }
    return found
  }

  /// The receipt's tree: attributes, purchases and the envelope.
  package static func tree(of bytes: [UInt8]) -> Node {
    let outline = ReceiptOutline(of: bytes)
    let purchase = ReceiptField.inAppPurchase.rawValue
    var children = outline.attributes.filter { $0.type != purchase }.sorted { $0.type < $1.type }
      .map(attribute)
    let purchases = outline.attributes.filter { $0.type == purchase }
    for (index, item) in purchases.enumerated() {
      children.append(self.purchase(item, index: index, of: purchases.count))
    }
    if outline.omitted > 0 {
      children.append(
        Node(label: "further attributes", type: "", value: "\(outline.omitted), not shown")
      )
    }
    if let fault = outline.fault { children.append(self.fault(fault)) }
    if !outline.parts.isEmpty { children.append(envelope(outline)) }
    return Node(
      label: "app receipt",
      type: "PKCS#7",
      offset: 0,
      length: outline.byteCount,
      bytes: Array(bytes.prefix(256)),
      children: children
    )
  }

  private static func fault(_ rejection: Rejection) -> Node {
    Node(
      label: "unreadable from here",
      type: rejection.location ?? "",
      value: rejection.detail,
      isKnown: false
    )
  }

  private static func envelope(_ outline: ReceiptOutline) -> Node {
    let content = Node(
      label: "signed content",
      type: outline.contentOffset == nil ? "OCTET STRING in chunks" : "OCTET STRING",
      value: "\(outline.contentLength) bytes",
      offset: outline.contentOffset,
      length: outline.contentLength
    )
    let parts = outline.parts.map {
      Node(
        label: $0.name,
        type: "",
        value: $0.text,
        offset: $0.offset,
        length: $0.length,
        bytes: $0.bytes
      )
    }
    return Node(label: "envelope", type: "SignedData", children: [content] + parts)
  }

  private static func purchase(
    _ item: ReceiptOutline.Attribute,
    index: Int,
    of count: Int
  ) -> Node {
    func text(_ field: InAppField) -> String {
      guard let child = item.children.first(where: { $0.type == field.rawValue }) else { return "" }
      return value(child)
    }
    let fields = item.children.sorted { $0.type < $1.type }.map { child in
      node(child, InAppField(rawValue: child.type)?.description)
    }
    return Node(
      label: "in_app \(index + 1) of \(count)",
      number: item.type,
      type: "SET of \(fields.count)",
      value: text(.productID),
      gloss: text(.transactionID),
      note: ReceiptField.inAppPurchase.description.note,
      offset: item.offset,
      length: item.length,
      bytes: Array(item.value.prefix(256)),
      children: fields
    )
  }

  private static func attribute(_ item: ReceiptOutline.Attribute) -> Node {
    node(item, ReceiptField(rawValue: item.type)?.description)
  }

  private static func node(
    _ item: ReceiptOutline.Attribute,
    _ description: FieldDescription?
  ) -> Node {
    Node(
      label: description?.name ?? "attribute \(item.type)",
      number: item.type,
      type: encodingName(item),
      value: description == nil ? hex(item.value) : value(item),
      gloss: description == nil ? guess(item) : gloss(item),
      instant: description == nil ? nil : instant(item),
      note: description?.note,
      offset: item.offset,
      length: item.length,
      bytes: Array(item.value.prefix(256)),
      isKnown: description != nil,
      isSecret: description?.isSecret ?? false
    )
  }

  private static func encodingName(_ item: ReceiptOutline.Attribute) -> String {
    let isRaw = (ReceiptField.opaqueValue.rawValue...ReceiptField.opaque7.rawValue)
      .contains(item.type)
    return switch item.encoding {
    case _ where isRaw: "bytes"
    case .utf8String: "UTF8String"
    case .ia5String: "IA5String"
    case .integer: "INTEGER"
    case .set: "SET"
    case .bytes: "bytes"
    }
  }

  private static func value(_ item: ReceiptOutline.Attribute) -> String {
    guard encodingName(item) != "bytes" else { return hex(item.value) }
    return switch item.encoding {
    case .utf8String(let text), .ia5String(let text), .integer(let text): text
    case .set, .bytes: hex(item.value)
    }
  }

  /// An undocumented value is shown in hex; its reading is marked as a guess.
  private static func guess(_ item: ReceiptOutline.Attribute) -> String? {
    switch item.encoding {
    case .utf8String(let text), .ia5String(let text):
      text.isEmpty ? "reads as an empty text" : "reads as “\(text)”"
    case .integer(let text): "reads as \(text)"
    case .set, .bytes: nil
    }
  }

  private static func instant(_ item: ReceiptOutline.Attribute) -> Date? {
    switch item.encoding {
    case .utf8String(let text), .ia5String(let text): JSONValue.string(text).instant
    case .integer, .set, .bytes: nil
    }
  }

  private static func gloss(_ item: ReceiptOutline.Attribute) -> String? {
    switch (InAppField(rawValue: item.type), item.encoding) {
    case (.productType, .integer(let text)):
      switch text {
      case "0": "non-consumable"
      case "1": "consumable"
      case "2": "non-renewing subscription"
      case "3": "auto-renewable subscription"
      default: nil
      }
    case (.isTrialPeriod, .integer(let text)), (.isInIntroOfferPeriod, .integer(let text)):
      text == "1" ? "yes" : "no"
    case (_, .utf8String("")), (_, .ia5String("")): "none"
    default: nil
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let shown = bytes.prefix(32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return shown.joined(separator: " ") + (bytes.count > 32 ? " … \(bytes.count) bytes" : "")
  }
}
