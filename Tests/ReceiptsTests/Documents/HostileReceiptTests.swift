import Foundation
import Testing

@testable import Mint
@testable import Receipts

/// Hostile receipts by their names, each with the verdict it gets. All payloads here are signed:
/// what is refused is refused for what it says.
@Suite struct `Hostile receipts` {
  let workshop: Workshop

  init() throws { workshop = try Workshop.shared.get() }

  private func word(_ bytes: [UInt8]) -> String {
    workshop.rejection(of: bytes)?.code ?? "genuine"
  }

  @Test(arguments: HostileBytes.all)
  func `bytes that are no receipt are malformed, wherever reading stops`(_ hostile: HostileBytes) {
    #expect(word(hostile.bytes) == "malformed")
    #expect(ReceiptOutline(of: hostile.bytes).fault != nil)
  }

  @Test(arguments: HostilePayload.all)
  func `a signed payload gets its verdict`(_ hostile: HostilePayload) throws {
    let bytes = try workshop.mint.mint(payload: hostile.payload)
    #expect(word(bytes) == hostile.verdict)
    _ = ReceiptOutline(of: bytes)
  }

  @Test(arguments: HostileDate.all)
  func `a date gets its verdict where it judges and where it decides access`(
    _ hostile: HostileDate
  ) throws {
    var receipt = Workshop.receipt
    receipt.changes.replaced = [hostile.attribute(12)]
    #expect(try workshop.verdict(receipt)?.code ?? "genuine" == hostile.asCreation)
    receipt = Workshop.receipt
    receipt.purchases[0].changes.replaced = [hostile.attribute(1_708)]
    #expect(try workshop.verdict(receipt)?.code ?? "genuine" == hostile.asEnd)
  }

  @Test(arguments: HostileEnvelope.all)
  func `an envelope gets its verdict`(_ hostile: HostileEnvelope) throws {
    let envelope = hostile.envelope(workshop.authority)
    #expect(try workshop.verdict(as: envelope)?.code ?? "genuine" == hostile.verdict)
  }

  @Test func `lengths written longer than needed say the same`() throws {
    let receipt = try workshop.mint.mint(Workshop.receipt)
    let content = try BERReader.element(receipt.span, at: 0, limit: receipt.count, depth: 0).content
    for octets in [4, 5, 8] {
      let length = (0..<octets).reversed().map { shift in
        UInt8(truncatingIfNeeded: content.count >> (8 * shift))
      }
      #expect(word([0x30, 0x80 | UInt8(octets)] + length + receipt[content]) == "genuine")
    }
  }
}

/// Bytes from which no receipt can be read.
struct HostileBytes: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]

  private init(_ name: String, _ bytes: [UInt8]) {
    testDescription = name
    self.bytes = bytes
  }

  static let all = [
    HostileBytes("100,000 nested indefinite lengths", repeated([0x30, 0x80], 100_000)),
    HostileBytes("100,000 nested definite lengths", nested(100_000)),
    HostileBytes("1,000 nested chunks of the content", envelope(repeated([0x24, 0x80], 1_000))),
    HostileBytes("a length of 84 FF FF FF FF", [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]),
    HostileBytes("a length of 2^63 - 1", [0x30, 0x88, 0x7F] + repeated([0xFF], 7)),
    HostileBytes("a length of 2^63", [0x30, 0x88, 0x80] + repeated([0], 7)),
    HostileBytes("a length of 2^64 - 1", [0x30, 0x88] + repeated([0xFF], 8)),
    HostileBytes("a length of nine octets", [0x30, 0x89] + repeated([0], 9)),
    HostileBytes("a length of 127 octets", [0x30, 0xFF] + repeated([0xFF], 127)),
    HostileBytes("an indefinite length and no more", [0x30, 0x80]),
    HostileBytes("an indefinite length without content", [0x30, 0x80, 0x00, 0x00]),
    HostileBytes("an indefinite length on an OCTET STRING", [0x04, 0x80, 0x00, 0x00]),
    HostileBytes("an empty SEQUENCE", [0x30, 0x00]),
    HostileBytes("a tag and no more", [0x30]),
    HostileBytes("a tag number above 30", [0x3F, 0x81, 0x01]),
    HostileBytes("nothing", []),
  ]

  static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    Array(Array(repeating: bytes, count: count).joined())
  }

  /// SEQUENCEs in SEQUENCEs, each length right.
  static func nested(_ levels: Int) -> [UInt8] {
    (0..<levels).reversed().flatMap { level -> [UInt8] in
      let rest = UInt32(level * 6)
      return [0x30, 0x84] + withUnsafeBytes(of: rest.bigEndian) { Array($0) }
    }
  }

  /// A signedData whose content is `octets`, and which ends there.
  private static func envelope(_ octets: [UInt8]) -> [UInt8] {
    [0x30, 0x80, 0x06, 0x09] + OID.signedData + [0xA0, 0x80, 0x30, 0x80, 0x02, 0x01, 0x01]
      + [0x31, 0x00, 0x30, 0x80, 0x06, 0x09] + OID.data + [0xA0, 0x80] + octets
  }
}

