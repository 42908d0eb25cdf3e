package import Entitlements
package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The proposals that an account's assistants make to its dashboards, in a file of the account beside
/// the ledger. It is in the folder of presences, whose watchers each change wakes.
///
/// A file that belongs to another account, or that others may write, is not read.
package struct ProposalFile: Sendable {
  /// Why a proposal was not filed or decided.
  package enum Fault: Error, Equatable, CustomStringConvertible {
    case notWritable(path: String, reason: String)
    /// So many proposals wait already.
    case full(Int)
    /// Another dashboard decided, or the proposal has expired.
    case notWaiting(String)

    package var description: String {
      switch self {
      case .notWritable(let path, let reason):
        "The proposals cannot be written: \(path): \(reason)."
      case .full(let count):
        "\(count) proposals wait already. The operator has to decide on them first."
      case .notWaiting(let id):
        "Proposal \(id) no longer waits: another dashboard decided on it, or it has expired."
      }
    }
  }

  package let path: String
  private let folder: String
  private let sideFile: SideFile

  /// The maximum number that wait, and that are stored with the decided and expired ones.
  package static let (maxWaiting, maxStored) = (20, 100)
  /// How long a proposal is stored, in seconds.
  package static let lifetime: TimeInterval = 86_400
  private static let maxBytes = 4 << 20

  package init(ledger: String) {
    folder = PresenceFile.folder(ledger: ledger)
    path = "\(folder)/proposals-\(geteuid())"
    sideFile = SideFile(ledger: ledger)
  }

  /// The proposals that are stored, the oldest first.
  package func all(at now: Date) -> [Proposal] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    guard Self.isOwn(file), flock(file, LOCK_SH) == 0 else { return [] }
    return Self.read(file, at: now)
  }

  /// The proposals that wait for a decision, the oldest first.
  package func waiting(at now: Date) -> [Proposal] { all(at: now).filter { $0.isWaiting(at: now) } }

  /// Adds a proposal.
  package func add(_ proposal: Proposal, at now: Date) throws(Fault) {
    try change(at: now) { (proposals) throws(Fault) in
      let count = proposals.count { $0.isWaiting(at: now) }
      guard count < Self.maxWaiting else { throw .full(count) }
      proposals.append(proposal)
    }
  }

  /// Decides on a proposal that waits. A confirmation may be repeated by the same process, until the
  /// action has succeeded.
  package func decide(_ id: String, _ answer: Proposal.Answer, at now: Date) throws(Fault) {
    try change(at: now) { (proposals) throws(Fault) in
      guard let index = proposals.firstIndex(where: { $0.id == id }),
        proposals[index].isWaiting(at: now) || proposals[index].answer?.process == answer.process
      else { throw .notWaiting(id) }
      proposals[index].answer = answer
    }
  }

  /// Removes the file if all in it has been stored for long enough; and the folder, if it is empty.
  package func removeIfOld(at now: Date) {
    let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return }
    defer { close(file) }
    guard Self.isOwn(file), flock(file, LOCK_EX) == 0, SideFile.isLinked(file),
      Self.read(file, at: now).isEmpty
    else { return }
    unlink(path)
    rmdir(folder)
  }

  /// Rewrites the proposals under a lock; leaves out those stored for too long.
  private func change(
    at now: Date,
    _ work: (inout [Proposal]) throws(Fault) -> Void
  ) throws(Fault) {
    let file = sideFile.openLocked(path, in: folder, isPrivate: true, accepts: Self.isOwn)
    guard file >= 0 else {
      throw .notWritable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(file) }
    var proposals = Self.read(file, at: now)
    try work(&proposals)
    while proposals.count > Self.maxStored {
      proposals.remove(at: proposals.firstIndex { !$0.isWaiting(at: now) } ?? 0)
    }
    guard let bytes = Self.encoded(proposals),
      bytes.withUnsafeBytes({ pwrite(file, $0.baseAddress, $0.count, 0) }) == bytes.count
    else { throw .notWritable(path: path, reason: String(cString: strerror(errno))) }
    // Only the first line counts, so that a process killed before this leaves a valid file.
    ftruncate(file, off_t(bytes.count))
  }

  private static func isOwn(_ file: Int32) -> Bool {
    var facts = stat()
    return fstat(file, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
      && facts.st_uid == geteuid() && facts.st_mode & 0o022 == 0
  }

  private static func read(_ file: Int32, at now: Date) -> [Proposal] {
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_size > 0, facts.st_size <= maxBytes else { return [] }
    var buffer = [UInt8](repeating: 0, count: Int(facts.st_size))
    let count = pread(file, &buffer, buffer.count, 0)
    guard count > 0 else { return [] }
    return decoded(Data(buffer[..<count].prefix { $0 != 0x0A })).filter {
      $0.fault == nil && abs(now.timeIntervalSince($0.at)) < lifetime
    }
  }

  /// As JSON in one line; the times in milliseconds since 1970.
  static func encoded(_ proposals: [Proposal]) -> Data? {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .millisecondsSince1970
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(proposals)).map { $0 + Data([0x0A]) }
  }

  /// Empty for anything else.
  static func decoded(_ bytes: Data) -> [Proposal] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    return (try? decoder.decode([Proposal].self, from: bytes)) ?? []
  }
}
