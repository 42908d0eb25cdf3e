package import Basics
internal import Foundation

/// Classifies and decodes the Microsoft Store's documents.
package enum MicrosoftDocument {
  /// The kind of a JSON body of the collections or purchase service; `nil` for other JSON.
  package static func kind(of body: JSONValue) -> ReceiptKind? {
    MicrosoftResponse.Shape(of: body) == nil ? nil : .microsoftResponse
  }

  /// The kind of a JWT with these claims: a Store ID key, or `nil`.
  package static func kind(ofClaims claims: JSONValue) -> ReceiptKind? {
    MicrosoftStoreIDKey.isKey(claims) ? .microsoftStoreIDKey : nil
  }

  /// The kind of a text that may be XML. The first element's name makes it a receipt, so that one
  /// with an error inside is still rejected as a receipt.
  package static func kind(ofXML text: [UInt8]) -> ReceiptKind? {
    var rest = text[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard rest.first == UInt8(ascii: "<") else { return nil }
    let name = Array("Receipt".utf8)
    var position = rest.startIndex
    let end = min(rest.endIndex, rest.startIndex + 65_536)
    while position + name.count < end {
      // The name follows < or a prefix; white space or the tag's end follows the name.
      let opener = position > rest.startIndex ? text[position - 1] : 0
      if opener == UInt8(ascii: "<") || opener == UInt8(ascii: ":"),
        text[position..<position + name.count].elementsEqual(name),
        isBehindName(text[position + name.count])
      {
        return .microsoftReceipt
      }
      position += 1
    }
    return nil
  }

  private static func isBehindName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }

  /// Decodes a body of the collections or purchase service: unsigned, or rejected if a required
  /// field is invalid. Masks secrets.
  package static func examineResponse(_ body: JSONValue) -> DocumentExamination {
    DocumentExamination(.microsoftResponse, payload: MicrosoftResponse.masked(body)) {
      (examination) throws(Rejection) in
      _ = try MicrosoftResponse(body)
      examination = examination.decoded
    }
  }

  /// Decodes a Store ID key. Microsoft does not publish the keys that sign it, so it is always
  /// rejected as `untrusted-chain`, with its claims shown.
  package static func examineStoreIDKey(_ text: [UInt8]) -> DocumentExamination {
    DocumentExamination(.microsoftStoreIDKey) { (examination) throws(Rejection) in
      let key = try MicrosoftStoreIDKey(text)
      examination.payload = key.maskedClaims
      examination.signature = SignatureDetails(rsaWith: .sha256)
      examination.checks.pass(.form)
      throw .untrustedChain(
        reason: """
          only the store's own service can verify a Store ID key: Microsoft publishes no key for it
          """
      )
    }
  }

  /// Replaces a secret wherever it is shown.
  static let mask = JSONValue.string("…")
}

/// Reads the members of one object. Absent and `null` are `nil`; a mistyped field is rejected,
/// because it may be the one that ends access.
struct MicrosoftFields {
  let object: JSONValue
  let path: String

  private func malformed(_ name: String, _ expected: String) -> Rejection {
    .malformed(at: path(to: name), expected: expected)
  }

  private func path(to name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private func value(_ name: String) -> JSONValue? {
    guard let value = object[name], value != .null else { return nil }
    return value
  }

  func text(_ name: String) throws(Rejection) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw malformed(name, "text") }
    return text
  }

  /// The second name if the first has no value: the services' versions differ.
  func text(_ name: String, or other: String) throws(Rejection) -> String? {
    if let text = try text(name) { return text }
    return try text(other)
  }

  func required(_ name: String) throws(Rejection) -> String {
    guard let text = try text(name), !text.isEmpty else { throw malformed(name, "text") }
    return text
  }

  func word<Known>(_ name: String, or other: String? = nil) throws(Rejection) -> OpenEnum<Known>?
  where Known.RawValue == String {
    try text(name, or: other ?? name).map { OpenEnum($0) }
  }

  func bool(_ name: String) throws(Rejection) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let bool = value.bool else { throw malformed(name, "true or false") }
    return bool
  }

  func integer(_ name: String) throws(Rejection) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.integer ?? value.string.flatMap({ Int($0) }) else {
      throw malformed(name, "a whole number")
    }
    return number
  }

  func date(_ name: String) throws(Rejection) -> Date? {
    guard let text = try text(name) else { return nil }
    guard let date = MicrosoftDate.parse(text) else {
      throw malformed(name, "a date of ISO 8601 with its offset")
    }
    return date
  }

  /// A JWT's NumericDate (RFC 7519 §2), within the years 1970 to 9999.
  func seconds(_ name: String) throws(Rejection) -> Date? {
    guard let value = value(name) else { return nil }
    guard case .number = value, let seconds = value.looseNumber,
      (0..<253_402_300_800).contains(seconds)
    else { throw malformed(name, "seconds since 1970") }
    return Date(timeIntervalSince1970: seconds)
  }

  func object(_ name: String) throws(Rejection) -> MicrosoftFields? {
    guard let value = value(name) else { return nil }
    guard value.isObject else { throw malformed(name, "an object") }
    return MicrosoftFields(object: value, path: path(to: name))
  }

  /// The objects of an array; empty if there is none.
  func list(_ name: String) throws(Rejection) -> [MicrosoftFields] {
    guard let value = value(name) else { return [] }
    guard let items = value.array else { throw malformed(name, "an array") }
    var list: [MicrosoftFields] = []
    for (index, item) in items.enumerated() {
      let inner = "\(name)[\(index)]"
      guard item.isObject else { throw malformed(inner, "an object") }
      list.append(MicrosoftFields(object: item, path: path(to: inner)))
    }
    return list
  }

  func list<Item>(
    _ name: String,
    _ item: (MicrosoftFields) throws(Rejection) -> Item
  ) throws(Rejection) -> [Item] {
    try list(name).map(item)
  }
}