/// What may stand where the SET of attributes should.
struct HostilePayload: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var payload: [UInt8]
  /// `genuine`, or the code of the refusal.
  var verdict: String

  private init(_ name: String, _ verdict: String, payload: [UInt8]) {
    testDescription = name
    self.verdict = verdict
    self.payload = payload
  }

  /// The usual attributes with `extra` behind them.
  private init(_ name: String, _ verdict: String, adding extra: [UInt8]) {
    self.init(name, verdict, payload: Self.set(Self.items + extra))
  }

  /// The usual receipt's attributes, without the SET around them.
  static let items: [UInt8] = {
    let payload = Workshop.receipt.payload
    let set = try? BERReader.element(payload.span, at: 0, limit: payload.count, depth: 0)
    return set.map { Array(payload[$0.content]) } ?? []
  }()

  static func set(_ content: [UInt8]) -> [UInt8] { element(Tag.set, content) }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag] + BERReader.length(content.count) + content
  }

  /// An attribute whose type and value are given as they are encoded.
  private static func attribute(type: [UInt8], value: [UInt8] = [0x04, 0x00]) -> [UInt8] {
    element(Tag.sequence, type + [0x02, 0x01, 0x01] + value)
  }

  /// The same attributes, the last first.
  private static var reversed: [UInt8] {
    var reader = BERReader(0..<items.count)
    var list: [[UInt8]] = []
    while let item = try? reader.next(items.span) { list.append(Array(items[item.whole])) }
    return Array(list.reversed().joined())
  }

  private static let unknown: [UInt8] = [0x02, 0x02, 0x27, 0x0F]

  static let all = wellFormed + illFormed

  private static let wellFormed = [
    HostilePayload("attributes in another order", "genuine", payload: set(reversed)),
    HostilePayload(
      "a million attributes nobody knows",
      "genuine",
      adding: HostileBytes.repeated(attribute(type: unknown), 1_000_000)
    ),
    HostilePayload(
      "an unknown value of 100,000 levels",
      "genuine",
      adding: attribute(type: unknown, value: element(0x04, HostileBytes.nested(100_000)))
    ),
    HostilePayload(
      "a type of 2^63 - 1",
      "genuine",
      adding: attribute(type: [0x02, 0x08, 0x7F] + HostileBytes.repeated([0xFF], 7))
    ),
    HostilePayload(
      "a value's length longer than needed",
      "genuine",
      adding: attribute(type: unknown, value: [0x04, 0x81, 0x01, 0x41])
    ),
    HostilePayload(
      "an attribute of indefinite length",
      "genuine",
      adding: [0x30, 0x80] + unknown + [0x02, 0x01, 0x01, 0x04, 0x00, 0x00, 0x00]
    ),
  ]

  private static let illFormed = [
    HostilePayload("nothing", "malformed", payload: []),
    HostilePayload("an empty SET", "malformed", payload: set([])),
    HostilePayload("a byte behind the SET", "malformed", payload: set(items) + [0x00]),
    HostilePayload(
      "a million empty attributes",
      "malformed",
      adding: HostileBytes.repeated([0x30, 0x00], 1_000_000)
    ),
    HostilePayload(
      "a type of 1 MB",
      "malformed",
      adding: attribute(type: element(0x02, HostileBytes.repeated([0x7F], 1 << 20)))
    ),
    HostilePayload("a negative type", "malformed", adding: attribute(type: [0x02, 0x01, 0xFF])),
    HostilePayload("a type without octets", "malformed", adding: attribute(type: [0x02, 0x00])),
    HostilePayload(
      "a type of 2^63",
      "malformed",
      adding: attribute(type: [0x02, 0x09, 0x00, 0x80] + HostileBytes.repeated([0], 7))
    ),
    HostilePayload(
      "a value in chunks",
      "malformed",
      adding: attribute(type: unknown, value: [0x24, 0x04, 0x04, 0x02, 0x0C, 0x00])
    ),
    HostilePayload(
      "100,000 levels in place of an attribute",
      "malformed",
      adding: HostileBytes.repeated([0x30, 0x80], 100_000)
    ),
    HostilePayload(
      "a purchase that is no SET",
      "malformed",
      adding: MintedAttribute(type: 17, value: [0x04, 0x00]).encoded
    ),
    HostilePayload(
      "more purchases than any receipt holds",
      "malformed",
      adding: HostileBytes.repeated(
        MintedAttribute(type: 17, value: [0x31, 0x00]).encoded,
        200_000
      )
    ),
    HostilePayload(
      "a text that is not UTF-8",
      "malformed",
      payload: set(MintedAttribute(type: 2, value: [0x0C, 0x02, 0xC0, 0xAF]).encoded + items)
    ),
  ]
}

