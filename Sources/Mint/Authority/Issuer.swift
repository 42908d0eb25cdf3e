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
    pathLength: Int? = nil
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

  /// The key in the PEM, or a new one.
  static func rsaKey(_ pem: String? = nil) throws(MintError) -> _RSA.Signing.PrivateKey {
    if let pem {
      guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) else {
        throw .noKey(kind: "RSA-2048")
      }
      return key
    }
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
    let texts: [(ASN1ObjectIdentifier, String)] = [
      (.RDNAttributeType.commonName, name.commonName),
      (.RDNAttributeType.organizationalUnitName, name.unit),
      (.RDNAttributeType.organizationName, name.organization),
    ]
    let country = RelativeDistinguishedName(
      try .init(type: .RDNAttributeType.countryName, printableString: name.country)
    )
    let parts = texts.map { RelativeDistinguishedName(.init(type: $0, utf8String: $1)) } + [country]
    return DistinguishedName(name.isCountryFirst ? parts.reversed() : parts)
  }
}

extension _RSA.Signing.PrivateKey {
  /// A signature by RSASSA-PKCS1-v1_5 (RFC 8017 §8.2). `what` names what is signed.
  func pkcs1(_ digest: some Crypto.Digest, of what: String) throws(MintError) -> [UInt8] {
    do {
      return Array(try signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    } catch {
      throw .notSigned(what: what)
    }
  }
}

extension ChainPlan {
  /// Issues the certificates, from the one of `key` to the root. `named` makes the issuers.
  func chain(
    to key: Certificate.PublicKey,
    _ named: (CertificateName) throws(MintError) -> Issuer
  ) throws(MintError) -> [Certificate] {
    var issuer = try named(root.subject)
    var chain = [try issuer.certificate(root, for: issuer.key.publicKey)]
    for (index, plan) in intermediates.enumerated() {
      let next = try named(plan.subject)
      let below = intermediates.count - 1 - index
      chain.append(try issuer.certificate(plan, for: next.key.publicKey, pathLength: below))
      issuer = next
    }
    chain.append(try issuer.certificate(leaf, for: key))
    return chain.reversed()
  }
}

extension [Certificate] {
  /// The certificates in DER.
  var octets: [[UInt8]] {
    get throws(MintError) {
      do {
        return try map { certificate in
          var serializer = DER.Serializer()
          try serializer.serialize(certificate)
          return serializer.serializedBytes
        }
      } catch {
        throw .certificateRefused(subject: "the chain's end")
      }
    }
  }
}

/// A private key that authenticates a server to a store's API, or a store to a server, as PEM like
/// in the stores' consoles.
package struct ServiceKey: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// Apple's .p8 files.
    case p256
    /// Google's service accounts.
    case rsa2048
  }

  package let kind: Kind
  package let pem: String

  /// Creates a key. An RSA key costs about 0.1 s.
  package init(_ kind: Kind) throws(MintError) {
    self.kind = kind
    pem =
      switch kind {
      case .p256: P256.Signing.PrivateKey().pemRepresentation
      case .rsa2048: try Issuer.rsaKey().pkcs8PEMRepresentation
      }
  }
}
