package import Foundation

/// The options of a receipt's PKCS#7. `appStore` is valid; a test changes what it tests.
package struct Envelope: Equatable, Sendable {
  package enum Encoding: Equatable, Sendable {
    /// DER, like the App Store.
    case definite
    /// BER with indefinite lengths and the content in pieces of `chunk` octets, like Xcode.
    case indefinite(chunk: Int)
  }

  package enum Content: Equatable, Sendable {
    case attached
    /// Signed but not included.
    case detached
    /// Different content than what was signed.
    case replaced(by: [UInt8])
  }

  package enum Certificates: Equatable, Sendable {
    /// The authority's: signer first, root last.
    case chain
    /// Omits the field.
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

  /// The App Store's format since August 2023.
  package static let appStore = Envelope()

  /// The App Store's earlier format, still found on devices.
  package static let appStoreSHA1 = Envelope(signers: [Signer(digest: .sha1)])

  /// Xcode 15's format; its payloads fit in one piece.
  package static let xcode = Envelope(
    encoding: .indefinite(chunk: .max),
    signers: [Signer(scheme: .rsaWithDigest)]
  )

  /// A receipt with one wrong bit in the signature.
  package static let tampered = Envelope(signers: [Signer(isSignatureBroken: true)])
}

/// One `SignerInfo` (RFC 5652 §5.3).
package struct Signer: Equatable, Sendable {
  package enum Digest: Equatable, Sendable {
    case sha1, sha256, sha512
    /// States this object identifier (as arcs), but uses SHA-256.
    case stated([UInt])
  }

  package enum Scheme: Equatable, Sendable {
    /// PKCS#1 v1.5 with the key's identifier, like Apple.
    case rsaEncryption
    /// PKCS#1 v1.5 with the identifier that names the digest, like Xcode.
    case rsaWithDigest
    /// RSASSA-PSS, always with SHA-256.
    case pss
    /// States this object identifier (as arcs) for a PKCS#1 v1.5 signature.
    case stated([UInt])
  }

  /// Attributes signed in place of the content (RFC 5652 §5.4); Apple uses none.
  package struct Attributes: Equatable, Sendable {
    package var signingTime: Date
    /// A digest to use instead of the content's.
    package var messageDigest: [UInt8]?
    /// Whether to include the digest, which RFC 5652 §11.2 requires.
    package var hasMessageDigest = true
    /// The size in octets of an additional, unknown attribute.
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
  /// The signer's certificate to name, if not the authority's.
  package var identity: TestAuthority.SignerIdentity?
  package var isSignatureBroken: Bool
  /// Octets to use instead of the signature.
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
