/// Writes ASN.1 in DER (X.690 §10), and in BER's indefinite form where Xcode writes that.
struct DERWriter {
  private(set) var bytes: [UInt8] = []

  init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Appends encoded elements.
  mutating func append(_ encoded: some Collection<UInt8>) { bytes += encoded }

  mutating func element(_ tag: UInt8, _ content: some Collection<UInt8>) {
    bytes.append(tag)
    appendLength(content.count)
    bytes += content
  }

  /// Writes a constructed element; inserts the length once the body has written the content.
  mutating func constructed<Failure: Error>(
    _ tag: UInt8,
    _ body: (inout DERWriter) throws(Failure) -> Void
  ) throws(Failure) {
    bytes.append(tag)
    bytes.append(0)
    let start = bytes.count
    try body(&self)
    let count = bytes.count - start
    if count < 0x80 {
      bytes[start - 1] = UInt8(truncatingIfNeeded: count)
    } else {
      bytes.replaceSubrange(start - 1..<start, with: Self.longLength(count))
    }
  }

  /// X.690 §8.1.3.6: length octet 0x80, the content, and two zero octets at the end.
  mutating func indefinite<Failure: Error>(
    _ tag: UInt8,
    _ body: (inout DERWriter) throws(Failure) -> Void
  ) throws(Failure) {
    bytes += [tag, 0x80]
    try body(&self)
    bytes += [0, 0]
  }

  mutating func integer(_ value: Int64) {
    let shift = Self.highestShift(value)
    bytes.append(DERTag.integer)
    bytes.append(UInt8(truncatingIfNeeded: shift / 8 + 1))
    appendOctets(of: value, from: shift)
  }

  mutating func objectIdentifier(_ arcs: [UInt]) {
    element(DERTag.objectIdentifier, Self.objectIdentifierContent(arcs))
  }

  /// `AlgorithmIdentifier` with NULL parameters, as Apple writes for RSA and SHA.
  mutating func algorithm(_ arcs: [UInt]) {
    constructed(DERTag.sequence) { writer in
      writer.objectIdentifier(arcs)
      writer.element(DERTag.null, [])
    }
  }

  private mutating func appendLength(_ length: Int) {
    if length < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: length))
    } else {
      bytes += Self.longLength(length)
    }
  }

  /// X.690 §8.1.3.5: the number of length octets, then these.
  private static func longLength(_ length: Int) -> [UInt8] {
    let digits = withUnsafeBytes(of: length.bigEndian) { Array($0.drop { $0 == 0 }) }
    return [0x80 | UInt8(truncatingIfNeeded: digits.count)] + digits
  }

  private mutating func appendOctets(of value: Int64, from highestShift: Int) {
    for shift in stride(from: highestShift, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// The shift of an INTEGER's first octet: two's complement in as few octets as possible, at least
  /// one (X.690 §8.3.2). An octet that only repeats the next one's sign bit is dropped.
  private static func highestShift(_ value: Int64) -> Int {
    var shift = 56
    while shift > 0, value >> (shift - 1) == 0 || value >> (shift - 1) == -1 { shift -= 8 }
    return shift
  }

  /// The first two arcs share an octet; the rest are base 128 with the high bit set on all but the
  /// last octet.
  private static func objectIdentifierContent(_ arcs: [UInt]) -> [UInt8] {
    guard arcs.count >= 2 else { return [] }
    return ([arcs[0] &* 40 &+ arcs[1]] + arcs[2...]).flatMap { arc in
      var groups = [UInt8(arc & 0x7F)]
      var rest = arc >> 7
      while rest > 0 {
        groups.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      return groups.reversed()
    }
  }
}

enum DERTag {
  static let integer: UInt8 = 0x02
  static let octetString: UInt8 = 0x04
  static let null: UInt8 = 0x05
  static let objectIdentifier: UInt8 = 0x06
  static let utf8String: UInt8 = 0x0C
  static let ia5String: UInt8 = 0x16
  static let utcTime: UInt8 = 0x17
  static let constructedOctetString: UInt8 = 0x24
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31
  static let uri: UInt8 = 0x86
  static let context0: UInt8 = 0xA0
}

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

/// An error of creating keys, certificates or signatures; never caused by external input.
package enum MintError: Error, Equatable, Sendable, CustomStringConvertible {
  case noKey(kind: String)
  case certificateRefused(subject: String)
  case notSigned(what: String)

  package var description: String {
    switch self {
    case .noKey(let kind):
      "No \(kind) key could be made, because the system gave no random bytes. Try again."
    case .certificateRefused(let subject):
      "No certificate could be made for \(subject): its name or its dates do not fit X.509. "
        + "Use years from 1950 to 9999 and plain ASCII for the country."
    case .notSigned(let what):
      "The \(what) could not be signed, because the RSA key was refused. Mint a new authority."
    }
  }
}
