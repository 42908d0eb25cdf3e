import Crypto
import Testing

@testable import Mint
@testable import Receipts

/// EMSA-PKCS1-v1_5 (RFC 8017 §9.2): `0x00 0x01 FF … FF 0x00 DigestInfo`, in 256 octets for a key of
/// 2048 bits; and what is no longer that.
struct EncodedMessage: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var octets: @Sendable (_ digest: [UInt8]) -> [UInt8]

  init(_ name: String, _ octets: @escaping @Sendable (_ digest: [UInt8]) -> [UInt8]) {
    testDescription = name
    self.octets = octets
  }

  static let width = 256
  static let null: [UInt8] = [5, 0]

  /// DigestInfo ::= SEQUENCE { digestAlgorithm AlgorithmIdentifier, digest OCTET STRING }
  static func info(
    _ digest: [UInt8],
    _ algorithm: [UInt8] = OID.sha256,
    parameters: [UInt8] = null,
    further: [UInt8] = []
  ) -> [UInt8] {
    let identifier = DERForgery.element(
      DERTag.sequence,
      DERForgery.element(DERTag.objectIdentifier, algorithm) + parameters
    )
    return DERForgery.element(
      DERTag.sequence,
      identifier + DERForgery.element(DERTag.octetString, digest) + further
    )
  }

  static func padded(
    _ info: [UInt8],
    head: [UInt8] = [0, 1],
    padding: UInt8 = 0xFF,
    end: UInt8 = 0
  ) -> [UInt8] {
    let count = width - head.count - 1 - info.count
    return head + [UInt8](repeating: padding, count: count) + [end] + info
  }

  /// So many octets of padding, and garbage where the rest of it belongs.
  static func short(_ padding: Int, _ info: [UInt8], garbage: UInt8 = 0xA5) -> [UInt8] {
    let head = [0, 1] + [UInt8](repeating: 0xFF, count: padding) + [0] + info
    return head + [UInt8](repeating: garbage, count: width - head.count)
  }

  static let right = EncodedMessage("as it should be") { padded(info($0)) }

  static let md5: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05]
  static let sha512: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03]

  static let wrong: [EncodedMessage] = [
    EncodedMessage("SHA-1's identifier") { padded(info($0, OID.sha1)) },
    EncodedMessage("SHA-512's identifier") { padded(info($0, sha512)) },
    EncodedMessage("MD5's identifier") { padded(info($0, md5)) },
    EncodedMessage("MD5's identifier and length") { padded(info(Array($0.prefix(16)), md5)) },
    EncodedMessage("the signature's identifier") { padded(info($0, OID.sha256WithRSA)) },
    EncodedMessage("no parameters") { padded(info($0, parameters: [])) },
    EncodedMessage("a BOOLEAN for parameters") { padded(info($0, parameters: [1, 1, 0])) },
    EncodedMessage("a NULL with an octet") { padded(info($0, parameters: [5, 1, 0])) },
    EncodedMessage("a NULL of a long length") { padded(info($0, parameters: [5, 0x81, 0])) },
    EncodedMessage("two NULLs") { padded(info($0, parameters: null + null)) },
    EncodedMessage("garbage in the parameters") {
      let garbage = [UInt8](repeating: 0xA5, count: 150)
      return padded(info($0, parameters: DERForgery.element(DERTag.octetString, garbage)))
    },
    EncodedMessage("a third part") { padded(info($0, further: null)) },
    EncodedMessage("a digest cut off") { padded(info($0.dropLast())) },
    EncodedMessage("a digest with an octet more") { padded(info($0 + [0])) },
    EncodedMessage("another digest") { padded(info($0.reversed())) },
    EncodedMessage("an indefinite length") {
      padded([0x30, 0x80] + info($0).dropFirst(2) + [0, 0])
    },
    EncodedMessage("a long length") {
      let info = info($0)
      return padded([0x30, 0x81] + info.dropFirst())
    },
    EncodedMessage("the digest alone") { padded($0) },
    EncodedMessage("nothing but padding") { _ in padded([]) },
    EncodedMessage("no padding") { short(0, info($0)) },
    EncodedMessage("seven octets of padding") { short(7, info($0)) },
    EncodedMessage("eight octets of padding, garbage behind") { short(8, info($0)) },
    EncodedMessage("eight octets of padding, zeros behind") { short(8, info($0), garbage: 0) },
    EncodedMessage("one octet behind") { short(width - 4 - info($0).count, info($0)) },
    EncodedMessage("block type 0") { padded(info($0), head: [0, 0], padding: 0) },
    EncodedMessage("block type 2") { padded(info($0), head: [0, 2]) },
    EncodedMessage("no 0 in front") { padded(info($0), head: [1]) },
    EncodedMessage("two zeros in front") { padded(info($0), head: [0, 0, 1]) },
    EncodedMessage("padding of FE") { padded(info($0), padding: 0xFE) },
    EncodedMessage("padding of zeros") { padded(info($0), padding: 0) },
    EncodedMessage("one octet of the padding changed") {
      var octets = padded(info($0))
      octets[100] = 0
      return octets
    },
    EncodedMessage("no 0 behind the padding") { padded(info($0), end: 0xFF) },
    EncodedMessage("0") { _ in BigNumber.small(0, in: width) },
    EncodedMessage("1") { _ in BigNumber.small(1, in: width) },
  ]
}

