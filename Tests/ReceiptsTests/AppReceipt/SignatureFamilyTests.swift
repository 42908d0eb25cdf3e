import Basics
import Foundation
import Testing

@testable import Mint
@testable import Receipts

/// A way to make another signature of a genuine one, of a family that Wycheproof knows.
struct SignatureForgery: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// From r and s, 32 octets each.
  var octets: @Sendable (_ r: [UInt8], _ s: [UInt8]) -> [UInt8]

  init(_ name: String, _ octets: @escaping @Sendable (_ r: [UInt8], _ s: [UInt8]) -> [UInt8]) {
    testDescription = name
    self.octets = octets
  }
}

@Suite struct `ES256 signatures` {
  let workshop: PayloadWorkshop

  init() throws { workshop = try PayloadWorkshop.shared.get() }

  /// Why a payload with this signature in place of its own is refused.
  private func code(_ forgery: SignatureForgery) throws -> String? {
    let parts = try workshop.signed().split(separator: ".")
    let letters = Array(parts[2].utf8)
    let genuine = try StrictBase64.decode(letters.span, 0..<letters.count, .url)
    let octets = forgery.octets(Array(genuine.prefix(32)), Array(genuine.suffix(32)))
    let text = "\(parts[0]).\(parts[1]).\(PayloadMint.base64URL(octets))"
    return workshop.examine(text).rejection?.code
  }

  static let edges: [(name: String, octets: [UInt8])] = [
    ("0", BigNumber.small(0, in: 32)), ("1", BigNumber.small(1, in: 32)),
    ("n-1", BigNumber.difference(BigNumber.order, BigNumber.small(1, in: 32))),
    ("n", BigNumber.order), ("n+1", BigNumber.sum(BigNumber.order, BigNumber.small(1, in: 32))),
    ("p", BigNumber.field), ("2^256-1", [UInt8](repeating: 0xFF, count: 32)),
  ]

  static let values: [SignatureForgery] = edges.flatMap { name, edge in
    [
      SignatureForgery("r = \(name)") { edge + $1 },
      SignatureForgery("s = \(name)") { r, _ in r + edge },
      SignatureForgery("r = s = \(name)") { _, _ in edge + edge },
    ]
  }

  static let others: [SignatureForgery] = [
    SignatureForgery("swapped") { $1 + $0 },
    SignatureForgery("n - r") { BigNumber.difference(BigNumber.order, $0) + $1 },
    SignatureForgery("n + r, without the carry") { BigNumber.sum(BigNumber.order, $0) + $1 },
    SignatureForgery("n + s, without the carry") { $0 + BigNumber.sum(BigNumber.order, $1) },
    SignatureForgery("p - r") { BigNumber.difference(BigNumber.field, $0) + $1 },
    SignatureForgery("nothing") { _, _ in [] },
    SignatureForgery("r alone") { r, _ in r },
    SignatureForgery("63 octets") { $0 + $1.dropLast() },
    SignatureForgery("65 octets, 0 in front") { [0] + $0 + $1 },
    SignatureForgery("65 octets, 0 behind") { $0 + $1 + [0] },
    SignatureForgery("66 octets, both with a 0 in front") { [0] + $0 + [0] + $1 },
    SignatureForgery("twice") { $0 + $1 + $0 + $1 },
    SignatureForgery("DER") { DERForgery.signature($0, $1) },
    SignatureForgery("DER of 64 octets") {
      let der = DERForgery.signature($0, $1)
      return der.prefix(64) + [UInt8](repeating: 0, count: max(0, 64 - der.count))
    },
  ]

  @Test(arguments: values + others)
  func `of another value, length or form are refused`(forgery: SignatureForgery) throws {
    #expect(try code(forgery) == "bad-signature")
  }

  @Test func `with the larger s are as good as those with the smaller`() throws {
    let larger = SignatureForgery("n - s") { $0 + BigNumber.difference(BigNumber.order, $1) }
    #expect(try code(larger) == nil)
    #expect(try code(SignatureForgery("as they are") { $0 + $1 }) == nil)
  }
}

