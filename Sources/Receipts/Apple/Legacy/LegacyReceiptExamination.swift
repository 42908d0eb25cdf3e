import Basics

extension LegacyReceipt {
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
      result.signature = .ofLegacyReceipts
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
      result.checks.fail(error)
      result.verdict = .rejected(error)
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

extension SignatureDetails {
  fileprivate static var ofLegacyReceipts: SignatureDetails { SignatureDetails() }

  /// Version 2 signatures name no algorithm: there is only this one.
  private init() {
    digest = DigestAlgorithm.sha1.rawValue
    algorithm = "sha1WithRSAEncryption"
  }
}
