import Basics
package import Foundation
internal import SwiftASN1
internal import Synchronization
internal import X509

/// Unusable trust roots.
package enum RootsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The certificate at this index does not parse.
  case unreadable(index: Int)

  package var description: String {
    switch self {
    case .unreadable(let index):
      "trust root \(index + 1) is not an X.509 certificate in DER or PEM"
    }
  }
}

/// A certificate's fields for display.
package struct CertificateDetails: Equatable, Sendable {
  package var subject: String
  package var issuer: String
  /// Lower-case hex without leading zeros.
  package var serial: String
  package var notBefore: Date
  package var notAfter: Date
}

/// The signer's chain, and why it is trusted.
struct SignerChain: Sendable {
  enum Anchor: Sendable { case store, added }

  var key: Certificate.PublicKey
  var anchor: Anchor
  /// Signer first. The chain is valid while all of them are.
  var path: [CertificateDetails]
  /// The root's configured certificate, DER.
  var root: [UInt8]
  /// The certificates of `path` in DER.
  var certificates: [[UInt8]]

  /// Why the chain is not valid at this time, for example "when the receipt was made" as `event`;
  /// `nil` if it is.
  func fault(at instant: Date, event: String = "the receipt was made") -> String? {
    for (index, link) in path.enumerated()
    where instant < link.notBefore || instant > link.notAfter {
      let role = index == 0 ? "signer's" : index == 1 ? "intermediate" : "root"
      let span = "\(link.notBefore.formatted(.iso8601)) to \(link.notAfter.formatted(.iso8601))"
      return """
        the \(role) certificate is valid from \(span), and \(event) at \
        \(instant.formatted(.iso8601))
        """
    }
    return nil
  }
}

