package import Basics
package import Foundation

/// A Microsoft Store ID key (UserCollectionsId, UserPurchaseId): a JWT for one user, decoded to
/// route it and to renew it in time (microsoft.md §1.1). Not verified: only the store can do that.
package struct MicrosoftStoreIDKey: Equatable, Sendable {
  /// The service that a key gives access to.
  package enum Service: String, Equatable, Sendable { case collections, purchase }

  /// Keys have about 1,500 characters.
  static let maxBytes = 64 * 1_024
  private static let claim = "http://schemas.microsoft.com/marketplace/2015/08/claims/key/"

  /// Always `RS256`.
  package let algorithm: String
  /// The service, by the audience; `nil` for an unknown audience.
  package let service: Service?
  package let audience: String?
  package let issuedAt: Date?
  package let notBefore: Date?
  package let expiresAt: Date?
  /// The Entra client ID of the service that requested the key.
  package let clientID: String?
  /// The publisherUserId that the client passed: its own choice, no proof of identity.
  package let userID: String?
  package let refreshURI: String?
  /// The claims, with the opaque payload masked, which is a secret.
  package let maskedClaims: JSONValue

  /// - Throws: `malformed` for a text that is not a JWT, `unsupported` for one that is not a Store
  ///   ID key or not signed with RS256.
  package init(_ text: [UInt8]) throws(Rejection) {
    guard text.count <= Self.maxBytes else { throw .tooLarge(limit: Self.maxBytes) }
    let (header, claims) = try Self.parts(of: text)
    guard let algorithm = header["alg"]?.string else {
      throw .malformed(at: "header, alg", expected: "the signature's algorithm")
    }
    guard algorithm == "RS256" else {
      throw .unsupported("an algorithm other than RS256, which Store ID keys use")
    }
    guard Self.isKey(claims) else { throw .unsupported("a JWT that is not a Store ID key") }
    self.algorithm = algorithm
    let fields = MicrosoftFields(object: claims, path: "claims")
    audience = try fields.text("aud")
    let host = audience.flatMap(Self.service)
    service = host
    issuedAt = try fields.seconds("iat")
    notBefore = try fields.seconds("nbf")
    expiresAt = try fields.seconds("exp")
    clientID = try fields.text(Self.claim + "clientId")
    userID = try fields.text(Self.claim + "userId")
    refreshURI = try fields.text(Self.claim + "refreshUri")
    maskedClaims = Self.masked(claims)
  }

  static func isKey(_ claims: JSONValue) -> Bool {
    guard let members = claims.members else { return false }
    return members.contains { $0.name.hasPrefix(claim) }
      || claims["aud"]?.string.flatMap(service) != nil
  }

  private static func service(_ audience: String) -> Service? {
    switch audience {
    case "https://collections.mp.microsoft.com/v6.0/keys": .collections
    case "https://purchase.mp.microsoft.com/v6.0/keys": .purchase
    default: nil
    }
  }

  private static func masked(_ claims: JSONValue) -> JSONValue {
    guard case .object(let members) = claims else { return claims }
    return .object(
      members.map {
        $0.name == claim + "payload" ? JSONValue.Member($0.name, MicrosoftDocument.mask) : $0
      }
    )
  }

  /// Header and claims of the compact JWS, which white space may surround.
  private static func parts(of text: [UInt8]) throws(Rejection) -> (JSONValue, JSONValue) {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let token = text.drop(while: isSpace)
    let end = (token.lastIndex { !isSpace($0) } ?? token.startIndex - 1) + 1
    let jws = try JWS(Array(token[..<end]))
    let header = try DocumentJSON.object(jws.octets(of: jws.header), in: "header")
    let claims = try DocumentJSON.object(jws.octets(of: jws.payload), in: "claims")
    guard try !jws.octets(of: jws.signature).isEmpty else {
      throw .malformed(at: "signature", expected: "base64url without padding")
    }
    return (header, claims)
  }
}
