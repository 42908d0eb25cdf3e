import Basics
internal import CryptoExtras
package import Foundation
internal import SwiftASN1
internal import X509

/// The certificate with which Amazon's Simple Notification Service signs its messages. It is
/// fetched from Amazon; the connection authenticates it, so no chain is built.
package struct AmazonSigningCertificate: Sendable {
  private let certificate: Certificate

  /// PEM.
  package init(_ text: [UInt8]) throws(Rejection) {
    guard text.count <= 64 << 10, let der = try? ReceiptText.bytes(of: text),
      let certificate = try? Certificate(derEncoded: der)
    else { throw .untrustedChain(reason: "the file at SigningCertURL is not a certificate") }
    guard _RSA.Signing.PublicKey(certificate.publicKey) != nil else {
      throw .untrustedChain(reason: "the certificate's key is not an RSA key")
    }
    self.certificate = certificate
  }

  /// Whether this certificate, valid now, signed the message in the envelope.
  package func check(_ envelope: AmazonEnvelope, at now: Date) throws(Rejection) {
    guard now >= certificate.notValidBefore, now <= certificate.notValidAfter else {
      throw .untrustedChain(reason: "the certificate is not valid now")
    }
    let algorithm: Certificate.SignatureAlgorithm
    switch envelope.signatureVersion {
    case "1": algorithm = .sha1WithRSAEncryption
    case "2": algorithm = .sha256WithRSAEncryption
    default: throw .unsupported("a SignatureVersion other than 1 and 2")
    }
    guard let text = envelope.signedText else {
      throw .malformed(at: "message", expected: "all members that its type is signed with")
    }
    guard let signature = envelope.signature.flatMap(Base64.bytes) else {
      throw .malformed(at: "Signature", expected: "base64")
    }
    guard certificate.publicKey.hasSigned(text, with: signature, by: algorithm) else {
      throw .signatureMismatch
    }
  }
}

extension AmazonEnvelope {
  /// The certificate's URL; `nil` unless it is a file of the notification service itself: a URL
  /// whose response others can write is not trusted.
  package var certificateURL: String? {
    guard let url = signingCertificateURL, let path = Self.path(of: url), path.hasSuffix(".pem"),
      path.dropLast(4).utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x5F })
    else { return nil }
    return url
  }

  /// The URL that confirms the subscription; `nil` if it is not the notification service's.
  package var confirmationURL: String? {
    guard let url = subscribeURL, let path = Self.path(of: url),
      path.hasPrefix("?Action=ConfirmSubscription&"),
      path.utf8.allSatisfy({ $0.isLetterOrDigit || Self.punctuation.contains($0) })
    else { return nil }
    return url
  }

  private static let punctuation = Set("?&=:%._~-".utf8)

  /// The part after `https://sns.REGION.amazonaws.com/`, or the same in China. A port, a user or
  /// any other spelling is not accepted.
  private static func path(of url: String) -> Substring? {
    let head = "https://sns."
    guard url.utf8.count <= 2_048, url.hasPrefix(head) else { return nil }
    let rest = url.dropFirst(head.count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    var host = rest[..<slash]
    if host.hasSuffix(".cn") { host = host.dropLast(3) }
    guard host.hasSuffix(".amazonaws.com") else { return nil }
    let region = host.dropLast(".amazonaws.com".count)
    guard !region.isEmpty, region.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D }) else {
      return nil
    }
    return rest[rest.index(after: slash)...]
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
