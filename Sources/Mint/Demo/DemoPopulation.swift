package import Foundation

/// A user of the demo with everything that user's devices have sent in.
package struct DemoUser: Equatable, Sendable {
  package let id: String
  /// As the user typed it; one of the showcase is deliberately nasty.
  package let name: String
  package let email: String
  package let story: DemoStory
  /// In the order in which they arrive: an older receipt before a newer one of the same app.
  package let receipts: [DemoReceipt]
}

package struct DemoReceipt: Equatable, Sendable {
  package let receipt: MintedReceipt
  /// To be signed wrongly, so that it is rejected.
  package let isTampered: Bool

  /// What the App Store wrapped receipts in on the receipt's day, with a broken signature where
  /// somebody has tampered.
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

/// Believable users without end, each of whom follows from seed, `now` and index alone.
///
/// All dates are whole seconds, and none is after `now` save the ends of paid periods. Receipts
/// are no more than 3,000 days old, which is how far back `TestAuthority.demo` can sign.
package struct DemoPopulation: Sendable {
  package let seed: UInt64
  package let now: Date

  package init(seed: UInt64, now: Date) {
    self.seed = seed
    self.now = now
  }

  /// Any user, without those before. The first twenty are the same people with the same stories
  /// for every seed and show all there is.
  package func user(at index: Int) -> DemoUser {
    let stream = UInt64(truncatingIfNeeded: index)
    var generator = SplitMix64(seed: seed, stream: stream)
    let traits =
      DemoTraits.showcase.indices.contains(index)
      ? DemoTraits.showcase[index] : DemoTraits.any(&generator)
    let person = DemoPeople.person(at: index, using: &generator)
    var biography = Biography(index: index, traits: traits, now: now, generator: generator)
    return DemoUser(
      id: DemoIdentifiers.userID(index),
      name: person.name,
      email: person.email,
      story: traits.story,
      receipts: biography.receipts()
    )
  }
}
