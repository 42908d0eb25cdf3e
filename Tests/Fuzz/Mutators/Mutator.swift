/// A grammar by which inputs are changed, so that most of them are still read to the end.
package enum Grammar { case der, json, jws, text(Vocabulary), none }

/// Chance, repeatable from a seed.
package struct Dice {
  private var state: UInt64

  package init(seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 }

  /// One of `0..<count`; 0 if there is none.
  mutating func roll(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return count > 1 ? Int(truncatingIfNeeded: state >> 33) % count : 0
  }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[roll(items.count)] }
}

/// Changes an input by its grammar, or blindly in one of eight cases and if it has no such form.
package struct Mutator {
  var dice: Dice
  /// An input from which parts may be taken.
  let other: [UInt8]

  package init(seed: UInt64, other: [UInt8] = []) {
    dice = Dice(seed: seed)
    self.other = other
  }

  package mutating func mutate(_ input: [UInt8], by grammar: Grammar) -> [UInt8] {
    guard dice.roll(8) > 0 else { return blindly(input) }
    let changed =
      switch grammar {
      case .der: mutateDER(input)
      case .json: mutateJSON(input)
      case .jws: mutateJWS(input)
      case .text(let vocabulary): mutateText(input, vocabulary)
      case .none: nil as [UInt8]?
      }
    return changed ?? blindly(input)
  }

  /// Changes bytes as libFuzzer does without a grammar.
  mutating func blindly(_ input: [UInt8]) -> [UInt8] {
    let limit = input.count + 1 + dice.roll(64)
    return Array(unsafeUninitializedCapacity: limit) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      for (index, byte) in input.enumerated() { buffer[index] = byte }
      count = min(mutateBytes(start, input.count, limit), limit)
    }
  }
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int
