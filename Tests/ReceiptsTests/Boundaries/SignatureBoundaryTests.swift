import Basics
import Crypto
import Testing

@testable import Mint
@testable import Receipts

@Suite struct `Signatures at their bounds` {
  private static let one = BigNumber.small(1, in: 32)
  /// n / 2, rounded down; n is odd.
  private static let half = BigNumber.octets(
    "7FFFFFFF800000007FFFFFFFFFFFFFFFDE737D56D38BCF4279DCE5617E3192A8"
  )

  @Test func `have a smaller s where theirs is more than half of the order`() {
    let (r, more) = (BigNumber.field, BigNumber.sum(Self.half, Self.one))
    #expect(BigNumber.sum(Self.half, more) == BigNumber.order)
    #expect(ES256.smaller(r + Self.half) == nil)
    #expect(ES256.smaller(r + more) == r + Self.half)
    #expect(ES256.smaller(r + BigNumber.difference(BigNumber.order, Self.one)) == r + Self.one)
    let other = BigNumber.octets(String(repeating: "80FF007F", count: 8))
    #expect(ES256.smaller(r + other) == r + BigNumber.difference(BigNumber.order, other))
    #expect(ES256.smaller(r + more.dropLast()) == nil)
    #expect(ES256.smaller(r + more + [0]) == nil)
  }

  @Test func `of another length than r and s are none`() {
    let key = P256.Signing.PrivateKey().publicKey
    #expect(!key.hasSigned([1], with: [1, 2, 3]))
    #expect(!key.hasSigned([1], with: [UInt8](repeating: 1, count: 65)))
  }
}

@Suite struct `JSON Web Keys` {
  private let key = P256.Signing.PrivateKey()

  private var members: [JSONValue.Member] {
    let point = [UInt8](key.publicKey.rawRepresentation)
    return [
      .init("kty", .string("EC")), .init("crv", .string("P-256")),
      .init("x", .string(PayloadMint.base64URL(point.prefix(32)))),
      .init("y", .string(PayloadMint.base64URL(point.suffix(32)))),
    ]
  }

  private func read(_ changes: [JSONValue.Member] = []) -> RawPublicKey? {
    let names = Set(changes.map(\.name))
    return RawPublicKey(jwk: .object(members.filter { !names.contains($0.name) } + changes))
  }

  @Test func `of P-256 for signatures, or for no stated purpose, are read`() {
    #expect(read() != nil)
    #expect(read([.init("use", .string("sig"))]) != nil)
    #expect(read([.init("key_ops", .array([.string("verify")]))]) != nil)
    #expect(read([.init("key_ops", .array([.string("sign"), .string("verify")]))]) != nil)
  }

  @Test func `of another type, curve or purpose are not`() {
    #expect(read([.init("kty", .string("OKP"))]) == nil)
    #expect(read([.init("crv", .string("P-384"))]) == nil)
    #expect(read([.init("use", .string("enc"))]) == nil)
    #expect(read([.init("key_ops", .array([.string("sign")]))]) == nil)
    #expect(read([.init("key_ops", .array([]))]) == nil)
  }

  @Test func `have coordinates of 32 bytes`() {
    let point = [UInt8](key.publicKey.rawRepresentation)
    for octets in [point.prefix(31), point.prefix(33), [] as ArraySlice] {
      #expect(read([.init("x", .string(PayloadMint.base64URL(octets)))]) == nil)
    }
    for text in ["", "*", "AA=="] { #expect(read([.init("y", .string(text))]) == nil) }
    #expect(RawPublicKey(jwk: .object(Array(members.dropLast()))) == nil)
  }

  @Test func `judge a JWS of ES256, whatever its payload is`() throws {
    let signed = "\(PayloadMint.base64URL(#"{"alg":"ES256"}"#.utf8)).\(PayloadMint.base64URL([1]))"
    let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
    func fault(_ text: String, _ key: RawPublicKey?) -> String? {
      RawPublicKey.fault(inJWS: Array(text.utf8), by: key)?.code
    }
    let text = "\(signed).\(PayloadMint.base64URL(signature))"
    #expect(fault(text, read()) == nil)
    #expect(fault(text, nil) == "untrusted-chain")
    #expect(fault("\(signed).AAAA", read()) == "bad-signature")
    #expect(fault("nothing", read()) == "malformed")
    let zeros = PayloadMint.base64URL([UInt8](repeating: 0, count: 64))
    #expect(fault("\(signed).\(zeros)", read()) == "bad-signature")
  }
}
