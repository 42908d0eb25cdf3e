package import Foundation

/// What a certificate is to say. A plan is a plain value: a test takes a right one and changes
/// the one thing that is to be wrong.
package struct CertificatePlan: Equatable, Sendable {
  /// Who made the signature, as opposed to who is named as the issuer.
  package enum Signatory: Equatable, Sendable { case issuer, stranger }

  package var subject: CertificateName
  package var validity: ClosedRange<Date>
  /// The extension, by its arcs, that tells what Apple lets the certificate do; not critical, NULL.
  package var marker: [UInt]?
  /// Basic constraints: may it issue others?
  package var isAuthority: Bool
  /// Key usage: may it sign, or is its key for encryption?
  package var maySign = true
  /// Named as the issuer instead of the certificate above.
  package var statedIssuer: CertificateName?
  package var signatory: Signatory

  package init(
    subject: CertificateName,
    validity: ClosedRange<Date>,
    marker: [UInt]? = nil,
    isAuthority: Bool,
    statedIssuer: CertificateName? = nil,
    signatory: Signatory = .issuer
  ) {
    self.subject = subject
    self.validity = validity
    self.marker = marker
    self.isAuthority = isAuthority
    self.statedIssuer = statedIssuer
    self.signatory = signatory
  }
}

/// A subject or issuer, with the four parts that Apple's have.
package struct CertificateName: Equatable, Sendable {
  package var commonName: String
  package var unit: String
  package var organization: String
  /// Two ASCII letters.
  package var country: String
  /// Apple's root writes the country first, all others the common name.
  package var isCountryFirst: Bool

  package init(
    _ commonName: String,
    unit: String = "purser demo Certification Authority",
    organization: String = "purser demo",
    country: String = "US",
    isCountryFirst: Bool = false
  ) {
    self.commonName = commonName
    self.unit = unit
    self.organization = organization
    self.country = country
    self.isCountryFirst = isCountryFirst
  }
}

/// What a whole chain is to look like, from the root down to the one that signs receipts.
package struct ChainPlan: Equatable, Sendable {
  /// The keys of root and intermediates, and with them the algorithm of all certificates'
  /// signatures. The signer's own key is always RSA-2048. P-256 keys cost nothing to make; an
  /// RSA key costs about 0.1 s each.
  package enum Algorithm: Equatable, Sendable { case ecdsaSHA256, rsaSHA256, rsaSHA1 }

  package var root: CertificatePlan
  /// From the one below the root downwards; Apple's chains have exactly one.
  package var intermediates: [CertificatePlan]
  package var leaf: CertificatePlan
  package var algorithm: Algorithm

  /// A chain of Apple's shape that may sign receipts made at any instant of `validity`.
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
  /// The single self-signed certificate with which Xcode signs the receipts of its test sessions.
  package static func xcode(validity: ClosedRange<Date>) -> CertificatePlan {
    CertificatePlan(
      subject: CertificateName("StoreKit", unit: "StoreKit", organization: "StoreKit"),
      validity: validity,
      isAuthority: true
    )
  }
}
