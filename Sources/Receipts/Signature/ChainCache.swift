import Basics
internal import Synchronization

/// Caches verified chains by the bytes of their certificates. Checking three signatures costs more
/// than everything else about a receipt, and a store signs millions of receipts with one chain.
///
/// Holds only valid chains, so invalid input can neither fill the cache nor hit it.
final class ChainCache: Sendable {
  /// Signer certificates change every two years; a ledger of all apps needs fewer than ten.
  private let capacity: Int

  private struct Key: Hashable {
    var certificates: [UInt8]
    var signer: Range<Int>

    static func == (left: Key, right: Key) -> Bool {
      left.signer == right.signer && left.certificates.span.isEqual(to: right.certificates.span)
    }

    /// A certificate ends with its signature, which is different in each; equality does the rest.
    func hash(into hasher: inout Hasher) {
      for byte in certificates.suffix(16) { hasher.combine(byte) }
    }
  }

  /// A capacity of 0 disables the cache.
  init(capacity: Int = 64) { self.capacity = capacity }

  private let chains = Mutex<[Key: SignerChain]>([:])

  /// The chain for the concatenated certificates in `bag`, whose `signer` range is the signer's:
  /// from the cache, or made by `evaluate`.
  func chain(
    bag: [UInt8],
    signer: Range<Int>,
    evaluate: () throws(Rejection) -> SignerChain
  ) throws(Rejection) -> SignerChain {
    if let known = known(bag: bag, signer: signer) { return known }
    let chain = try evaluate()
    remember(chain, bag: bag, signer: signer)
    return chain
  }

  /// The cached chain for exactly these bytes.
  func known(bag: [UInt8], signer: Range<Int>) -> SignerChain? {
    let key = Key(certificates: bag, signer: signer)
    return chains.withLock { $0[key] }
  }

  /// Caches a valid chain. When the cache is full, removes all others.
  func remember(_ chain: SignerChain, bag: [UInt8], signer: Range<Int>) {
    guard capacity > 0 else { return }
    let key = Key(certificates: bag, signer: signer)
    chains.withLock {
      if $0.count >= capacity { $0.removeAll(keepingCapacity: true) }
      $0[key] = chain
    }
  }
}
