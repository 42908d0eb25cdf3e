/// What a submitted text is, told by its content.
package enum ReceiptKind: String, Sendable {
  /// Apple's PKCS#7 app receipt.
  case appReceipt = "app-receipt"
  case unknown

  /// The kind of these bytes, taken out of their text already.
  package init(of bytes: [UInt8]) {
    self = bytes.first == Tag.sequence ? .appReceipt : .unknown
  }

  /// What a text that is no base64 looks like, in words for a refusal; `nil` when it looks like
  /// nothing in particular.
  package static func lookalike(_ input: [UInt8]) -> String? {
    let start = input.prefix(1_024).drop { $0 <= 0x20 }
    return switch start.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): "JSON"
    case UInt8(ascii: "<"): "XML"
    case UInt8(ascii: "e") where start.starts(with: Array("eyJ".utf8)) && input.contains(0x2E):
      "a signed payload (JWS)"
    default: nil
    }
  }
}
