package import Foundation

/// The content of a certificate to create. A plain value, so that a test can take a valid plan and
/// break one thing.
package struct CertificatePlan: Equatable, Sendable {
  /// The key that signs, which can differ from the named issuer's.
  package enum Signatory: Equatable, Sendable { case issuer, stranger }

  package var subject: CertificateName
  package var validity: ClosedRange<Date>
  /// The arcs of the extension with Apple's permitted use; not critical, NULL.
  package var marker: [UInt]?
  /// Basic constraints: whether it may issue certificates.
  package var isAuthority: Bool
  /// Key usage: whether it may sign; otherwise its key is for encryption.
  package var maySign = true
  /// Whether it states a key usage at all.
  package var hasKeyUsage = true
  /// The issuer to name instead of the certificate above.
  package var statedIssuer: CertificateName?
  package var signatory = Signatory.issuer

  package init(
    subject: CertificateName,
    validity: ClosedRange<Date>,
    marker: [UInt]? = nil,
    isAuthority: Bool
  ) {
    self.subject = subject
    self.validity = validity
    self.marker = marker
    self.isAuthority = isAuthority
  }
}

/// A subject or issuer with the four parts of Apple's names.
package struct CertificateName: Equatable, Sendable {
  package var commonName: String
  package var unit: String
  package var organization: String
  /// Two ASCII letters.
  package var country = "US"
  /// Apple's root names the country first; all others name the common name first.
  package var isCountryFirst: Bool

  package init(
    _ commonName: String,
    unit: String = "purser demo Certification Authority",
    organization: String = "purser demo",
    isCountryFirst: Bool = false
  ) {
    self.commonName = commonName
    self.unit = unit
    self.organization = organization
    self.isCountryFirst = isCountryFirst
  }
}

/// A certificate chain to create, from the root to the receipt signer.
package struct ChainPlan: Equatable, Sendable {
  /// The key type of root and intermediates, and the signature algorithm of all certificates. The
  /// signer's key is always RSA-2048. P-256 keys cost nothing; an RSA key costs about 0.1 s.
  package enum Algorithm: Equatable, Sendable { case ecdsaSHA256, rsaSHA256, rsaSHA1 }

  package var root: CertificatePlan
  /// From the root downwards; Apple's chains have exactly one.
  package var intermediates: [CertificatePlan]
  package var leaf: CertificatePlan
  package var algorithm: Algorithm

  /// A chain like Apple's for receipts created at any instant of `validity`.
  package init(
    validity: ClosedRange<Date>,
    name: String = "purser demo",
    algorithm: Algorithm = .ecdsaSHA256
  ) {
    let year: TimeInterval = 365 * 86_400
    let wider =
      validity.lowerBound.addingTimeInterval(
        -5 * year
      )...validity.upperBound.addingTimeInterval(5 * year)
    root = CertificatePlan(
      subject: CertificateName(
        "\(name) Root CA",
        unit: "\(name) Certification Authority",
        organization: name,
        isCountryFirst: true
      ),
      validity: wider,
      isAuthority: true
    )
    intermediates = [
      CertificatePlan(
        subject: CertificateName(
          "\(name) Developer Relations Certification Authority",
          unit: "G5",
          organization: name
        ),
        validity: wider,
        marker: KnownOID.intermediateMarker,
        isAuthority: true
      )
    ]
    leaf = CertificatePlan(
      subject: CertificateName(
        "\(name) App Store Receipt Signing",
        unit: "\(name) Developer Relations",
        organization: name
      ),
      validity: validity,
      marker: KnownOID.receiptSignerMarker,
      isAuthority: false
    )
    self.algorithm = algorithm
  }
}

extension CertificatePlan {
  /// The self-signed certificate with which Xcode signs receipts in test sessions.
  package static func xcode(validity: ClosedRange<Date>) -> CertificatePlan {
    CertificatePlan(
      subject: CertificateName("StoreKit", unit: "StoreKit", organization: "StoreKit"),
      validity: validity,
      isAuthority: true
    )
  }
}
