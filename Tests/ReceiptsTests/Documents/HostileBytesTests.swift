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

  /// Whether changed bytes still say exactly what the receipt says.
  private func isIndifferent(_ changed: [UInt8]) -> Bool {
    let examination = workshop.verifier.examine(changed, at: Workshop.now)
    guard case .genuine(let payload) = examination.verdict else { return false }
    let original = workshop.verifier.examine(receipt, at: Workshop.now)
    return payload.payload == original.trace.receipt
  }

  @Test func `a single flipped bit passes only in the unsigned parts, and changes no content`()
    throws
  {
    let parts = try UnsignedParts(of: receipt)
    var met: Set<String> = []
    for index in receipt.indices {
      for bit in 0..<8 {
        var changed = receipt
        changed[index] ^= 1 << UInt8(bit)
        _ = ReceiptOutline(of: changed)
        let examination = workshop.verifier.examine(changed, at: Workshop.now)
        guard case .genuine = examination.verdict else { continue }
        #expect(isIndifferent(changed), "byte \(index), bit \(bit)")
        let part = try #require(parts.name(of: index), "byte \(index), bit \(bit)")
        met.insert(part)
      }
    }
    #expect(met == UnsignedParts.names)
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