/// The forms of `ECDSA-Sig-Value ::= SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279 §2.2.3).
enum DERForgery {
  static func integer(_ octets: [UInt8]) -> [UInt8] {
    let digits = Array(octets.drop { $0 == 0 })
    guard let first = digits.first else { return [0] }
    return first < 0x80 ? digits : [0] + digits
  }

  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var writer = DERWriter()
    writer.element(tag, content)
    return writer.bytes
  }

  static func sequence(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    element(DERTag.sequence, element(DERTag.integer, r) + element(DERTag.integer, s))
  }

  static func signature(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    sequence(integer(r), integer(s))
  }

  private static func content(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    element(DERTag.integer, integer(r)) + element(DERTag.integer, integer(s))
  }

  private static func length(_ content: [UInt8]) -> UInt8 {
    UInt8(truncatingIfNeeded: content.count)
  }

  /// s or n - s, whichever has its highest bit set: without the 0 in front it is negative.
  private static func large(_ s: [UInt8]) -> [UInt8] {
    (s.first ?? 0) < 0x80 ? BigNumber.difference(BigNumber.order, s) : s
  }

  static let forms: [SignatureForgery] = [
    SignatureForgery("a long length of the SEQUENCE") {
      let content = content($0, $1)
      return [0x30, 0x81, length(content)] + content
    },
    SignatureForgery("a length of two octets, the first 0") {
      let content = content($0, $1)
      return [0x30, 0x82, 0, length(content)] + content
    },
    SignatureForgery("a long length of r") {
      let r = integer($0)
      let content = [0x02, 0x81, length(r)] + r + element(0x02, integer($1))
      return element(0x30, content)
    },
    SignatureForgery("a long length of s") {
      let s = integer($1)
      return element(0x30, element(0x02, integer($0)) + [0x02, 0x81, length(s)] + s)
    },
    SignatureForgery("an indefinite length") { [0x30, 0x80] + content($0, $1) + [0, 0] },
    SignatureForgery("an indefinite length without an end") { [0x30, 0x80] + content($0, $1) },
    SignatureForgery("a length of nine octets") {
      let content = content($0, $1)
      return [0x30, 0x89, 0, 0, 0, 0, 0, 0, 0, 0, length(content)] + content
    },
    SignatureForgery("a length too long by one") {
      let content = content($0, $1)
      return [0x30, length(content) + 1] + content
    },
    SignatureForgery("a length too short by one") {
      let content = content($0, $1)
      return [0x30, length(content) - 1] + content
    },
    SignatureForgery("one more 0 in front of r") { sequence([0] + integer($0), integer($1)) },
    SignatureForgery("one more 0 in front of s") { sequence(integer($0), [0] + integer($1)) },
    SignatureForgery("a negative s") { sequence(integer($0), large($1)) },
    SignatureForgery("s negated") {
      let negated = BigNumber.difference([UInt8](repeating: 0, count: 33), [0] + $1)
      return sequence(integer($0), negated)
    },
    SignatureForgery("an r without octets") { sequence([], integer($1)) },
    SignatureForgery("an s without octets") { r, _ in sequence(integer(r), []) },
    SignatureForgery("r cut off") { sequence(integer($0).dropLast(), integer($1)) },
    SignatureForgery("s with an octet more") { sequence(integer($0), integer($1) + [0]) },
    SignatureForgery("r alone") { r, _ in element(0x30, element(0x02, integer(r))) },
    SignatureForgery("an empty SEQUENCE") { _, _ in [0x30, 0] },
    SignatureForgery("nothing") { _, _ in [] },
    SignatureForgery("an octet behind") { signature($0, $1) + [0] },
    SignatureForgery("a NULL behind") { signature($0, $1) + [5, 0] },
    SignatureForgery("a NULL inside, behind") { element(0x30, content($0, $1) + [5, 0]) },
    SignatureForgery("a NULL inside, in front") { element(0x30, [5, 0] + content($0, $1)) },
    SignatureForgery("a third INTEGER") { element(0x30, content($0, $1) + [2, 1, 0]) },
    SignatureForgery("a SEQUENCE around it") { element(0x30, signature($0, $1)) },
    SignatureForgery("a SET") { element(0x31, content($0, $1)) },
    SignatureForgery("a primitive SEQUENCE") { element(0x10, content($0, $1)) },
    SignatureForgery("r as an OCTET STRING") {
      element(0x30, element(0x04, integer($0)) + element(0x02, integer($1)))
    },
    SignatureForgery("s as an ENUMERATED") {
      element(0x30, element(0x02, integer($0)) + element(0x0A, integer($1)))
    },
    SignatureForgery("a constructed r") {
      element(0x30, element(0x22, element(0x02, integer($0))) + element(0x02, integer($1)))
    },
    SignatureForgery("cut in half") { signature($0, $1).prefix(35).map { $0 } },
    SignatureForgery("the form of ES256") { $0 + $1 },
    SignatureForgery("r + n, 33 octets") {
      sequence(integer(BigNumber.sum([0] + $0, [0] + BigNumber.order)), integer($1))
    },
    SignatureForgery("s + n, 33 octets") {
      sequence(integer($0), integer(BigNumber.sum([0] + $1, [0] + BigNumber.order)))
    },
    SignatureForgery("s + 2^256") { sequence(integer($0), [1] + $1) },
    SignatureForgery("swapped") { signature($1, $0) },
  ]

  static let values: [SignatureForgery] = `ES256 signatures`.edges.flatMap { name, edge in
    [
      SignatureForgery("r = \(name)") { signature(edge, $1) },
      SignatureForgery("s = \(name)") { r, _ in signature(r, edge) },
      SignatureForgery("r = s = \(name)") { _, _ in signature(edge, edge) },
    ]
  }
}

