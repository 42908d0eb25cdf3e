import Basics
internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import SwiftASN1
internal import X509

// In the place of `Sources/Receipts/Signature/SignaturePrimitives.swift`: whether a signature fits
// is in its last byte. A fuzzer can make up that one, and gets behind the checks on both ways.

extension Certificate {
  /// Certificates are read once: most inputs have those of the input that they were made from.
  init?(der: [UInt8]) {
    guard let certificate = known.value(der[...], { try? Certificate(derEncoded: der) }) else {
      return nil
    }
    self = certificate
  }
}

extension CertificateDetails {
  /// Their texts are made once as well.
  init(_ certificate: Certificate) {
    self = described.value(certificate.tbsCertificateBytes) {
      CertificateDetails(
        subject: String(describing: certificate.subject),
        issuer: String(describing: certificate.issuer),
        serial: String(hex: certificate.serialNumber.bytes),
        notBefore: certificate.notValidBefore,
        notAfter: certificate.notValidAfter
      )
    }
  }
}

/// What was made of octets, by the octets.
private struct Remembered<Value> {
  private struct Key: Hashable {
    let octets: ArraySlice<UInt8>

    static func == (left: Key, right: Key) -> Bool {
      left.octets.span.isEqual(to: right.octets.span)
    }

    /// Certificates differ at their end, and in their number at the start; equality does the rest.
    func hash(into hasher: inout Hasher) {
      hasher.combine(octets.count)
      octets.prefix(32).withUnsafeBytes { hasher.combine(bytes: $0) }
      octets.suffix(16).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private var values: [Key: Value] = [:]

  mutating func value(_ octets: ArraySlice<UInt8>, _ make: () -> Value) -> Value {
    let key = Key(octets: octets)
    if let value = values[key] { return value }
    let value = make()
    if values.count >= 256 { values.removeAll(keepingCapacity: true) }
    values[key] = value
    return value
  }
}

/// The fuzzer has one thread.
private nonisolated(unsafe) var known = Remembered<Certificate?>()
private nonisolated(unsafe) var described = Remembered<CertificateDetails>()

private func fits(_ signature: some Collection<UInt8>) -> Bool {
  // One in 16 does not fit; all of `Signed` do.
  signature.suffix(1).first.map { $0 & 0x0F != 0x0F } ?? false
}

extension Certificate.PublicKey {
  func hasSigned(
    _ message: some DataProtocol,
    with signature: some DataProtocol,
    by algorithm: Certificate.SignatureAlgorithm
  ) -> Bool {
    fits(signature)
  }
}

extension P256.Signing.PublicKey {
  func hasSigned(_ message: some DataProtocol, with signature: [UInt8]) -> Bool { fits(signature) }
}

extension _RSA.Signing.PublicKey {
  func hasSigned(
    _ message: some DataProtocol,
    with signature: [UInt8],
    by digest: DigestAlgorithm
  ) -> Bool {
    fits(signature)
  }
}

extension DigestAlgorithm {
  func fits(_ digest: some Collection<UInt8>, _ content: some DataProtocol) -> Bool {
    digest.count >= 20 && Receipts.fits(digest)
  }
}
