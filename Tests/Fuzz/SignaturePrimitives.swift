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
    if let known = known[der] {
      guard let known else { return nil }
      self = known
      return
    }
    let certificate = try? Certificate(derEncoded: der)
    if known.count >= 256 { known.removeAll(keepingCapacity: true) }
    known[der] = .some(certificate)
    guard let certificate else { return nil }
    self = certificate
  }
}

/// The fuzzer has one thread.
private nonisolated(unsafe) var known: [[UInt8]: Certificate?] = [:]

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
