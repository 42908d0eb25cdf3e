import Basics
package import Foundation
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
      envelope = try CMSEnvelope(of: receipt)
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

  private func decode(_ envelope: CMSEnvelope, _ receipt: [UInt8]) -> (Receipt, fault: Rejection?) {
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
        if untrusted == nil, let key = Certificate(der: Array(receipt[range]))?.publicKey {
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

  /// Checks a receipt's content after its signature. `fault` is the content's first decoding error,
  /// `trusted` the signer's chain or why it is not trusted.
  func evaluate(
    _ content: Receipt,
    _ fault: Rejection?,
    signedBelow trusted: Result<SignerChain, Rejection>,
    at now: Date,
    _ trace: inout ReceiptVerificationTrace
  ) throws(Rejection) -> Verified<Receipt> {
    if let fault { throw fault }
    let createdAt = try requireComplete(content)
    trace.evaluatedAt = createdAt
    let chain = try trusted.get()
    trace.pass(.chain)
    if let fault = chain.fault(at: createdAt) { throw .untrustedChain(reason: fault) }
    trace.pass(.validity)
    try checkBelonging(content, chain, at: now, &trace)
    return Verified(content, by: chain.anchor == .store ? .storeSignature : .addedRoot)
  }

  /// Requires the fields without which a receipt is invalid by Apple's rules.
  private func requireComplete(_ receipt: Receipt) throws(Rejection) -> Date {
    guard let createdAt = receipt.createdAt else {
      throw .malformed(at: "attribute 12", expected: "the receipt's creation date")
    }
    guard receipt.bundleID != nil else {
      throw .malformed(at: "attribute 2", expected: "a bundle ID")
    }
    if let (index, field) = receipt.inAppPurchases.incomplete {
      throw .malformed(
        at: "in-app purchase \(index + 1), field \(field.rawValue)",
        expected: "the purchase's \(field.description.name)"
      )
    }
    return createdAt
  }

  private func checkBelonging(
    _ receipt: Receipt,
    _ chain: SignerChain,
    at now: Date,
    _ trace: inout ReceiptVerificationTrace
  ) throws(Rejection) {
    guard let kind = receipt.environmentKind else {
      throw .unsupported("an unknown or missing environment (attribute 0)")
    }
    // Xcode signs with one certificate that signs itself; the App Store never does.
    if kind == .xcode, chain.anchor == .store {
      throw .wrongEnvironment(expected: "the App Store", found: "Xcode")
    }
    if kind != .xcode, chain.path.count == 1 {
      throw .wrongEnvironment(expected: "Xcode", found: kind.rawValue)
    }
    trace.pass(.environment)
    let bundleID = receipt.bundleID ?? ""
    if !bundleIDs.isEmpty {
      guard bundleIDs.contains(bundleID) else { throw .wrongApp(bundleID, notAmong: bundleIDs) }
      trace.pass(.app)
    }
    if let end = receipt.expiresAt {
      guard now < end else { throw .expired(at: end) }
      trace.pass(.expiry)
    }
  }
}

/// The names of a receipt's digest and signature algorithm.
package struct SignatureDetails: Equatable, Sendable {
  /// `SHA-1`, `SHA-256`, or the object identifier of another.
  package var digest: String
  package var algorithm: String
}

extension SignatureDetails {
  private static let algorithms = [
    (OID.rsaEncryption, "rsaEncryption"), (OID.sha1WithRSA, "sha1WithRSAEncryption"),
    (OID.sha256WithRSA, "sha256WithRSAEncryption"),
  ]

  init(_ signer: CMSEnvelope.Signer, _ receipt: [UInt8]) {
    let bytes = receipt.span
    digest = signer.digest?.rawValue ?? OID.text(bytes, signer.digestOID)
    var algorithm = OID.text(bytes, signer.signatureOID)
    for (oid, name) in Self.algorithms where BERReader.matches(bytes, signer.signatureOID, oid) {
      algorithm = name
    }
    self.algorithm = algorithm
  }

  /// RSA with PKCS#1 v1.5 padding.
  init(rsaWith digest: DigestAlgorithm) {
    self.digest = digest.rawValue
    algorithm = digest == .sha1 ? "sha1WithRSAEncryption" : "sha256WithRSAEncryption"
  }
}

/// A receipt after verification: the verdict and how it was reached.
package struct ReceiptExamination: Sendable {
  package let verdict: Verdict<Receipt>
  package let trace: ReceiptVerificationTrace

  /// Why the receipt was rejected.
  package var rejection: Rejection? {
    if case .rejected(let rejection) = verdict { rejection } else { nil }
  }
}

/// The intermediate results of a verification, as far as it got.
package struct ReceiptVerificationTrace: Sendable {
  /// The checks, in order.
  package enum Check: Int, Sendable, CaseIterable {
    case container, content, signature, chain, validity, environment, app, expiry
  }

  /// The decoded receipt, verified or not.
  package internal(set) var receipt: Receipt?
  package internal(set) var signature: SignatureDetails?
  /// The chain, signer first; for an invalid chain, the certificates in the receipt.
  package internal(set) var certificates: [CertificateDetails] = []
  /// The certificates of a valid chain in DER, signer first.
  var chain: [[UInt8]] = []
  /// The time at which the certificates were validated: the receipt's creation date.
  package internal(set) var evaluatedAt: Date?
  package private(set) var passed: Set<Check> = []
  /// The check that rejected the receipt.
  package private(set) var failed: Check?

  mutating func pass(_ check: Check) { passed.insert(check) }

  mutating func fail(_ rejection: Rejection) {
    failed =
      switch rejection {
      case .tooLarge: .container
      case .malformed: passed.contains(.container) ? .content : .container
      case .unsupported: passed.contains(.validity) ? .environment : .signature
      case .badSignature: .signature
      case .untrustedChain: passed.contains(.chain) ? .validity : .chain
      case .wrongEnvironment: .environment
      case .wrongApp: .app
      case .expired: .expiry
      }
  }
}
