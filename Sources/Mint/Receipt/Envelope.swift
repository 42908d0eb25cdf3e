package import Foundation

/// How the PKCS#7 around a receipt is to look. `appStore` is right; every test that wants another
/// one changes what it is about.
package struct Envelope: Equatable, Sendable {
  package enum Encoding: Equatable, Sendable {
    /// DER, as the App Store writes.
    case definite
    /// BER with indefinite lengths and the content in pieces of so many octets, as Xcode writes.
    case indefinite(chunk: Int)
  }

  package enum Content: Equatable, Sendable {
    case attached
    /// Signed but not there.
    case detached
    /// Carried instead of what was signed.
    case replaced(by: [UInt8])
  }

  package enum Certificates: Equatable, Sendable {
    /// The authority's: signer first, root last.
    case chain
    /// The field is left out.
    case absent
    /// These, DER, in this order.
    case exactly([[UInt8]])
  }

  package var encoding: Encoding
  package var content: Content
  package var certificates: Certificates
  package var signers: [Signer]

  package init(
    encoding: Encoding = .definite,
    content: Content = .attached,
    certificates: Certificates = .chain,
    signers: [Signer] = [Signer()]
  ) {
    self.encoding = encoding
    self.content = content
    self.certificates = certificates
    self.signers = signers
  }

  /// What the App Store has written since August 2023.
  package static let appStore = Envelope()

  /// What the App Store wrote before; such receipts are still on devices.
  package static let appStoreSHA1 = Envelope(signers: [Signer(digest: .sha1)])

  /// What Xcode 15 writes; its payloads fit one piece.
  package static let xcode = Envelope(
    encoding: .indefinite(chunk: .max),
    signers: [Signer(scheme: .rsaWithDigest)]
  )

  /// An otherwise right receipt whose signature is off by one bit.
  package static let tampered = Envelope(signers: [Signer(isSignatureBroken: true)])
}

/// One `SignerInfo` (RFC 5652 §5.3).
package struct Signer: Equatable, Sendable {
  package enum Digest: Equatable, Sendable {
    case sha1, sha256, sha512
    /// States this object identifier, by its arcs, over what is SHA-256 in truth.
    case stated([UInt])
  }

  package enum Scheme: Equatable, Sendable {
    /// PKCS#1 v1.5 under the bare key's identifier, as Apple writes.
    case rsaEncryption
    /// PKCS#1 v1.5 under the identifier that names the digest, as Xcode writes.
    case rsaWithDigest
    /// RSASSA-PSS with SHA-256, always.
    case pss
    /// States this object identifier, by its arcs, over a PKCS#1 v1.5 signature.
    case stated([UInt])
  }

  /// Attributes that are signed in place of the content (RFC 5652 §5.4); Apple has none.
  package struct Attributes: Equatable, Sendable {
    package var signingTime: Date
    /// In place of the content's right digest.
    package var messageDigest: [UInt8]?
    /// Whether the digest stands there at all, as RFC 5652 §11.2 demands.
    package var hasMessageDigest = true
    /// So many octets in one more attribute, which nobody knows.
    package var filler: Int

    package init(signingTime: Date, messageDigest: [UInt8]? = nil, filler: Int = 0) {
      self.signingTime = signingTime
      self.messageDigest = messageDigest
      self.filler = filler
    }
  }

  package var digest: Digest
  package var scheme: Scheme
  package var attributes: Attributes?
  /// The certificate to name as the signer's, if not the authority's own.
  package var identity: TestAuthority.SignerIdentity?
  package var isSignatureBroken: Bool
  /// Octets to carry in place of the signature.
  package var signature: [UInt8]?

  package init(
    digest: Digest = .sha256,
    scheme: Scheme = .rsaEncryption,
    attributes: Attributes? = nil,
    identity: TestAuthority.SignerIdentity? = nil,
    isSignatureBroken: Bool = false,
    signature: [UInt8]? = nil
  ) {
    self.digest = digest
    self.scheme = scheme
    self.attributes = attributes
    self.identity = identity
    self.isSignatureBroken = isSignatureBroken
    self.signature = signature
  }
}