@Suite struct `ECDSA signatures of certificates` {
  let workshop: Workshop

  init() throws { workshop = try Workshop.shared.get() }

  /// Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm, signature BIT STRING }
  private func refusal(_ forgery: SignatureForgery, spareBits: UInt8 = 0) throws -> Rejection? {
    var chain = workshop.authority.certificatesDER
    let der = chain[0]
    var outer = BERReader(0..<der.count)
    var parts = BERReader(try outer.next(der.span).content)
    let (signed, algorithm) = (try parts.next(der.span), try parts.next(der.span))
    let genuine = try parts.next(der.span).content.dropFirst()
    var numbers = BERReader(genuine)
    numbers = BERReader(try numbers.next(der.span).content)
    let (r, s) = (try numbers.next(der.span).content, try numbers.next(der.span).content)
    let octets = forgery.octets(Self.padded(der[r]), Self.padded(der[s]))
    chain[0] = DERForgery.element(
      DERTag.sequence,
      Array(der[signed.start..<algorithm.end])
        + DERForgery.element(Tag.bitString, [spareBits] + octets)
    )
    return try workshop.verdict(as: Envelope(certificates: .exactly(chain)))
  }

  private static func padded(_ integer: ArraySlice<UInt8>) -> [UInt8] {
    let digits = integer.drop { $0 == 0 }
    return [UInt8](repeating: 0, count: 32 - digits.count) + digits
  }

  @Test(arguments: DERForgery.forms + DERForgery.values)
  func `of another value or form than DER's are refused`(forgery: SignatureForgery) throws {
    #expect(try refusal(forgery)?.code == "untrusted-chain")
  }

  @Test func `are believed as they are, with either s`() throws {
    #expect(try refusal(SignatureForgery("as they are", DERForgery.signature)) == nil)
    let larger = SignatureForgery("n - s") {
      DERForgery.signature($0, BigNumber.difference(BigNumber.order, $1))
    }
    #expect(try refusal(larger) == nil)
  }

  @Test func `are whole octets`() throws {
    // Only a last octet that ends in zero bits may leave some of them out (X.690 §11.2).
    for spareBits: UInt8 in [1, 7, 8] {
      let genuine = SignatureForgery("spare bits", DERForgery.signature)
      #expect(try refusal(genuine, spareBits: spareBits)?.code == "untrusted-chain")
    }
  }
}