/// A date as an attacker writes it.
struct HostileDate: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// The value's octets.
  var value: [UInt8]
  /// The verdict where it is the creation date, and where it is a subscription's end.
  var asCreation: String
  var asEnd: String

  private init(_ name: String, _ value: [UInt8], creation: String, end: String) {
    testDescription = name
    self.value = value
    asCreation = creation
    asEnd = end
  }

  func attribute(_ type: Int) -> MintedAttribute { MintedAttribute(type: type, value: value) }

  private static func ia5(_ text: String) -> [UInt8] { MintedAttribute.ia5(0, text).value }

  static let all = [
    HostileDate(
      "the year 0",
      ia5("0000-12-31T23:59:59Z"),
      creation: "malformed",
      end: "malformed"
    ),
    HostileDate(
      "the year 9999",
      ia5("9999-12-31T23:59:59Z"),
      creation: "untrusted-chain",
      end: "genuine"
    ),
    HostileDate(
      "the year 10000",
      ia5("10000-01-01T00:00:00Z"),
      creation: "malformed",
      end: "malformed"
    ),
    HostileDate("an empty text", ia5(""), creation: "malformed", end: "genuine"),
    HostileDate("no text", [], creation: "malformed", end: "malformed"),
    HostileDate(
      "letters that are none of IA5",
      [0x16, 0x14] + HostileBytes.repeated([0xFF], 20),
      creation: "malformed",
      end: "malformed"
    ),
    HostileDate(
      "digits that are none of IA5",
      ia5("٢٠٢٥-12-26T18:39Z"),
      creation: "malformed",
      end: "malformed"
    ),
    HostileDate(
      "a NUL behind it",
      ia5("2025-12-26T18:39:47Z\u{0}"),
      creation: "malformed",
      end: "malformed"
    ),
    HostileDate(
      "a UTCTime",
      [0x17, 0x0D] + Array("251226183947Z".utf8),
      creation: "malformed",
      end: "malformed"
    ),
  ]
}

/// What may be wrong, or only unusual, around a right payload.
struct HostileEnvelope: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var verdict: String
  var envelope: @Sendable (TestAuthority) -> Envelope

  private init(
    _ name: String,
    _ verdict: String,
    _ envelope: @escaping @Sendable (TestAuthority) -> Envelope
  ) {
    testDescription = name
    self.verdict = verdict
    self.envelope = envelope
  }

  private init(_ name: String, _ verdict: String, _ signers: Signer...) {
    self.init(name, verdict) { _ in Envelope(signers: signers) }
  }

  private static let signed = Signer.Attributes(signingTime: Workshop.now)
  private static var undigested: Signer.Attributes {
    var attributes = signed
    attributes.hasMessageDigest = false
    return attributes
  }

  static let all = [
    HostileEnvelope("the signer's certificate last", "genuine") { authority in
      Envelope(certificates: .exactly(authority.certificatesDER.reversed()))
    },
    HostileEnvelope("the content in chunks of one octet", "genuine") { _ in
      Envelope(encoding: .indefinite(chunk: 1))
    },
    HostileEnvelope("no signer", "bad-signature"),
    HostileEnvelope("two signers", "unsupported", Signer(), Signer()),
    HostileEnvelope("a signature off by one bit", "bad-signature", Signer(isSignatureBroken: true)),
    HostileEnvelope("another content", "bad-signature") { _ in
      Envelope(content: .replaced(by: Workshop.forged))
    },
    HostileEnvelope("no content (detached)", "malformed") { _ in Envelope(content: .detached) },
    HostileEnvelope("1,000 certificates", "malformed") { authority in
      let leaf = authority.certificatesDER.prefix(1)
      return Envelope(certificates: .exactly(Array(repeating: leaf, count: 1_000).flatMap(\.self)))
    },
    HostileEnvelope(
      "SHA-1 named, SHA-256 signed",
      "bad-signature",
      Signer(digest: .stated(KnownOID.sha1))
    ),
    HostileEnvelope(
      "SHA-256 named, SHA-1 under the signature",
      "unsupported",
      Signer(scheme: .stated(KnownOID.sha1WithRSA))
    ),
    HostileEnvelope("MD5", "unsupported", Signer(digest: .stated(KnownOID.md5))),
    HostileEnvelope("SHA-512", "unsupported", Signer(digest: .sha512)),
    HostileEnvelope("RSASSA-PSS", "unsupported", Signer(scheme: .pss)),
    HostileEnvelope("signed attributes", "genuine", Signer(attributes: signed)),
    HostileEnvelope(
      "signed attributes without a digest",
      "bad-signature",
      Signer(attributes: undigested)
    ),
    HostileEnvelope(
      "signed attributes with another digest",
      "bad-signature",
      Signer(attributes: .init(signingTime: Workshop.now, messageDigest: [1, 2, 3]))
    ),
  ]
}

extension MintedAttribute {
  /// The whole attribute, tag and length included.
  var encoded: [UInt8] {
    var writer = DERWriter()
    write(into: &writer)
    return writer.bytes
  }
}
