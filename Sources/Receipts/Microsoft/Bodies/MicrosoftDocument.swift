package import Basics

/// The Microsoft Store's documents, told by their content.
package enum MicrosoftDocument {
  /// The kind of a JSON body of the collections or purchase service; `nil` when it is none.
  package static func kind(of body: JSONValue) -> ReceiptKind? {
    MicrosoftResponse.Shape(of: body) == nil ? nil : .microsoftResponse
  }

  /// The kind of a JWT with these claims: a Store ID key, or `nil`.
  package static func kind(ofClaims claims: JSONValue) -> ReceiptKind? {
    MicrosoftStoreIDKey.isKey(claims) ? .microsoftStoreIDKey : nil
  }

  /// The kind of a text that may be XML. A receipt is one by its first element's name, so that one
  /// with a fault inside is still refused as a receipt.
  package static func kind(ofXML text: [UInt8]) -> ReceiptKind? {
    var rest = text[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard rest.first == UInt8(ascii: "<") else { return nil }
    let name = Array("Receipt".utf8)
    var position = rest.startIndex
    let end = min(rest.endIndex, rest.startIndex + 65_536)
    while position + name.count < end {
      // The name stands behind < or a prefix, and white space or the tag's end behind it.
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

  /// A body of the collections or purchase service. It carries no signature: `unsigned`, or
  /// rejected where a field that rules need is not what it should be. Secrets are masked.
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
      examination.checks.blame(error)
      examination.verdict = .rejected(error)
    }
    return examination
  }

  /// A Store ID key. It has a signature, by keys Microsoft publishes nowhere, so that it is never
  /// believed: rejected as `untrusted-chain`, with its claims shown.
  package static func examineStoreIDKey(_ text: [UInt8]) -> DocumentExamination {
    var examination = DocumentExamination(kind: .microsoftStoreIDKey, verdict: .unsigned)
    do throws(Rejection) {
      let key = try MicrosoftStoreIDKey(text)
      examination.payload = key.maskedClaims
      examination.signature = SignatureFacts(rsaWith: .sha256)
      examination.checks.pass(.form)
      throw .untrustedChain(
        reason: """
          Microsoft publishes no key to check a Store ID key with; only the store's own service can
          """
      )
    } catch {
      examination.checks.blame(error)
      examination.verdict = .rejected(error)
    }
    return examination
  }

  /// What stands for a secret wherever it is shown.
  static let mask = JSONValue.string("…")
}
