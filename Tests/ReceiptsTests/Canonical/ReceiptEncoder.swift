import Mint
import Testing

@testable import Receipts

/// Encodes a genuine receipt in other ways, at random: everything that neither the signature nor the
/// chain covers.
struct ReceiptEncoder {
  private var random: SplitMix64
  private let receipt: [UInt8]
  private let envelope: CMSEnvelope
  private let signer: CMSEnvelope.Signer

  init(_ receipt: [UInt8], seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    self.receipt = receipt
    envelope = try CMSEnvelope(receipt.span)
    signer = try #require(envelope.signers.first)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func junk() -> [UInt8] {
    (0..<Int.random(in: 0..<40, using: &random)).map { _ in .random(in: 0...255, using: &random) }
  }

  /// In any of the forms that BER allows a length.
  private mutating func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let isConstructed = tag & 0x20 != 0
    switch Int.random(in: 0..<(isConstructed ? 4 : 3), using: &random) {
    case 0, 1: return [tag] + BERReader.length(content.count) + content
    case 2:
      let count = Int.random(in: 4...8, using: &random)
      let octets = (0..<count).reversed().map {
        UInt8(truncatingIfNeeded: content.count >> (8 * $0))
      }
      return [tag, 0x80 | UInt8(count)] + octets + content
    default: return [tag, 0x80] + content + [0, 0]
    }
  }

  private mutating func content() -> [UInt8] {
    guard case .inPlace(let range) = envelope.content else { return [] }
    let octets = Array(receipt[range])
    guard chance(50) else { return element(Tag.octetString, octets) }
    return element(Tag.constructedOctetString, chunks(of: octets, depth: 0))
  }

  private mutating func chunks(of octets: [UInt8], depth: Int) -> [UInt8] {
    var (pieces, rest) = ([UInt8](), octets[...])
    while !rest.isEmpty {
      let count = Int.random(in: 1...rest.count, using: &random)
      let piece = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      pieces +=
        depth < 2 && chance(30)
        ? element(Tag.constructedOctetString, chunks(of: piece, depth: depth + 1))
        : element(Tag.octetString, piece)
    }
    return pieces
  }

  private mutating func algorithm(_ identifier: [UInt8]) -> [UInt8] {
    let oid = element(Tag.objectIdentifier, identifier)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return element(Tag.sequence, oid)
    case 1: return element(Tag.sequence, oid + [0x05, 0x00])
    default: return element(Tag.sequence, oid + element(Tag.octetString, junk()))
    }
  }

  private mutating func certificates() -> [UInt8] {
    var list = envelope.certificates.map { Array(receipt[$0]) }
    if chance(30) { list.removeLast() }
    if chance(40), let again = list.randomElement(using: &random) { list.append(again) }
    if chance(40), let other = AppleRoots.all.randomElement(using: &random) { list.append(other) }
    if chance(50) { list.shuffle(using: &random) }
    return element(Tag.context0, list.flatMap(\.self))
  }

  private mutating func signerInfo() -> [UInt8] {
    let digest = signer.digest == .sha1 ? OID.sha1 : OID.sha256
    let scheme = signer.digest == .sha1 ? OID.sha1WithRSA : OID.sha256WithRSA
    let serial = element(Tag.integer, Array(receipt[signer.serial]))
    var info = element(Tag.integer, [.random(in: 0...127, using: &random)])
    info += element(Tag.sequence, Array(receipt[signer.issuer]) + serial)
    info += algorithm(digest)
    if let attributes = signer.signedAttributes {
      info += element(Tag.context0, Array(receipt[attributes.content]))
    }
    info += algorithm(chance(50) ? OID.rsaEncryption : scheme)
    info += element(Tag.octetString, Array(receipt[signer.signature]))
    if chance(50) { info += element(Tag.context1, element(Tag.octetString, junk())) }
    return element(Tag.sequence, info)
  }

  mutating func encode() -> [UInt8] {
    let type = element(Tag.objectIdentifier, OID.data)
    let content = content()
    let encapsulated = type + element(Tag.context0, content)
    var data = element(Tag.integer, [.random(in: 0...127, using: &random)])
    data += element(Tag.set, element(Tag.octetString, junk()))
    data += element(Tag.sequence, encapsulated)
    data += certificates()
    if chance(30) { data += element(Tag.context1, element(Tag.octetString, junk())) }
    let info = signerInfo()
    data += element(Tag.set, info)
    let signed = element(Tag.sequence, data)
    // The kind is told by the first octets, which hold this identifier in few places.
    let outer = [Tag.objectIdentifier, 9] + OID.signedData + element(Tag.context0, signed)
    let padding = chance(50) ? [] : Array(repeating: UInt8(0x0A), count: junk().count)
    return element(Tag.sequence, outer) + padding
  }
}
