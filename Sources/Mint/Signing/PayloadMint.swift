import Crypto
import Foundation

/// The signing options of a payload. A plain value, so that a test can break one thing.
package struct PayloadEnvelope: Equatable, Sendable {
  /// ECDSA's two numbers: concatenated (RFC 7518 §3.4) or in DER.
  package enum SignatureForm: Equatable, Sendable { case raw, der }

  /// `alg`, independent of the actual signature.
  package var algorithm = "ES256"
  package var keyID: String?
  /// `x5c` in DER instead of the authority's chain; an empty list is written.
  package var certificates: [[UInt8]]?
  /// Further JSON members, as in `"crit":["exp"]`.
  package var furtherMembers: String?
  /// The whole header, instead of all the above.
  package var header: String?
  package var signature = SignatureForm.raw

  package init() {}

  package static var appStore: PayloadEnvelope { PayloadEnvelope() }

  package static var xcode: PayloadEnvelope {
    var envelope = PayloadEnvelope()
    envelope.keyID = "Apple_Xcode_Key"
    return envelope
  }
}

/// Signs JSON as a JWS in compact serialisation, ES256 (RFC 7515, RFC 7518 §3.4).
package struct PayloadMint: Sendable {
  private let authority: PayloadAuthority

  package init(_ authority: PayloadAuthority) { self.authority = authority }

  /// Returns the compact JWS. Signs any text, JSON or not.
  package func sign(
    _ payload: String,
    as envelope: PayloadEnvelope = .appStore
  ) throws(MintError) -> String {
    let header = envelope.header ?? header(envelope)
    let signed = "\(Self.base64URL(header.utf8)).\(Self.base64URL(payload.utf8))"
    let signature: P256.Signing.ECDSASignature
    do {
      signature = try authority.key.signature(for: Data(signed.utf8))
    } catch {
      throw .notSigned(what: "payload")
    }
    let octets =
      switch envelope.signature {
      case .raw: Array(signature.rawRepresentation)
      case .der: Array(signature.derRepresentation)
      }
    return "\(signed).\(Self.base64URL(octets))"
  }

  private func header(_ envelope: PayloadEnvelope) -> String {
    let chain = envelope.certificates ?? authority.certificatesDER
    let list = chain.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
    var members = ["\"alg\":\"\(envelope.algorithm)\""]
    if let keyID = envelope.keyID { members.append("\"kid\":\"\(keyID)\"") }
    members.append("\"x5c\":[\(list)]")
    if let further = envelope.furtherMembers { members.append(further) }
    return "{\(members.joined(separator: ","))}"
  }

  /// RFC 4648 §5 without padding.
  package static func base64URL(_ octets: some Sequence<UInt8>) -> String {
    let characters = Data(octets).base64EncodedData().lazy.filter { $0 != UInt8(ascii: "=") }.map {
      switch $0 {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: $0
      }
    }
    return String(decoding: Array(characters), as: UTF8.self)
  }
}
