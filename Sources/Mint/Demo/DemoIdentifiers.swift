import Basics
import Foundation

/// Creates identifiers like Apple's that depend on user and time only and differ between users.
struct DemoIdentifiers {
  /// The user's index in the population.
  let index: UInt64
  let isSandbox: Bool
  private var usedSeconds: Set<Int64> = []
  private var sandboxSerial: Int64 = 0

  init(index: Int, isSandbox: Bool) {
    self.index = UInt64(truncatingIfNeeded: index)
    self.isSandbox = isSandbox
  }

  /// Returns a transaction ID and a web order line item ID for a purchase.
  ///
  /// Production: the data centre in two or three digits, nine that grow by the second, four of the
  /// account; distinct for the first million users. Sandbox: a counter from 2000000….
  mutating func next(
    at date: Date,
    using generator: inout SplitMix64
  ) -> (transaction: String, lineItem: Int64) {
    if isSandbox {
      sandboxSerial += Int64.random(in: 400...900, using: &generator)
      let account = Int64(truncatingIfNeeded: index % 20_000_000) * 50_000
      let serial = 2_000_000_000_000_000 + account + sandboxSerial
      return (String(serial), serial / 10 + 1_800_000_000_000_000)
    }
    var second = Int64(CivilTime(clamping: date).instant.timeIntervalSince1970) - 1_200_000_000
    second = min(max(second, 100_000_000), 999_999_999)
    while !usedSeconds.insert(second).inserted { second += 1 }
    let account = Int64(truncatingIfNeeded: index / 100 % 10_000)
    // 7,369 and 4,823 are coprime to 10,000, so no two accounts share the end in one second.
    let transactionEnd = (account * 7_369 + second * 4_823) % 10_000
    let lineItemEnd = (account * 4_823 + second * 7_369) % 10_000
    let grown = second * 10_000
    return (
      "\(dataCentre)\(Self.padded(grown + transactionEnd))",
      dataCentre * 10_000_000_000_000 + grown + lineItemEnd
    )
  }

  /// 20 to 69 or 200 to 249: two lengths, so that IDs of different data centres never collide.
  private var dataCentre: Int64 {
    let slot = Int64(truncatingIfNeeded: index % 100 * 37 % 100)
    return slot < 50 ? 20 + slot : 150 + slot
  }

  private static func padded(_ number: Int64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 13 - digits.count)) + digits
  }

  /// `u_` and five or more characters that aren't easily confused. The five are a permutation of
  /// the lower 25 bits, so that neighbours look different.
  static func userID(_ index: Int) -> String {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let number = UInt64(truncatingIfNeeded: index)
    var low = (number &* 0x1_2D4F_A3B5 &+ 0x0C0_FFEE) & 0x1FF_FFFF
    var characters: [Character] = []
    for _ in 0..<5 {
      characters.append(alphabet[Int(low & 31)])
      low >>= 5
    }
    var high = number >> 25
    while high > 0 {
      characters.append(alphabet[Int(high & 31)])
      high >>= 5
    }
    return "u_" + String(characters.reversed())
  }
}
