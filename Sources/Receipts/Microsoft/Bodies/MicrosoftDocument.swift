package import Basics

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
    var examination = DocumentExamination(
      kind: .microsoftResponse,
      verdict: .unsigned,
      payload: MicrosoftResponse.masked(body)
    )
    do throws(Rejection) {
      _ = try MicrosoftResponse(body)
      examination = examination.decoded
    } catch {
      examination.checks.fail(error)
      examination.verdict = .rejected(error)
    }
    return examination
  }

  /// Decodes a Store ID key. Microsoft does not publish the keys that sign it, so it is always
  /// rejected as `untrusted-chain`, with its claims shown.
  package static func examineStoreIDKey(_ text: [UInt8]) -> DocumentExamination {
    var examination = DocumentExamination(kind: .microsoftStoreIDKey, verdict: .unsigned)
    do throws(Rejection) {
      let key = try MicrosoftStoreIDKey(text)
      examination.payload = key.maskedClaims
      examination.signature = SignatureDetails(rsaWith: .sha256)
      examination.checks.pass(.form)
      throw .untrustedChain(
        reason: """
          only the store's own service can verify a Store ID key: Microsoft publishes no key for it
          """
      )
    } catch {
      examination.checks.fail(error)
      examination.verdict = .rejected(error)
    }
    return examination
  }

  /// Replaces a secret wherever it is shown.
  static let mask = JSONValue.string("…")
}
