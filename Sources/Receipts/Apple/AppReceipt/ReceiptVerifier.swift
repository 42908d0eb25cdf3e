import Basics
package import Foundation
internal import SwiftASN1
internal import X509

/// Verifies Apple app receipts: the signature over the content, the chain at the receipt's creation
/// date, and whether the receipt is for one of our apps.
package struct ReceiptVerifier: Sendable {
  private let policy: LazyChainPolicy
  private let cache: ChainCache
  let bundleIDs: Set<String>

  /// Below `roots`, the store's own in DER, both of Apple's marker extensions are required;
  /// `addedRoots` are further ones that the operator trusts: Xcode's certificate, a test chain.
  /// `bundleIDs` are our apps; if empty, the app is reported but not checked.
  /// `remembersChains` is `false` only to measure the cost of an unknown chain.
  package init(
    roots: [[UInt8]] = AppleRoots.all,
    addedRoots: [[UInt8]] = [],
    bundleIDs: Set<String> = [],
    remembersChains: Bool = true
  ) throws(RootsError) {
    cache = ChainCache(capacity: remembersChains ? 64 : 0)
    policy = try LazyChainPolicy(storeRoots: roots, addedRoots: addedRoots)
    self.bundleIDs = bundleIDs
  }

  /// The verdict alone; `receipt` is DER or BER, `now` as for `examine`.
  package func verify(_ receipt: [UInt8], at now: Date) -> Verdict<Receipt> {
    examine(receipt, at: now).verdict
  }

  /// Verifies and reports intermediate results: a rejected receipt still shows what could be
  /// decoded. `now` only decides whether the receipt itself has expired; certificates are validated
  /// at the receipt's creation date.
  package func examine(_ receipt: [UInt8], at now: Date) -> ReceiptExamination {
    var trace = ReceiptVerificationTrace()
    do throws(Rejection) {
      let receipt = try evaluate(receipt, at: now, &trace)
      return ReceiptExamination(verdict: .genuine(receipt), trace: trace)
    } catch {
      trace.fail(error)
      return ReceiptExamination(verdict: .rejected(error), trace: trace)
    }
  }

  private func evaluate(
    _ receipt: [UInt8],
    at now: Date,
    _ trace: inout ReceiptVerificationTrace
  ) throws(Rejection) -> Verified<Receipt> {
    guard receipt.count <= ReceiptText.maxBytes else {
      throw .tooLarge(limit: ReceiptText.maxBytes)
    }
    let envelope: CMSEnvelope
    do throws(Rejection) {
      envelope = try self.envelope(receipt)
    } catch {
      trace.receipt = TruncatedReceipt.attributes(in: receipt.span).map {
        ReceiptDecoder.receipt(receipt, $0, isCut: true).0
      }
      throw error
    }
    trace.pass(.container)
    let (content, fault) = decode(envelope, receipt)
    trace.receipt = content
    if fault == nil { trace.pass(.content) }

    let signer = try signer(envelope)
    trace.signature = SignatureDetails(signer, receipt)
    let chain = try chain(envelope, signer, receipt, &trace)
    try checkSignature(of: envelope, by: signer, chain, receipt)
    trace.pass(.signature)
    return try evaluate(content, fault, signedBelow: chain.trusted, at: now, &trace)
  }

  private func envelope(_ receipt: [UInt8]) throws(Rejection) -> CMSEnvelope {
    do throws(SyntaxError) {
      return try CMSEnvelope(receipt.span)
    } catch {
      throw .malformed(at: "byte \(error.offset)", expected: error.expected)
    }
  }

  private func decode(
    _ envelope: CMSEnvelope,
    _ receipt: [UInt8]
  ) -> (Receipt, fault: Rejection?) {
    switch envelope.content {
    case .inPlace(let range): ReceiptDecoder.receipt(receipt, range)
    case .joined(let octets): ReceiptDecoder.receipt(octets, 0..<octets.count)
    }
  }

  private func signer(_ envelope: CMSEnvelope) throws(Rejection) -> CMSEnvelope.Signer {
    guard let signer = envelope.signers.first else {
      throw .badSignature(reason: "the receipt is not signed: it has no SignerInfo")
    }
    guard envelope.signers.count == 1 else {
      throw .unsupported("more than one signer; app receipts have exactly one")
    }
    return signer
  }
}

extension ReceiptVerifier {
  /// The signer's key, and whether it is trusted. Both are needed to distinguish a receipt with a
  /// valid signature of an unknown signer, such as Xcode's, from a damaged one.
  private struct EvaluatedChain {
    var key: Certificate.PublicKey
    var trusted: Result<SignerChain, Rejection>
  }