/// Validates the certificates of an app receipt, without path building: a chain is a signer, its
/// intermediate, and one of our own roots that issued that; or a single self-signed certificate
/// that was configured as a root, as Xcode's StoreKit Test uses.
///
/// Roots are compared by their bytes: a root inside the receipt is never trusted.
struct ChainPolicy: Sendable {
  /// Apple's marker on certificates that sign receipts (TN3138): without it, any developer's
  /// certificate below the same root would pass.
  static let signerMarker: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 11, 1]
  /// Apple's marker on its Worldwide Developer Relations intermediates.
  static let intermediateMarker: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 2, 1]

  private static let keyUsage: ASN1ObjectIdentifier = [2, 5, 29, 15]

  struct Root: Sendable {
    var der: [UInt8]
    var certificate: Certificate
    var anchor: SignerChain.Anchor
  }

  let roots: [Root]
  /// `false` only to test published paths, whose certificates have no markers.
  private let requiresMarkers: Bool

  init(
    storeRoots: [[UInt8]],
    addedRoots: [[UInt8]],
    requiresMarkers: Bool = true
  ) throws(RootsError) {
    self.requiresMarkers = requiresMarkers
    var roots: [Root] = []
    for (index, der) in (storeRoots + addedRoots).enumerated() {
      guard let certificate = Certificate(der: der) else {
        throw .unreadable(index: max(0, index - storeRoots.count))
      }
      roots.append(
        Root(der: der, certificate: certificate, anchor: index < storeRoots.count ? .store : .added)
      )
    }
    self.roots = roots
  }

  /// Trusts no root.
  fileprivate init() { (roots, requiresMarkers) = ([], true) }

  /// The chain that begins with `signer`, with both signatures verified. The dates are checked
  /// separately for each receipt.
  func chain(from signer: [UInt8], among others: [[UInt8]]) throws(Rejection) -> SignerChain {
    let leaf = try parse(signer, "signer's")
    if let root = roots.first(where: { $0.anchor == .added && $0.der == signer }) {
      return selfSigned(root.certificate, root.der)
    }
    if leaf.subject == leaf.issuer {
      throw .untrustedChain(
        reason: "the signer's certificate is self-signed and is not one of the trust roots"
      )
    }
    let issuers = others.filter { $0 != signer && !roots.map(\.der).contains($0) }
      .compactMap { der in certificate(der).map { ($0, der) } }
      .filter { $0.0.subject == leaf.issuer }
    guard !issuers.isEmpty else {
      throw .untrustedChain(reason: "the certificate that issued the signer's is missing")
    }
    // Intermediates are reissued under one name; the key identifies the one that signed.
    guard
      let (intermediate, issuer) = issuers.first(where: { $0.0.publicKey.hasSigned(leaf) })
    else {
      throw .untrustedChain(reason: "the signer's certificate was not signed by its issuer")
    }
    return try chain((leaf, signer), (intermediate, issuer))
  }

  /// The chain of two certificates, the first signed with the second, below the root that signed
  /// that.
  func chain(
    _ signer: (certificate: Certificate, der: [UInt8]),
    _ issuer: (certificate: Certificate, der: [UInt8]),
    marksAll: Bool = false
  ) throws(Rejection) -> SignerChain {
    let (leaf, intermediate) = (signer.certificate, issuer.certificate)
    // A root in the intermediate's position would leave out one authority.
    let root = roots.first {
      $0.der != issuer.der && $0.certificate.subject == intermediate.issuer
        && $0.certificate.publicKey.hasSigned(intermediate)
    }
    guard let root else {
      throw .untrustedChain(
        reason: "the intermediate certificate was not signed by one of the trust roots"
      )
    }
    try check(leaf: leaf, intermediate: intermediate, under: root, marksAll: marksAll)
    return SignerChain(
      key: leaf.publicKey,
      anchor: root.anchor,
      path: [leaf, intermediate, root.certificate].map { CertificateDetails($0) },
      root: root.der,
      certificates: [signer.der, issuer.der, root.der]
    )
  }

  /// The chain of a single certificate.
  func selfSigned(_ certificate: Certificate, _ der: [UInt8]) -> SignerChain {
    SignerChain(
      key: certificate.publicKey,
      anchor: .added,
      path: [CertificateDetails(certificate)],
      root: der,
      certificates: [der]
    )
  }

  /// Checks a chain whose signatures fit: authorities, markers, critical extensions. `marksAll`
  /// requires the intermediate's marker below an added root as well.
  func check(
    leaf: Certificate,
    intermediate: Certificate,
    under root: Root,
    marksAll: Bool
  ) throws(Rejection) {
    try requireKnownCriticalExtensions(leaf, "signer's")
    try requireKnownCriticalExtensions(intermediate, "intermediate")
    guard isAuthority(root.certificate, above: 1) else {
      throw .untrustedChain(reason: "the trust root may not issue certificates of authorities")
    }
    guard isAuthority(intermediate) else {
      throw .untrustedChain(reason: "the intermediate certificate may not issue certificates")
    }
    guard !isAuthority(leaf) else {
      throw .untrustedChain(reason: "the signer's certificate is a certificate authority's")
    }
    guard maySign(leaf) else {
      throw .untrustedChain(reason: "the signer's certificate is for other uses than signatures")
    }
    if requiresMarkers { try requireMarkers(leaf, intermediate, root, marksAll) }
  }

  private func requireMarkers(
    _ leaf: Certificate,
    _ intermediate: Certificate,
    _ root: Root,
    _ marksAll: Bool
  ) throws(Rejection) {
    guard leaf.extensions[oid: Self.signerMarker] != nil else {
      throw .untrustedChain(
        reason: "the signer's certificate lacks the receipt marker \(Self.signerMarker)"
      )
    }
    // An operator's own root is sufficient for its intermediates of receipts.
    guard
      root.anchor == .added && !marksAll
        || intermediate.extensions[oid: Self.intermediateMarker] != nil
    else {
      throw .untrustedChain(
        reason: "the intermediate certificate lacks the marker \(Self.intermediateMarker)"
      )
    }
  }

  /// Whether the certificate may issue others, with this many authorities below it on the path
  /// (RFC 5280 §4.2.1.9).
  private func isAuthority(_ certificate: Certificate, above authorities: Int = 0) -> Bool {
    guard
      case .isCertificateAuthority(let maxLength) = try? certificate.extensions.basicConstraints,
      authorities <= maxLength ?? authorities
    else { return false }
    // An unreadable extension allows nothing.
    guard let usage = try? certificate.extensions.keyUsage else {
      return certificate.extensions[oid: Self.keyUsage] == nil
    }
    return usage.keyCertSign
  }

  /// Whether the key usage, if present, includes signatures (RFC 5280 §4.2.1.3).
  private func maySign(_ certificate: Certificate) -> Bool {
    guard let usage = try? certificate.extensions.keyUsage else {
      return certificate.extensions[oid: Self.keyUsage] == nil
    }
    return usage.digitalSignature
  }

  /// RFC 5280 §4.2: an unknown critical extension makes the certificate invalid.
  private func requireKnownCriticalExtensions(
    _ certificate: Certificate,
    _ name: String
  ) throws(Rejection) {
    let known: [ASN1ObjectIdentifier] = [
      [2, 5, 29, 19], Self.keyUsage, [2, 5, 29, 37], [2, 5, 29, 32],
      Self.signerMarker, Self.intermediateMarker,
    ]
    for item in certificate.extensions where item.critical && !known.contains(item.oid) {
      throw .untrustedChain(
        reason: "the \(name) certificate has the critical extension \(item.oid), not known here"
      )
    }
  }

  func parse(_ der: [UInt8], _ name: String) throws(Rejection) -> Certificate {
    guard let certificate = certificate(der) else {
      throw .untrustedChain(reason: "the \(name) certificate cannot be read")
    }
    return certificate
  }

  /// Parses a certificate whose signature algorithms inside and outside of the signed part agree
  /// (RFC 5280 §4.1.1.2) and whose signature is whole bytes. X509 checks neither.
  ///
  ///     Certificate ::= SEQUENCE { TBSCertificate, signatureAlgorithm AlgorithmIdentifier,
  ///       signature BIT STRING }
  ///     TBSCertificate ::= SEQUENCE { version [0] OPTIONAL, serialNumber INTEGER, signature
  ///       AlgorithmIdentifier, … }
  private func certificate(_ der: [UInt8]) -> Certificate? {
    let bytes = der.span
    do throws(SyntaxError) {
      var outer = BERReader(0..<der.count)
      var parts = BERReader(try outer.next(bytes).content)
      var fields = BERReader(try parts.next(bytes).content)
      if fields.peek(bytes) == Tag.context0 { _ = try fields.next(bytes) }
      _ = try fields.next(bytes)
      let signed = try fields.next(bytes).whole
      let named = try parts.next(bytes).whole
      let signature = try parts.next(Tag.bitString, bytes, "the signature (BIT STRING)").content
      guard BERReader.matches(bytes, signed, named), let spareBits = signature.first,
        bytes[spareBits] == 0
      else { return nil }
    } catch {
      return nil
    }
    return Certificate(der: der)
  }

  /// The fields of certificates that no chain was built from.
  func facts(of certificates: [[UInt8]]) -> [CertificateDetails] {
    certificates.compactMap { Certificate(der: $0) }.map { CertificateDetails($0) }
  }
}

