import Crypto
import SwiftASN1
import X509

/// The extensions of Apple's receipt certificates, in Apple's order.
struct CertificateExtensions {
  let plan: CertificatePlan
  let key: Certificate.PublicKey
  /// The issuer's key; `nil` for a certificate that signs itself.
  let issuerKey: Certificate.PublicKey?
  /// The maximum number of authorities below; `nil` for no limit.
  let pathLength: Int?

  func made() throws -> Certificate.Extensions {
    var list = [try constraints()]
    if let issuerKey {
      list.append(try authorityKeyIdentifier(of: issuerKey))
      list.append(try authorityInformation())
      if !plan.isAuthority { list.append(try policies()) }
      list.append(try revocationList())
    }
    list.append(try Certificate.Extension(SubjectKeyIdentifier(hash: key), critical: false))
    if plan.hasKeyUsage { list.append(try usage()) }
    if let marker = plan.marker { list.append(try markerExtension(marker)) }
    return try Certificate.Extensions(list)
  }

  private func constraints() throws -> Certificate.Extension {
    try Certificate.Extension(
      plan.isAuthority
        ? BasicConstraints.isCertificateAuthority(maxPathLength: pathLength)
        : .notCertificateAuthority,
      critical: true
    )
  }

  private func usage() throws -> Certificate.Extension {
    let usage =
      plan.isAuthority
      ? KeyUsage(digitalSignature: issuerKey == nil, keyCertSign: true, cRLSign: true)
      : KeyUsage(digitalSignature: plan.maySign, keyEncipherment: !plan.maySign)
    return try Certificate.Extension(usage, critical: true)
  }

  private func authorityKeyIdentifier(
    of issuer: Certificate.PublicKey
  ) throws -> Certificate.Extension {
    let identifier = SubjectKeyIdentifier(hash: issuer).keyIdentifier
    return try sequence([2, 5, 29, 35]) { $0.element(0x80, identifier) }
  }

  private func authorityInformation() throws -> Certificate.Extension {
    try sequence([1, 3, 6, 1, 5, 5, 7, 1, 1]) { list in
      for (method, address) in [
        (2, "http://certs.example.com/issuer.der"), (1, "http://ocsp.example.com/ocsp03-demo"),
      ] as [(UInt, String)] {
        list.constructed(DERTag.sequence) { access in
          access.objectIdentifier([1, 3, 6, 1, 5, 5, 7, 48, method])
          access.element(DERTag.uri, address.utf8)
        }
      }
    }
  }

  private func policies() throws -> Certificate.Extension {
    let notice =
      "This certificate was created for demonstrations and tests only. No store has "
      + "issued it, no store trusts it, and a receipt that was signed with it does not prove any "
      + "purchases."
    return try sequence([2, 5, 29, 32]) { list in
      list.constructed(DERTag.sequence) { policy in
        policy.objectIdentifier([1, 2, 840, 113635, 100, 5, 6, 1])
        policy.constructed(DERTag.sequence) { qualifiers in
          qualifiers.constructed(DERTag.sequence) { statement in
            statement.objectIdentifier([1, 3, 6, 1, 5, 5, 7, 2, 1])
            statement.element(DERTag.ia5String, "https://www.example.com/authority/".utf8)
          }
          qualifiers.constructed(DERTag.sequence) { user in
            user.objectIdentifier([1, 3, 6, 1, 5, 5, 7, 2, 2])
            user.constructed(DERTag.sequence) { $0.element(DERTag.utf8String, notice.utf8) }
          }
        }
      }
    }
  }

  private func revocationList() throws -> Certificate.Extension {
    try sequence([2, 5, 29, 31]) { list in
      list.constructed(DERTag.sequence) { point in
        point.constructed(DERTag.context0) { name in
          name.constructed(DERTag.context0) { full in
            full.element(DERTag.uri, "http://crl.example.com/demo.crl".utf8)
          }
        }
      }
    }
  }

  private func markerExtension(_ arcs: [UInt]) throws -> Certificate.Extension {
    try written(arcs) { $0.element(DERTag.null, []) }
  }

  private func sequence(
    _ arcs: [UInt],
    _ body: (inout DERWriter) -> Void
  ) throws -> Certificate.Extension {
    try written(arcs) { $0.constructed(DERTag.sequence, body) }
  }

  private func written(
    _ arcs: [UInt],
    _ body: (inout DERWriter) -> Void
  ) throws -> Certificate.Extension {
    var writer = DERWriter()
    body(&writer)
    return Certificate.Extension(
      oid: try ASN1ObjectIdentifier(elements: arcs),
      critical: false,
      value: writer.bytes[...]
    )
  }
}