  private func chain(
    _ envelope: CMSEnvelope,
    _ signer: CMSEnvelope.Signer,
    _ receipt: [UInt8],
    _ trace: inout ReceiptVerificationTrace
  ) throws(Rejection) -> EvaluatedChain {
    let bytes = receipt.span
    var untrusted: EvaluatedChain?
    // An added certificate with the same issuer and serial number must not hide the right one.
    for range in envelope.certificates
    where Self.certificate(bytes, range, isIssuedBy: signer.issuer, serial: signer.serial) {
      do throws(Rejection) {
        let chain = try chain(from: range, envelope, receipt)
        trace.certificates = chain.path
        trace.chain = chain.certificates
        return EvaluatedChain(key: chain.key, trusted: .success(chain))
      } catch {
        if untrusted == nil, let key = try? Certificate(derEncoded: Array(receipt[range])).publicKey
        {
          untrusted = EvaluatedChain(key: key, trusted: .failure(error))
        }
      }
    }
    trace.certificates = policy.value.facts(of: certificates(envelope, receipt))
    guard let untrusted else {
      throw .untrustedChain(
        reason: "the receipt holds no readable certificate with the signer's issuer and number"
      )
    }
    return untrusted
  }

  /// The chain that begins with the certificate at `leaf`, from the cache if it is known.
  private func chain(
    from leaf: Range<Int>,
    _ envelope: CMSEnvelope,
    _ receipt: [UInt8]
  ) throws(Rejection) -> SignerChain {
    var bag: [UInt8] = []
    var signer = 0..<0
    for range in envelope.certificates {
      if range == leaf { signer = bag.count..<bag.count + range.count }
      bag.append(contentsOf: receipt[range])
    }
    return try cache.chain(bag: bag, signer: signer) { () throws(Rejection) -> SignerChain in
      try policy.value.chain(from: Array(receipt[leaf]), among: certificates(envelope, receipt))
    }
  }

  private func certificates(_ envelope: CMSEnvelope, _ receipt: [UInt8]) -> [[UInt8]] {
    envelope.certificates.map { Array(receipt[$0]) }
  }

  /// TBSCertificate ::= SEQUENCE { version [0] DEFAULT v1, serialNumber INTEGER, signature
  /// AlgorithmIdentifier, issuer Name, … } (RFC 5280 §4.1)
  private static func certificate(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    isIssuedBy issuer: Range<Int>,
    serial: Range<Int>
  ) -> Bool {
    do throws(SyntaxError) {
      var outer = BERReader(range)
      var inner = BERReader(try outer.next(bytes).content)
      var fields = BERReader(
        try inner.next(Tag.sequence, bytes, "TBSCertificate (SEQUENCE)").content
      )
      if fields.peek(bytes) == Tag.context0 { _ = try fields.next(bytes) }
      let number = try fields.next(Tag.integer, bytes, "the serial number (INTEGER)")
      _ = try fields.next(bytes)
      let name = try fields.next(Tag.sequence, bytes, "the issuer (Name)")
      return BERReader.matches(bytes, number.content, serial)
        && BERReader.matches(bytes, name.whole, issuer)
    } catch {
      return false
    }
  }
}

extension ReceiptVerifier {
  private func checkSignature(
    of envelope: CMSEnvelope,
    by signer: CMSEnvelope.Signer,
    _ chain: EvaluatedChain,
    _ receipt: [UInt8]
  ) throws(Rejection) {
    guard let digest = signer.digest else {
      throw .unsupported(
        "the digest algorithm \(OID.text(receipt.span, signer.digestOID)); receipts use SHA-1 or SHA-256"
      )
    }
    try requireFittingSignatureAlgorithm(signer, digest, receipt.span)
    let content: ArraySlice<UInt8> =
      switch envelope.content {
      case .inPlace(let range): receipt[range]
      case .joined(let octets): octets[...]
      }
    var signed = content
    if let attributes = signer.signedAttributes {
      try SignedAttributes.check(attributes, digest: digest, of: content, receipt)
      signed = SignedAttributes.signedBytes(attributes, receipt)[...]
    }
    let isValid = chain.key.hasSigned(
      signed,
      with: receipt[signer.signature],
      by: digest == .sha1 ? .sha1WithRSAEncryption : .sha256WithRSAEncryption
    )
    guard isValid else { throw .signatureMismatch }
  }

  /// The digest algorithm is SignerInfo's; the signature algorithm must agree with it.
  private func requireFittingSignatureAlgorithm(
    _ signer: CMSEnvelope.Signer,
    _ digest: DigestAlgorithm,
    _ bytes: Span<UInt8>
  ) throws(Rejection) {
    let fitting = digest == .sha1 ? OID.sha1WithRSA : OID.sha256WithRSA
    guard
      BERReader.matches(bytes, signer.signatureOID, OID.rsaEncryption)
        || BERReader.matches(bytes, signer.signatureOID, fitting)
    else {
      throw .unsupported(
        """
        the signature algorithm \(OID.text(bytes, signer.signatureOID)) with \(digest.rawValue); \
        receipts are signed with RSA (PKCS#1 v1.5)
        """
      )
    }
  }
}
