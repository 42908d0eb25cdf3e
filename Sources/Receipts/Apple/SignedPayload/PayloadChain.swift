internal import SwiftASN1
internal import X509

extension ChainPolicy {
  /// The chain of a signed payload: signer, intermediate and the root, which is found among the
  /// trusted ones by name and key (apple.md §5). Both of Apple's markers are required below every
  /// root, because Apple's test chains carry them too. Dates are checked for each payload.
  func payloadChain(_ signer: [UInt8], _ issuer: [UInt8]) throws(Rejection) -> SignerChain {
    let leaf = try parse(signer, "signer's")
    let intermediate = try parse(issuer, "intermediate")
    guard leaf.subject != leaf.issuer else {
      throw .untrustedChain(reason: "the signer's certificate is self-signed")
    }
    guard intermediate.subject == leaf.issuer,
      intermediate.publicKey.hasSigned(leaf)
    else {
      throw .untrustedChain(reason: "the signer's certificate was not signed by the second one")
    }
    // A root in the intermediate's position would leave out one authority.
    let root = roots.first {
      $0.der != issuer && $0.certificate.subject == intermediate.issuer
        && $0.certificate.publicKey.hasSigned(intermediate)
    }
    guard let root else {
      throw .untrustedChain(
        reason: "the intermediate certificate was not signed by one of the trust roots"
      )
    }
    try check(leaf: leaf, intermediate: intermediate, under: root, marksAll: true)
    return SignerChain(
      key: leaf.publicKey,
      anchor: root.anchor,
      path: [facts(leaf), facts(intermediate), facts(root.certificate)],
      root: root.der,
      certificates: [signer, issuer, root.der]
    )
  }

  /// The chain of Xcode's single certificate: one of the added roots, byte for byte, or, if
  /// `anyXcode` is true, any self-signed one.
  func xcodeChain(_ signer: [UInt8], anyXcode: Bool) throws(Rejection) -> SignerChain {
    let leaf = try parse(signer, "signer's")
    let isAdded = roots.contains { $0.anchor == .added && $0.der == signer }
    guard isAdded || anyXcode else {
      throw .untrustedChain(
        reason: "the only certificate is the signer's, and it is not one of the added trust roots"
      )
    }
    guard leaf.subject == leaf.issuer, leaf.publicKey.hasSigned(leaf)
    else { throw .untrustedChain(reason: "the single certificate is not self-signed") }
    return SignerChain(
      key: leaf.publicKey,
      anchor: .added,
      path: [facts(leaf)],
      root: signer,
      certificates: [signer]
    )
  }

  /// The key of an untrusted certificate, to distinguish an unchanged payload from a damaged one.
  func untrustedKey(_ signer: [UInt8]) -> Certificate.PublicKey? {
    (try? Certificate(derEncoded: signer))?.publicKey
  }
}
