import Foundation
import Mint
import Receipts
import Testing

/// Bytes an attacker might send. Nothing may trap, and nothing but the receipt itself may pass.
@Suite struct `Hostile bytes` {
  let workshop: Workshop
  let receipt: [UInt8]

  init() throws {
    workshop = try Workshop.shared.get()
    var small = Workshop.receipt
    small.purchases = Array(small.purchases.prefix(1))
    receipt = try workshop.mint.mint(small)
  }

  /// What the signature and the chain do not cover: octets whose change leaves the receipt genuine.
  private func isIndifferent(_ changed: [UInt8]) -> Bool {
    let examination = workshop.verifier.examine(changed, at: Workshop.now)
    guard case .genuine(let payload) = examination.verdict else { return false }
    let original = workshop.verifier.examine(receipt, at: Workshop.now)
    return payload.payload == original.trail.receipt
  }

  @Test func `no single flipped bit makes other content genuine`() {
    for index in receipt.indices {
      for bit in 0..<8 {
        var changed = receipt
        changed[index] ^= 1 << UInt8(bit)
        let examination = workshop.verifier.examine(changed, at: Workshop.now)
        if case .genuine = examination.verdict {
          #expect(isIndifferent(changed), "byte \(index), bit \(bit)")
        }
        _ = ReceiptOutline(of: changed)
      }
    }
  }

  @Test func `a receipt cut at any byte is malformed`() {
    for length in receipt.indices {
      let rejection = workshop.rejection(of: Array(receipt.prefix(length)))
      #expect(rejection?.code == "malformed", "cut at \(length)")
      _ = ReceiptOutline(of: Array(receipt.prefix(length)))
    }
  }

  @Test func `a receipt cut at any byte of its indefinite form never passes`() throws {
    let indefinite = try workshop.mint.mint(
      Workshop.receipt,
      as: Envelope(encoding: .indefinite(chunk: 100))
    )
    for length in indefinite.indices {
      #expect(workshop.rejection(of: Array(indefinite.prefix(length))) != nil)
    }
  }

  @Test func `deep nesting of definite and indefinite lengths is refused`() {
    let indefinite = Array(repeating: [0x30, 0x80] as [UInt8], count: 100_000).flatMap(\.self)
    #expect(workshop.rejection(of: indefinite)?.code == "malformed")
    var definite: [UInt8] = []
    for _ in 0..<20_000 { definite = [0x30, 0x83, 0x01, 0x00, 0x00] + definite.prefix(60_000) }
    #expect(workshop.rejection(of: definite)?.code == "malformed")
    let chunks = Array(repeating: [0x24, 0x80] as [UInt8], count: 1_000).flatMap(\.self)
    #expect(workshop.rejection(of: envelope(around: chunks))?.code == "malformed")
  }

  @Test(
    arguments: [
      [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x30, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x30, 0x88, 0x80, 0, 0, 0, 0, 0, 0, 0], [0x30, 0xFF] + Array(repeating: 0xFF, count: 127),
      [0x30, 0x80], [0x30], [], [0x3F, 0x81, 0x01], [0x30, 0x00], [0x04, 0x80, 0x00, 0x00],
      [0x30, 0x80, 0x00, 0x00],
    ] as [[UInt8]]
  )
  func `impossible lengths and tags are malformed`(_ bytes: [UInt8]) {
    #expect(workshop.rejection(of: bytes)?.code == "malformed")
    #expect(ReceiptOutline(of: bytes).fault != nil)
  }

  @Test func `a million empty attributes, huge and negative types are answered`() throws {
    let empty: [UInt8] = [0x30, 0x00]
    let many = set(Array(repeating: empty, count: 1_000_000).flatMap(\.self))
    #expect(try rejection(ofPayload: many)?.code == "malformed")
    let negative: [UInt8] = [0x30, 0x08, 0x02, 0x01, 0xFF, 0x02, 0x01, 0x01, 0x04, 0x00]
    #expect(try rejection(ofPayload: set(negative))?.code == "malformed")
    let long: [UInt8] = [0x02, 0x83, 0x10, 0x00, 0x00] + Array(repeating: 0x7F, count: 1 << 20)
    let item = [0x30, 0x83, 0x10, 0x00, 0x0A] + long + [0x02, 0x01, 0x01, 0x04, 0x00]
    #expect(try rejection(ofPayload: set(item))?.code == "malformed")
  }

  @Test func `random changes of many bytes never trap and never pass`() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = Seeded(state: seed)
    for round in 0..<4_000 {
      var changed = receipt
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: changed.indices, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: changed[index] = .random(in: .min ... .max, using: &generator)
        case 1: changed.remove(at: index)
        case 2: changed.insert(.random(in: .min ... .max, using: &generator), at: index)
        default:
          let end = min(changed.count, index + Int.random(in: 1...40, using: &generator))
          changed.insert(contentsOf: changed[index..<end], at: index)
        }
      }
      _ = ReceiptOutline(of: changed)
      if case .genuine = workshop.verifier.examine(changed, at: Workshop.now).verdict {
        #expect(isIndifferent(changed), "seed \(seed), round \(round)")
      }
    }
  }

  @Test func `random text never traps the input reader`() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = Seeded(state: seed)
    for _ in 0..<4_000 {
      let count = Int.random(in: 0..<200, using: &generator)
      let text = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      let submission = DocumentReader(receipts: workshop.verifier).examine(text, at: Workshop.now)
      #expect(submission.rejection != nil, "seed \(seed)")
    }
  }

  private func rejection(ofPayload payload: [UInt8]) throws -> Rejection? {
    workshop.rejection(of: try workshop.mint.mint(payload: payload))
  }

  private func set(_ content: [UInt8]) -> [UInt8] {
    [0x31, 0x84] + withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0) } + content
  }

  /// A signedData whose content is `octets`.
  private func envelope(around octets: [UInt8]) -> [UInt8] {
    let oid: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
    return [0x30, 0x80] + oid + [0x02, 0xA0, 0x80, 0x30, 0x80, 0x02, 0x01, 0x01, 0x31, 0x00]
      + [0x30, 0x80] + oid + [0x01, 0xA0, 0x80] + octets
  }
}

/// SplitMix64: a seed that failed can be run again.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
