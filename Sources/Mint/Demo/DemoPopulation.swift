package import Foundation

/// A demo user and everything the user's devices have sent.
package struct DemoUser: Equatable, Sendable {
  package let id: String
  /// As the user typed it; one in the showcase is hostile.
  package let name: String
  package let email: String
  package let story: DemoStory
  /// In order of arrival: an older receipt before a newer one of the same app.
  package let receipts: [DemoReceipt]
}

package struct DemoReceipt: Equatable, Sendable {
  package let receipt: MintedReceipt
  /// Whether the signature is broken, so that the receipt is rejected.
  package let isTampered: Bool

  /// The App Store's envelope on the receipt's day, with a broken signature if tampered.
  package var envelope: Envelope {
    // Apple, TN3138: SHA-256 from 2023-08-16 on.
    let sha256Began = Date(timeIntervalSince1970: 1_692_144_000)
    return Envelope(
      signers: [
        Signer(
          digest: receipt.creationDate < sha256Began ? .sha1 : .sha256,
          isSignatureBroken: isTampered
        )
      ])
  }
}

extension ReceiptMint {
  package func mint(_ demo: DemoReceipt) throws(MintError) -> [UInt8] {
    try mint(demo.receipt, as: demo.envelope)
  }
}

/// An unlimited population of realistic users, each determined by seed, `now` and index alone.
///
/// All dates are whole seconds; only ends of paid periods are after `now`. Receipts are up to 3,000
/// days old, the validity of `TestAuthority.demo`.
package struct DemoPopulation: Sendable {
  package let seed: UInt64
  package let now: Date

  package init(seed: UInt64, now: Date) {
    self.seed = seed
    self.now = now
  }

  /// Creates one user. The first twenty are the same for every seed and show all features.
  package func user(at index: Int) -> DemoUser {
    let stream = UInt64(truncatingIfNeeded: index)
    var generator = SplitMix64(seed: seed, stream: stream)
    let traits =
      DemoTraits.showcase.indices.contains(index)
      ? DemoTraits.showcase[index] : DemoTraits.any(&generator)
    let person = DemoPeople.person(at: index, using: &generator)
    var histories = ReceiptHistoryMaker(
      index: index,
      traits: traits,
      now: now,
      generator: generator
    )
    return DemoUser(
      id: DemoIdentifiers.userID(index),
      name: person.name,
      email: person.email,
      story: traits.story,
      receipts: histories.receipts()
    )
  }
}
