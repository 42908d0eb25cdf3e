import Basics
import Foundation
import Receipts
import ServiceCore

/// Stores documents rejected by endpoints for the operator, outside the ledger: the newest ones,
/// and only a few per peer. A flood from one sender neither fills the disk nor displaces the
/// others.
package actor RejectedDocuments {
  /// The limits on storage.
  package struct Limits: Sendable {
    package var documents = 1_000
    package var bytes = 64 << 20
    /// The bytes of each document that are stored.
    package var bytesOfOne = 1 << 20
    /// Per peer: the burst size and the refill rate per second.
    package var perPeer = (atOnce: 10, perSecond: 0.2)
    /// The same for all peers together.
    package var inAll = (atOnce: 100, perSecond: 5.0)
    /// The maximum number of distinct peers; one more resets all.
    package var peers = 1_024

    package init() {}
  }

  package enum Outcome: Equatable, Sendable {
    case kept
    /// The same document is already stored.
    case known
    /// A rate limit was exceeded.
    case rateLimited
    /// The folder is not writable.
    case failed
  }

  private let folder: RejectedDocumentFiles
  private let limits: Limits
  /// Oldest first; `nil` until the folder has been read.
  private var entries: [RejectedDocumentFiles.Entry]?
  private var bytes = 0
  private var peers: [String: TokenBucket] = [:]
  private var all: TokenBucket

  package init(_ folder: RejectedDocumentFiles, limits: Limits = Limits()) {
    self.folder = folder
    self.limits = limits
    all = TokenBucket(capacity: Double(limits.inAll.atOnce), perSecond: limits.inAll.perSecond)
  }

  @discardableResult
  package func keep(_ document: RejectedDocument) -> Outcome {
    guard mayKeep(document) else { return .rateLimited }
    // Stored documents must not contain a shared secret, whichever endpoint they were sent to.
    var document = document
    document.bytes = SharedSecretRedaction.redacted(
      Array(document.bytes.prefix(limits.bytesOfOne))
    )
    let hash = RejectedDocumentFiles.hash(of: document.bytes)
    var entries = self.entries ?? loadEntries()
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

  /// Reads the documents of earlier processes.
  private func loadEntries() -> [RejectedDocumentFiles.Entry] {
    folder.removeDrafts()
    let found = folder.entries()
    bytes = found.reduce(0) { $0 + $1.bytes }
    entries = found
    return found
  }
}
