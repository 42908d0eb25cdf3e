import Basics
import Foundation
import Receipts
import ServiceCore

/// Keeps what the doors refuse, for the operator to look at: the newest so many, outside the ledger,
/// and of nobody more than a few. Whoever sends rubbish can neither fill the disk nor keep others
/// from being kept.
package actor RejectRing {
  /// How much is kept.
  package struct Limits: Sendable {
    package var documents = 1_000
    package var bytes = 64 << 20
    /// Of one document, from its beginning.
    package var bytesOfOne = 1 << 20
    /// Of one peer: so many at once, and so many more in a second.
    package var perPeer = (atOnce: 10, perSecond: 0.2)
    /// Of all together.
    package var inAll = (atOnce: 100, perSecond: 5.0)
    /// Peers that are told apart; one more, and all are forgotten.
    package var peers = 1_024

    package init() {}
  }

  package enum Outcome: Equatable, Sendable {
    case kept
    /// The same is there already.
    case known
    /// More came than is kept.
    case passedOver
    /// The folder cannot be written to.
    case failed
  }

  private let folder: RejectFolder
  private let limits: Limits
  /// The oldest first; `nil` until the folder was looked into.
  private var entries: [RejectFolder.Entry]?
  private var bytes = 0
  private var peers: [String: TokenBucket] = [:]
  private var all: TokenBucket

  package init(_ folder: RejectFolder, limits: Limits = Limits()) {
    self.folder = folder
    self.limits = limits
    all = TokenBucket(capacity: Double(limits.inAll.atOnce), perSecond: limits.inAll.perSecond)
  }

  @discardableResult
  package func keep(_ document: RejectedDocument) -> Outcome {
    guard mayKeep(document) else { return .passedOver }
    // Whoever looks into the folder needs no secret, whichever endpoint it was sent to.
    var document = document
    document.bytes = SharedSecretRedaction.redacted(
      Array(document.bytes.prefix(limits.bytesOfOne))
    )
    let hash = RejectFolder.hash(of: document.bytes)
    var entries = self.entries ?? takeStock()
    if entries.contains(where: { $0.hash == hash }) { return .known }
    guard let entry = folder.keep(document, hash: hash) else { return .failed }
    entries.append(entry)
    bytes += entry.bytes
    var gone = 0
    while entries.count - gone > limits.documents || bytes > limits.bytes, gone < entries.count {
      folder.remove(entries[gone])
      bytes -= entries[gone].bytes
      gone += 1
    }
    entries.removeFirst(gone)
    self.entries = entries
    return .kept
  }

  private func mayKeep(_ document: RejectedDocument) -> Bool {
    if peers.count >= limits.peers, peers[document.peer] == nil { peers = [:] }
    let fresh = TokenBucket(
      capacity: Double(limits.perPeer.atOnce),
      perSecond: limits.perPeer.perSecond
    )
    return peers[document.peer, default: fresh].take(at: document.at) && all.take(at: document.at)
  }

  /// What an earlier process left.
  private func takeStock() -> [RejectFolder.Entry] {
    folder.removeDrafts()
    let found = folder.entries()
    bytes = found.reduce(0) { $0 + $1.bytes }
    entries = found
    return found
  }
}
