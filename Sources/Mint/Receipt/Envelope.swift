import Basics
import Crypto
import CryptoExtras
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

extension Signer {
  /// ```
  /// SignerInfo ::= SEQUENCE {
  ///   version CMSVersion, sid IssuerAndSerialNumber, digestAlgorithm AlgorithmIdentifier,
  ///   signedAttrs [0] IMPLICIT SET OF Attribute OPTIONAL,
  ///   signatureAlgorithm AlgorithmIdentifier, signature OCTET STRING }
  /// ```
  func info(for payload: [UInt8], by authority: TestAuthority) throws(MintError) -> [UInt8] {
    let identity = identity ?? authority.identity
    let signedAttributes = attributes.map { sortedAttributes($0, for: payload) }
    let octets =
      if let signature { signature } else {
        try made(
          over: signedAttributes.map(Self.setOfAttributes) ?? payload,
          by: authority.signerKey
        )
      }
    var writer = DERWriter()
    writer.constructed(DERTag.sequence) { info in
      info.integer(1)
      info.constructed(DERTag.sequence) { name in
        name.append(identity.issuer)
        name.element(DERTag.integer, Self.positive(identity.serialNumber))
      }
      info.algorithm(digest.arcs)
      if let signedAttributes { info.element(DERTag.context0, signedAttributes) }
      writeScheme(into: &info)
      info.element(DERTag.octetString, octets)
    }
    return writer.bytes
  }

  /// The signature covers the attributes encoded as a SET, not as `[0]` (RFC 5652 §5.4).
  private static func setOfAttributes(_ content: [UInt8]) -> [UInt8] {
    var writer = DERWriter()
    writer.element(DERTag.set, content)
    return writer.bytes
  }

  /// contentType, messageDigest and signingTime in DER's SET order, without the SET's tag.
  private func sortedAttributes(_ attributes: Attributes, for payload: [UInt8]) -> [UInt8] {
    let digest = attributes.messageDigest ?? digest.octets(of: payload)
    let time = CivilTime(clamping: attributes.signingTime).utcTime
    var list = [
      Self.attribute(KnownOID.contentType) { $0.objectIdentifier(KnownOID.data) },
      Self.attribute(KnownOID.signingTime) { $0.element(DERTag.utcTime, time.utf8) },
    ]
    if attributes.hasMessageDigest {
      list.append(Self.attribute(KnownOID.messageDigest) { $0.element(DERTag.octetString, digest) })
    }
    if attributes.filler > 0 {
      let filler = [UInt8](repeating: 0xA5, count: attributes.filler)
      list.append(Self.attribute(KnownOID.md5) { $0.element(DERTag.octetString, filler) })
    }
    return list.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
  }

  private static func attribute(_ type: [UInt], _ value: (inout DERWriter) -> Void) -> [UInt8] {
    var writer = DERWriter()
    writer.constructed(DERTag.sequence) { attribute in
      attribute.objectIdentifier(type)
      attribute.constructed(DERTag.set, value)
    }
    return writer.bytes
  }

  private func writeScheme(into info: inout DERWriter) {
    switch scheme {
    case .rsaEncryption: info.algorithm(KnownOID.rsaEncryption)
    case .rsaWithDigest: info.algorithm(digest.withRSA)
    case .stated(let arcs): info.algorithm(arcs)
    case .pss:
      info.constructed(DERTag.sequence) { algorithm in
        algorithm.objectIdentifier(KnownOID.rsassaPSS)
        algorithm.constructed(DERTag.sequence) { parameters in
          parameters.constructed(DERTag.context0) { $0.algorithm(KnownOID.sha256) }
          parameters.constructed(DERTag.context0 + 1) { mask in
            mask.constructed(DERTag.sequence) { generator in
              generator.objectIdentifier(KnownOID.mgf1)
              generator.algorithm(KnownOID.sha256)
            }
          }
          parameters.constructed(DERTag.context0 + 2) { $0.integer(32) }
        }
      }
    }
  }

  private func made(
    over message: [UInt8],
    by key: _RSA.Signing.PrivateKey
  ) throws(MintError) -> [UInt8] {
    var octets: [UInt8]
    switch (scheme, digest) {
    case (.pss, _):
      do {
        let signature = try key.signature(for: SHA256.hash(data: message), padding: .PSS)
        octets = Array(signature.rawRepresentation)
      } catch {
        throw .notSigned(what: "receipt")
      }
    case (_, .sha1): octets = try key.pkcs1(Insecure.SHA1.hash(data: message), of: "receipt")
    case (_, .sha512): octets = try key.pkcs1(SHA512.hash(data: message), of: "receipt")
    case (_, .sha256), (_, .stated):
      octets = try key.pkcs1(SHA256.hash(data: message), of: "receipt")
    }
    if isSignatureBroken, let last = octets.popLast() { octets.append(last ^ 1) }
    return octets
  }

  /// Encodes an unsigned number as the content of an INTEGER.
  private static func positive(_ octets: [UInt8]) -> [UInt8] {
    let digits = octets.drop { $0 == 0 }
    guard let first = digits.first else { return [0] }
    return first & 0x80 == 0 ? Array(digits) : [0] + digits
  }
}

extension Signer.Digest {
  var arcs: [UInt] {
    switch self {
    case .sha1: KnownOID.sha1
    case .sha256: KnownOID.sha256
    case .sha512: KnownOID.sha512
    case .stated(let arcs): arcs
    }
  }

  var withRSA: [UInt] {
    switch self {
    case .sha1: KnownOID.sha1WithRSA
    case .sha512: KnownOID.sha512WithRSA
    case .sha256, .stated: KnownOID.sha256WithRSA
    }
  }

  func octets(of message: [UInt8]) -> [UInt8] {
    switch self {
    case .sha1: Array(Insecure.SHA1.hash(data: message))
    case .sha512: Array(SHA512.hash(data: message))
    case .sha256, .stated: Array(SHA256.hash(data: message))
    }
  }
}