/// A policy that is created on first use if it has only the store's own roots: a dashboard may
/// verify documents, and most never do.
struct LazyChainPolicy: Sendable {
  private let given: ChainPolicy?

  init(storeRoots: [[UInt8]], addedRoots: [[UInt8]]) throws(RootsError) {
    let isStandard = addedRoots.isEmpty && storeRoots == AppleRoots.all
    given = isStandard ? nil : try ChainPolicy(storeRoots: storeRoots, addedRoots: addedRoots)
  }

  var value: ChainPolicy { given ?? Self.standard }

  private static let standard =
    (try? ChainPolicy(storeRoots: AppleRoots.all, addedRoots: [])) ?? ChainPolicy()
}

/// Caches verified chains by the bytes of their certificates. Checking three signatures costs more
/// than everything else about a receipt, and a store signs millions of receipts with one chain.
///
/// Holds only valid chains, so invalid input can neither fill the cache nor hit it.
final class ChainCache: Sendable {
  /// Signer certificates change every two years; a ledger of all apps needs fewer than ten.
  private let capacity: Int

  private struct Key: Hashable {
    var certificates: [UInt8]
    var signer: Range<Int>

    static func == (left: Key, right: Key) -> Bool {
      left.signer == right.signer && left.certificates.span.isEqual(to: right.certificates.span)
    }

    /// A certificate ends with its signature, which is different in each; equality does the rest.
    func hash(into hasher: inout Hasher) {
      for byte in certificates.suffix(16) { hasher.combine(byte) }
    }
  }

  /// A capacity of 0 disables the cache.
  init(capacity: Int) { self.capacity = capacity }

  private let chains = Mutex<[Key: SignerChain]>([:])

  /// The chain for the concatenated certificates in `bag`, whose `signer` range is the signer's:
  /// from the cache, or made by `evaluate`.
  func chain(
    bag: [UInt8],
    signer: Range<Int>,
    evaluate: () throws(Rejection) -> SignerChain
  ) throws(Rejection) -> SignerChain {
    if let known = known(bag: bag, signer: signer) { return known }
    let chain = try evaluate()
    remember(chain, bag: bag, signer: signer)
    return chain
  }

  /// The cached chain for exactly these bytes.
  func known(bag: [UInt8], signer: Range<Int>) -> SignerChain? {
    let key = Key(certificates: bag, signer: signer)
    return chains.withLock { $0[key] }
  }

  /// Caches a valid chain. When the cache is full, removes all others.
  func remember(_ chain: SignerChain, bag: [UInt8], signer: Range<Int>) {
    guard capacity > 0 else { return }
    let key = Key(certificates: bag, signer: signer)
    chains.withLock {
      if $0.count >= capacity { $0.removeAll(keepingCapacity: true) }
      $0[key] = chain
    }
  }
}
