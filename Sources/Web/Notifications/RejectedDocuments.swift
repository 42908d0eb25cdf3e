import Basics
import Crypto
package import Foundation
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
    document.bytes = SharedSecretRedaction.redacted(Array(document.bytes.prefix(limits.bytesOfOne)))
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

/// A document that an endpoint rejected, stored for the operator.
package struct RejectedDocument: Equatable, Sendable {
  package var at: Date
  /// The endpoint group's name.
  package var group: String
  /// The reason, as a fixed short label.
  package var code: String
  /// The sender's address.
  package var peer: String
  package var bytes: [UInt8]

  package init(at: Date, group: String, code: String, peer: String, bytes: [UInt8]) {
    self.at = at
    self.group = group
    self.code = code
    self.peer = peer
    self.bytes = bytes
  }

  /// A JSON line with the properties, followed by the document.
  var stored: [UInt8] {
    let head: JSONValue = [
      "at": .milliseconds(at), "endpoint": .string(group), "code": .string(code),
      "peer": .string(peer),
    ]
    return CompactJSON.bytes(head) + [UInt8(ascii: "\n")] + bytes
  }

  /// `nil` if the file has another form. Files of version 0.2 and earlier name the endpoint `door`.
  init?(stored: [UInt8]) {
    guard let end = stored.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONReader.value(Array(stored[..<end])),
      let at = head["at"]?.looseNumber, let group = (head["endpoint"] ?? head["door"])?.string,
      let code = head["code"]?.string, let peer = head["peer"]?.string
    else { return nil }
    self.init(
      at: Date(timeIntervalSince1970: at / 1_000),
      group: group,
      code: code,
      peer: peer,
      bytes: Array(stored[(end + 1)...])
    )
  }
}

/// A folder of rejected documents, one per file, accessible to its owner only. Names begin with the
/// time and sort by arrival.
package struct RejectedDocumentFiles: Sendable {
  /// A file in the folder.
  package struct Entry: Equatable, Sendable {
    package var name: String
    package var bytes: Int

    /// The hash of the document's content, equal for repetitions.
    var hash: Substring { name.suffix(16) }
  }

  package let path: String

  package init(_ path: String) { self.path = path }

  /// The entries, oldest first; empty if the folder does not exist.
  package func entries() -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter(Self.isName).sorted().compactMap { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: filePath(name))
      return (attributes?[.size] as? NSNumber).map { Entry(name: name, bytes: $0.intValue) }
    }
  }

  /// `nil` if there is no file of that name any more.
  package func document(named name: String) -> RejectedDocument? {
    guard Self.isName(name), let content = FileManager.default.contents(atPath: filePath(name))
    else { return nil }
    return RejectedDocument(stored: Array(content))
  }

  static func hash(of bytes: [UInt8]) -> String {
    String(hex: Array(SHA256.hash(data: bytes).prefix(8)))
  }

  /// Writes a document atomically; `nil` on failure.
  func keep(_ document: RejectedDocument, hash: String) -> Entry? {
    let time = document.at.formatted(
      Date.ISO8601FormatStyle(
        dateSeparator: .omitted,
        timeSeparator: .omitted,
        includingFractionalSeconds: true
      )
    )
    let (name, content) = ("\(time)-\(hash)", document.stored)
    makeFolder()
    let draft = filePath(Self.draftPrefix + name)
    guard Self.put(content, to: draft) else { return nil }
    guard rename(draft, filePath(name)) == 0 else {
      unlink(draft)
      return nil
    }
    return Entry(name: name, bytes: content.count)
  }

  func remove(_ entry: Entry) { unlink(filePath(entry.name)) }

  /// Removes incomplete files of an earlier process.
  func removeDrafts() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name.hasPrefix(Self.draftPrefix) { unlink(filePath(name)) }
  }

  private static let draftPrefix = ".draft-"

  /// `20260101T000000.000Z-0123456789abcdef`.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count == 20 && parts[0].hasSuffix("Z")
      && parts[1].count == 16 && parts[1].allSatisfy { $0.isASCII && $0.isHexDigit }
      && parts[0].allSatisfy { $0.isASCII && ($0.isNumber || "TZ.".contains($0)) }
  }

  private func filePath(_ name: String) -> String { "\(path)/\(name)" }

  private func makeFolder() {
    guard access(path, F_OK) != 0 else { return }
    try? FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  /// Creates the file with owner-only access and never overwrites another.
  private static func put(_ content: [UInt8], to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let isWhole = content.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    close(file)
    if !isWhole { unlink(path) }
    return isWhole
  }
}