@Suite struct `RSA signatures of receipts` {
  let workshop: Workshop
  let digest = Array(SHA256.hash(data: Workshop.receipt.payload))

  init() throws { workshop = try Workshop.shared.get() }

  private func code(_ signature: [UInt8]) throws -> String? {
    try workshop.verdict(as: Envelope(signers: [Signer(signature: signature)]))?.code
  }

  @Test func `of the right form are believed`() throws {
    let octets = EncodedMessage.right.octets(digest)
    #expect(octets.count == EncodedMessage.width)
    #expect(try code(workshop.authority.signature(ofEncoded: octets)) == nil)
  }

  @Test(arguments: EncodedMessage.wrong)
  func `of another form are refused`(message: EncodedMessage) throws {
    let octets = message.octets(digest)
    try #require(octets.count == EncodedMessage.width)
    #expect(try code(workshop.authority.signature(ofEncoded: octets)) == "bad-signature")
  }

  @Test func `of another length or value are refused`() throws {
    let authority = workshop.authority
    let signature = try authority.signature(ofEncoded: EncodedMessage.right.octets(digest))
    let modulus = try #require(authority.modulus)
    try #require(modulus.count == EncodedMessage.width)
    let one = BigNumber.small(1, in: modulus.count)
    let wrong: [[UInt8]] = [
      [], signature.dropLast(), Array(signature.dropFirst()), [0] + signature, signature + [0],
      signature.reversed(), signature + signature, BigNumber.small(0, in: modulus.count), one,
      modulus, BigNumber.difference(modulus, one), BigNumber.sum(modulus, one),
      // The same number again, one turn of the modulus further.
      BigNumber.sum([0] + signature, [0] + modulus),
      BigNumber.difference(modulus, signature), [UInt8](repeating: 0xFF, count: modulus.count),
    ]
    for octets in wrong { #expect(try code(octets) == "bad-signature") }
  }

  @Test func `padded after PSS are refused, whatever algorithm is named`() throws {
    let bytes = try workshop.mint.mint(
      Workshop.receipt,
      as: Envelope(signers: [Signer(scheme: .pss)])
    )
    let signer = try #require(try CMSEnvelope(bytes.span).signers.first)
    #expect(try code(Array(bytes[signer.signature])) == "bad-signature")
  }
}

@Suite struct `RSA keys` {
  private static let message: [UInt8] = Array("a receipt".utf8)

  /// SubjectPublicKeyInfo ::= SEQUENCE { algorithm, BIT STRING { SEQUENCE { n, e INTEGER } } }
  private func publicKey(_ modulus: [UInt8], _ exponent: [UInt8]) -> RawPublicKey? {
    var writer = DERWriter()
    writer.constructed(DERTag.sequence) { info in
      info.algorithm(KnownOID.rsaEncryption)
      let numbers = DERForgery.sequence(
        DERForgery.integer(modulus),
        DERForgery.integer(exponent)
      )
      info.element(Tag.bitString, [0] + numbers)
    }
    return RawPublicKey(subjectPublicKeyInfo: writer.bytes)
  }

  private func encoded(_ message: EncodedMessage) -> [UInt8] {
    message.octets(Array(SHA256.hash(data: Self.message)))
  }

  /// A key with the exponent 3 below which `root` is a signature whose encoded message is `message`:
  /// with n = root³ - message nobody needs to know its factors.
  private func cube(of message: [UInt8]) throws -> (modulus: [UInt8], root: [UInt8]) {
    var root = [UInt8](repeating: 0, count: 86)
    root[0] = 0x06
    // n must be odd.
    root[85] = (message.last ?? 0) & 1 == 0 ? 1 : 2
    let cube = BigNumber.product(BigNumber.product(root, root), root).suffix(257)
    let modulus = BigNumber.difference(Array(cube), [0] + message)
    try #require(modulus[0] == 0 && modulus[1] >= 0x80)
    return (Array(modulus.dropFirst()), [UInt8](repeating: 0, count: 170) + root)
  }

  @Test func `with the exponent 3 sign what is padded rightly`() throws {
    let (modulus, root) = try cube(of: encoded(.right))
    let key = try #require(publicKey(modulus, [3]))
    #expect(key.fault(in: root, over: Self.message, by: .rsaSHA256) == nil)
  }

  /// Bleichenbacher's forgeries of 2006, and their relatives.
  @Test(arguments: EncodedMessage.wrong)
  func `with the exponent 3 sign nothing else`(message: EncodedMessage) throws {
    let (modulus, root) = try cube(of: encoded(message))
    let key = try #require(publicKey(modulus, [3]))
    #expect(key.fault(in: root, over: Self.message, by: .rsaSHA256)?.code == "bad-signature")
  }

  @Test func `with other exponents that prove nothing are refused`() throws {
    let message = encoded(.right)
    let (modulus, _) = try cube(of: message)
    for exponent: [UInt8] in [[0], [1], [2], [4]] {
      guard let key = publicKey(modulus, exponent) else { continue }
      // With e = 1 the encoded message is its own signature.
      #expect(key.fault(in: message, over: Self.message, by: .rsaSHA256) != nil)
    }
  }

  @Test(arguments: [512, 768, 1_024, 2_040])
  func `below 2048 bits are refused`(bits: Int) {
    let modulus = [0x80] + [UInt8](repeating: 0x5B, count: bits / 8 - 1)
    #expect(publicKey(modulus, [1, 0, 1]) == nil)
  }
}
