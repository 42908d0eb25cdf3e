/// Object identifiers of receipts and their certificates, as arcs.
package enum KnownOID {
  // RFC 5652
  static let data: [UInt] = [1, 2, 840, 113549, 1, 7, 1]
  static let signedData: [UInt] = [1, 2, 840, 113549, 1, 7, 2]
  static let contentType: [UInt] = [1, 2, 840, 113549, 1, 9, 3]
  static let messageDigest: [UInt] = [1, 2, 840, 113549, 1, 9, 4]
  static let signingTime: [UInt] = [1, 2, 840, 113549, 1, 9, 5]

  // RFC 8017
  static let rsaEncryption: [UInt] = [1, 2, 840, 113549, 1, 1, 1]
  static let sha1WithRSA: [UInt] = [1, 2, 840, 113549, 1, 1, 5]
  static let mgf1: [UInt] = [1, 2, 840, 113549, 1, 1, 8]
  static let rsassaPSS: [UInt] = [1, 2, 840, 113549, 1, 1, 10]
  static let sha256WithRSA: [UInt] = [1, 2, 840, 113549, 1, 1, 11]
  static let sha512WithRSA: [UInt] = [1, 2, 840, 113549, 1, 1, 13]

  static let sha1: [UInt] = [1, 3, 14, 3, 2, 26]
  static let sha256: [UInt] = [2, 16, 840, 1, 101, 3, 4, 2, 1]
  static let sha512: [UInt] = [2, 16, 840, 1, 101, 3, 4, 2, 3]
  /// A digest that no store uses, for receipts that must be rejected.
  package static let md5: [UInt] = [1, 2, 840, 113549, 2, 5]

  /// Apple's extension for an intermediate that may issue receipt signers.
  package static let intermediateMarker: [UInt] = [1, 2, 840, 113635, 100, 6, 2, 1]
  /// Apple's extension for a certificate that may sign receipts.
  package static let receiptSignerMarker: [UInt] = [1, 2, 840, 113635, 100, 6, 11, 1]
}
