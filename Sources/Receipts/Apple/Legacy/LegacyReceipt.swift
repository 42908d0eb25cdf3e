package import Basics

/// A per-transaction receipt of iOS 3 to 6 (`SKPaymentTransaction.transactionReceipt`): base64 of a
/// NeXTSTEP property list that holds a signature and a second list, `purchase-info` (apple.md
/// §1.10). Weak by today's standards (RSA-1024, SHA-1, an unpinned issuer), so it is never
/// genuine: use its transaction ID to query the App Store Server API.
package struct LegacyReceipt: Equatable, Sendable {
  /// `Sandbox`; absent in production.
  package var environment: String?
  /// The inner list under Apple's names. All values are text.
  package var purchaseInfo: JSONValue

  /// The signature blob; `nil` if the receipt has none.
  var signature: [UInt8]?
  /// The inner list's bytes, as they were signed.
  var signedBytes: [UInt8]

  /// - Parameter input: the property list, or its base64 text, wrapped or not.
  /// - Throws: `malformed` at a byte of the outer list or of `purchase-info`, or `tooLarge`.
  package init(_ input: [UInt8]) throws(Rejection) {
    let text = Self.isPropertyList(input) ? input : try ReceiptText.bytes(of: input)
    let outer = try Self.list(text, in: "")
    guard let encoded = outer["purchase-info"]?.string else {
      throw .malformed(at: "purchase-info", expected: "base64 of a property list")
    }
    signedBytes = try Self.base64(encoded, at: "purchase-info")
    let inner = try Self.list(signedBytes, in: "purchase-info, ")
    guard case .dictionary = inner else {
      throw .malformed(at: "purchase-info", expected: "a dictionary")
    }
    purchaseInfo = inner.json
    environment = outer["environment"]?.string
    signature =
      if let value = outer["signature"] {
        try Self.base64(value.string ?? "", at: "signature")
      } else {
        nil
      }
  }

  /// Whether this is a legacy receipt's property list (not its base64): braces with
  /// `purchase-info` as a key.
  package static func looksLike(_ bytes: [UInt8]) -> Bool {
    guard isPropertyList(bytes), let list = try? LegacyReceiptPropertyList.value(bytes) else {
      return false
    }
    return list["purchase-info"] != nil
  }

  private static func isPropertyList(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    return first == UInt8(ascii: "{")
      || first == UInt8(ascii: "/")
        && bytes.contains(UInt8(ascii: "{"))
  }

  private static func list(
    _ bytes: [UInt8],
    in location: String
  ) throws(Rejection) -> LegacyReceiptPropertyList.Value {
    guard bytes.count <= LegacyReceiptPropertyList.maxBytes else {
      throw .tooLarge(limit: LegacyReceiptPropertyList.maxBytes)
    }
    do throws(SyntaxError) {
      return try LegacyReceiptPropertyList.value(bytes)
    } catch {
      throw .malformed(at: "\(location)byte \(error.offset)", expected: error.expected)
    }
  }

  private static func base64(_ text: String, at location: String) throws(Rejection) -> [UInt8] {
    let characters = Array(text.utf8)
    do throws(Base64.DecodingError) {
      return try Base64.decode(characters.span, 0..<characters.count)
    } catch {
      throw Rejection(error, at: "\(location), character", " (read as base64)")
    }
  }
}

extension LegacyReceipt {
  package var bundleID: String? { AppleFields(purchaseInfo, style: .dashes).text("bid") }

  /// Production receipts omit the environment; without a signature it is unknown.
  package var environmentKind: StoreEnvironment? {
    if let environment { return StoreEnvironment(appleName: environment) }
    return signature == nil ? nil : .production
  }

  /// Decodes and verifies; never throws.
  ///
  /// The verdict is never genuine: a version 2 signature that fits is `untrustedChain`, because the
  /// certificate comes from the receipt and its issuer is not pinned; one that does not fit, or is
  /// missing, is `badSignature`; other versions are `unsupported`.
  package static func examine(_ input: [UInt8]) -> DocumentExamination {
    do throws(Rejection) {
      return try LegacyReceipt(input).examination
    } catch {
      return DocumentExamination(kind: .legacyTransactionReceipt, verdict: .rejected(error))
    }
  }

  package var examination: DocumentExamination {
    var result = DocumentExamination(
      kind: .legacyTransactionReceipt,
      verdict: .unsigned,
      environment: environment,
      environmentKind: environmentKind,
      app: bundleID,
      payload: purchaseInfo
    ).decoded
    do throws(Rejection) {
      let blob = try LegacySignature(signature)
      let certificate = try blob.readCertificate()
      result.certificates = [certificate.facts]
      // Version 2 signatures name no algorithm: there is only this one.
      result.signature = SignatureDetails(rsaWith: .sha1)
      guard certificate.isValid(blob.signature, for: [blob.version] + signedBytes) else {
        throw .badSignature(
          reason: "the signature does not fit purchase-info: one of them was changed"
        )
      }
      result.checks.pass(.signature)
      throw .untrustedChain(
        reason: """
          the signature fits the certificate inside the receipt, but the certificate is not \
          trusted; query the App Store Server API for the transaction
          """
      )
    } catch {
      result.reject(error)
    }
    return result
  }
}

/// The signature blob, version 2 (apple.md §1.10): the version octet, an RSA signature of 128
/// octets (256 with a key of 2048 bits), the certificate's length as four octets, big-endian, and
/// the certificate in DER. The signature covers the version octet and purchase-info's bytes.
private struct LegacySignature {
  let version: UInt8
  let signature: [UInt8]
  let certificate: [UInt8]

  init(_ blob: [UInt8]?) throws(Rejection) {
    guard let blob, let version = blob.first else {
      throw .badSignature(reason: "the receipt carries no signature")
    }
    guard version == 2 else {
      throw .unsupported("version \(version) of the signature; only version 2 is known")
    }
    for length in [128, 256] {
      let start = 1 + length + 4
      guard blob.count > start else { break }
      let stated = blob[1 + length..<start].reduce(0) { $0 << 8 | Int($1) }
      if stated == blob.count - start {
        self.version = version
        signature = Array(blob[1..<1 + length])
        certificate = Array(blob[start...])
        return
      }
    }
    throw .malformed(
      at: "signature, byte 129",
      expected: "the certificate's length, followed by as many bytes"
    )
  }

  func readCertificate() throws(Rejection) -> LegacyReceiptCertificate {
    do throws(SyntaxError) {
      return try LegacyReceiptCertificate(certificate)
    } catch {
      throw .malformed(
        at: "signature, byte \(error.offset) of the certificate",
        expected: error.expected
      )
    }
  }
}
