import Basics
import Crypto
import CryptoExtras
import Foundation

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
      list.append(
        Self.attribute(KnownOID.messageDigest) { $0.element(DERTag.octetString, digest) }
      )
    }
    if attributes.filler > 0 {
      let filler = [UInt8](repeating: 0xA5, count: attributes.filler)
      list.append(Self.attribute(KnownOID.md5) { $0.element(DERTag.octetString, filler) })
    }
    return list.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
  }

  private static func attribute(
    _ type: [UInt],
    _ value: (inout DERWriter) -> Void
  ) -> [UInt8] {
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
    do {
      var octets: [UInt8]
      switch (scheme, digest) {
      case (.pss, _):
        octets = Array(
          try key.signature(for: SHA256.hash(data: message), padding: .PSS).rawRepresentation
        )
      case (_, .sha1):
        octets = try Self.pkcs1(Insecure.SHA1.hash(data: message), key)
      case (_, .sha512):
        octets = try Self.pkcs1(SHA512.hash(data: message), key)
      case (_, .sha256), (_, .stated):
        octets = try Self.pkcs1(SHA256.hash(data: message), key)
      }
      if isSignatureBroken, let last = octets.popLast() { octets.append(last ^ 1) }
      return octets
    } catch {
      throw .notSigned(what: "receipt")
    }
  }

  private static func pkcs1(
    _ digest: some Crypto.Digest,
    _ key: _RSA.Signing.PrivateKey
  ) throws -> [UInt8] {
    Array(try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
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
