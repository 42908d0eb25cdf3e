import Basics
internal import Synchronization

/// Chains that were judged once, by the exact bytes of their certificates. Checking three
/// signatures costs more than everything else about a receipt, and a store signs millions of
/// receipts with one chain.
///
/// Only chains that hold are kept: whoever sends rubbish can neither fill the cache nor be
/// answered from it.
final class ChainCache: Sendable {
  /// Signer certificates change every two years; a ledger of every app there ever was needs
  /// fewer than ten.
  private let capacity: Int

  private struct Key: Hashable {
    var certificates: [UInt8]
    var signer: Range<Int>

    static func == (left: Key, right: Key) -> Bool {
      left.signer == right.signer && left.certificates.span.isEqual(to: right.certificates.span)
    }

    /// The end of a certificate is its signature, different in each; comparing does the rest.
    func hash(into hasher: inout Hasher) {
      for byte in certificates.suffix(16) { hasher.combine(byte) }
    }
  }

  /// A capacity of 0 remembers nothing.
  init(capacity: Int = 64) { self.capacity = capacity }

  private let chains = Mutex<[Key: SignerChain]>([:])

  /// The chain for a bag of certificates, their bytes one behind the other, whose `signer` stretch
  /// is the signer's: from memory, or made by `judge`, whose refusal is passed on.
  func chain(
    bag: [UInt8],
    signer: Range<Int>,
    judge: () throws(Rejection) -> SignerChain
  ) throws(Rejection) -> SignerChain {
    if let known = known(bag: bag, signer: signer) { return known }
    let chain = try judge()
    remember(chain, bag: bag, signer: signer)
    return chain
  }

  /// The chain that was remembered for exactly these bytes.
  func known(bag: [UInt8], signer: Range<Int>) -> SignerChain? {
    let key = Key(certificates: bag, signer: signer)
    return chains.withLock { $0[key] }
  }

  /// Keeps a chain that holds. When there is no room, all others are forgotten.
  func remember(_ chain: SignerChain, bag: [UInt8], signer: Range<Int>) {
    guard capacity > 0 else { return }
    let key = Key(certificates: bag, signer: signer)
    chains.withLock {
      if $0.count >= capacity { $0.removeAll(keepingCapacity: true) }
      $0[key] = chain
    }
  }
}
