internal import SwiftASN1
internal import X509

extension ChainPolicy {
  /// The chain of a signed payload: signer, intermediate and, found among our own by name and key,
  /// the root (apple.md §5). Both of Apple's markers are demanded below every root, because Apple's
  /// test chains carry them too. Dates are judged anew for each payload.
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
    // A root between signer and root would be one authority too few.
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

  /// The single certificate with which Xcode signs: one of the added roots, byte for byte, or,
  /// where `anyXcode` allows it, any that signed itself.
  func xcodeChain(_ signer: [UInt8], anyXcode: Bool) throws(Rejection) -> SignerChain {
    let leaf = try parse(signer, "signer's")
    let isAdded = roots.contains { $0.anchor == .added && $0.der == signer }
    guard isAdded || anyXcode else {
      throw .untrustedChain(
        reason: "the signer's certificate stands alone and is not one of the added trust roots"
      )
    }
    guard leaf.subject == leaf.issuer, leaf.publicKey.hasSigned(leaf)
    else { throw .untrustedChain(reason: "the lone certificate did not sign itself") }
    return SignerChain(
      key: leaf.publicKey,
      anchor: .added,
      path: [facts(leaf)],
      root: signer,
      certificates: [signer]
    )
  }

  /// The key of a certificate that nothing vouches for: with it, a payload nobody changed is told
  /// from a damaged one.
  func doubtfulKey(_ signer: [UInt8]) -> Certificate.PublicKey? {
    (try? Certificate(derEncoded: signer))?.publicKey
  }
}
