import Crypto
import CryptoExtras
import SwiftASN1
import X509

/// A name and a key that signs certificates.
struct Issuer {
  let name: CertificateName
  let key: Certificate.PrivateKey
  let algorithm: ChainPlan.Algorithm

  /// Creates an issuer with a new key for the algorithm.
  static func named(
    _ name: CertificateName,
    algorithm: ChainPlan.Algorithm
  ) throws(MintError) -> Issuer {
    Issuer(name: name, key: try key(for: algorithm), algorithm: algorithm)
  }

  /// Issues a certificate for a key; self-signed if it is the issuer's own. `pathLength` limits the
  /// authorities below it; `nil` for no limit.
  func certificate(
    _ plan: CertificatePlan,
    for subjectKey: Certificate.PublicKey,
    pathLength: Int?
  ) throws(MintError) -> Certificate {
    let isSelfSigned = subjectKey == key.publicKey
    let signatory =
      switch plan.signatory {
      case .issuer: key
      case .stranger: try Self.key(for: algorithm)
      }
    do {
      let extensions = CertificateExtensions(
        plan: plan,
        key: subjectKey,
        issuerKey: isSelfSigned ? nil : key.publicKey,
        pathLength: pathLength
      )
      return try Certificate(
        version: .v3,
        serialNumber: isSelfSigned ? Certificate.SerialNumber(2) : Self.serialNumber(),
        publicKey: subjectKey,
        notValidBefore: plan.validity.lowerBound,
        notValidAfter: plan.validity.upperBound,
        issuer: Self.distinguishedName(plan.statedIssuer ?? name),
        subject: Self.distinguishedName(plan.subject),
        signatureAlgorithm: signatureAlgorithm,
        extensions: extensions.made(),
        issuerPrivateKey: signatory
      )
    } catch {
      throw .certificateRefused(subject: plan.subject.commonName)
    }
  }

  private var signatureAlgorithm: Certificate.SignatureAlgorithm {
    switch algorithm {
    case .ecdsaSHA256: .ecdsaWithSHA256
    case .rsaSHA256: .sha256WithRSAEncryption
    case .rsaSHA1: .sha1WithRSAEncryption
    }
  }

  private static func key(
    for algorithm: ChainPlan.Algorithm
  ) throws(MintError) -> Certificate.PrivateKey {
    switch algorithm {
    case .ecdsaSHA256: Certificate.PrivateKey(P256.Signing.PrivateKey())
    case .rsaSHA256, .rsaSHA1: Certificate.PrivateKey(try rsaKey())
    }
  }

  static func rsaKey() throws(MintError) -> _RSA.Signing.PrivateKey {
    do {
      return try _RSA.Signing.PrivateKey(keySize: .bits2048)
    } catch {
      throw .noKey(kind: "RSA-2048")
    }
  }

  /// Exactly 16 octets and positive, like Apple's.
  private static func serialNumber() -> Certificate.SerialNumber {
    var generator = SystemRandomNumberGenerator()
    let octets = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return Certificate.SerialNumber(bytes: [octets[0] & 0x3F | 0x40] + octets[1...])
  }

  private static func distinguishedName(_ name: CertificateName) throws -> DistinguishedName {
    let parts = try [
      RelativeDistinguishedName(
        .init(type: .RDNAttributeType.commonName, utf8String: name.commonName)
      ),
      RelativeDistinguishedName(
        .init(type: .RDNAttributeType.organizationalUnitName, utf8String: name.unit)
      ),
      RelativeDistinguishedName(
        .init(type: .RDNAttributeType.organizationName, utf8String: name.organization)
      ),
      RelativeDistinguishedName(
        .init(type: .RDNAttributeType.countryName, printableString: name.country)
      ),
    ]
    return DistinguishedName(name.isCountryFirst ? parts.reversed() : parts)
  }
}
