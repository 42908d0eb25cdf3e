import Foundation
internal import GRDB

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The ledger's file, checked and prepared before SQLite opens it.
struct LedgerFile {
  /// An absolute path, so that no name is interpreted as SQLite's `:memory:` or a `file:` URI.
  let path: String

  private static let applicationID: Int64 = 1_886_745_203  // "purs"

  init(path: String) {
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Rejects anything at the path but a writable ledger.
  ///
  /// - Returns: Whether there is a ledger; false for no file or an empty one.
  func expectWritable() throws(LedgerError) -> Bool {
    guard try exists() else { return false }
    guard access(path, R_OK) == 0 else { throw .unreadable(path: path) }
    guard access(path, W_OK) == 0 else { throw .unwritable(path: path) }
    return try inspect()
  }

  /// Creates an empty file and its folder if they don't exist.
  func make() throws(LedgerError) {
    try makeFolder()
    // Private: SQLite creates the files beside this one with the same mode.
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if file >= 0 {
      // The umask may have removed even the owner's permissions.
      fchmod(file, 0o600)
      close(file)
    } else if errno != EEXIST {
      throw Self.failure(errno, path: path)
    }
  }

  /// Whether there is a file.
  func exists() throws(LedgerError) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      switch errno {
      case ENOENT: return false
      case EACCES: throw .unreadable(path: path)
      default: throw Self.failure(errno, path: path)
      }
    }
    if facts.st_mode & S_IFMT == S_IFDIR { throw .isDirectory(path: path) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .notALedger(path: path) }
    return true
  }

  /// Whether anything exists at the path, including a dangling link.
  var isOccupied: Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  /// The location for opening the file read-only.
  ///
  /// A reader needs the `-shm` file beside a ledger. If that can neither be found nor created and
  /// there is no `-wal` file, no process is writing and the file may be read as immutable.
  var readingLocation: String {
    let isImmutable = access(path + "-wal", F_OK) != 0 && access(folder, W_OK) != 0
    guard isImmutable else { return path }
    return URL(fileURLWithPath: path).absoluteString + "?immutable=1"
  }

  /// The size of the file and its unmerged log in bytes.
  var size: Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      var facts = stat()
      return stat(path + suffix, &facts) == 0 ? sum + Int(facts.st_size) : sum
    }
  }

  /// Rejects another program's database; an empty one is accepted.
  static func expectOurs(_ db: Database, path: String) throws {
    let applicationID = try Int64.fetchOne(db, sql: "PRAGMA application_id")
    if applicationID == Self.applicationID { return }
    let isEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)")
    guard applicationID == 0, isEmpty == true else { throw LedgerError.notALedger(path: path) }
  }

  // Opening for writing would switch another program's database to WAL mode before any check, so
  // this opens it read-only first.
  private func inspect() throws(LedgerError) -> Bool {
    guard try expectDatabase() else { return false }
    var configuration = Ledger.configuration()
    configuration.readonly = true
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { try Self.expectOurs($0, path: path) }
      return true
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  /// Rejects a file that is too short for a database; SQLite itself treats one of a few bytes as
  /// empty and overwrites it. What a longer one holds, SQLite finds when it reads it.
  ///
  /// Never opens the file: a process that closes a descriptor of a file loses its locks on that file
  /// (POSIX), and SQLite relies on one while it has a connection. Another process would take itself
  /// for the last one, and remove the write-ahead log that this one goes on writing to (sqlite.org,
  /// "How To Corrupt An SQLite Database File", 2.2).
  ///
  /// - Returns: Whether the file has content.
  func expectDatabase() throws(LedgerError) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0, access(path, R_OK) == 0 else {
      throw errno == EACCES ? .unreadable(path: path) : Self.failure(errno, path: path)
    }
    guard facts.st_size == 0 || facts.st_size >= Self.minBytes else {
      throw .notALedger(path: path)
    }
    return facts.st_size > 0
  }

  /// The smallest page of a database (sqlite.org, "Database File Format", 1.3.2).
  private static let minBytes = 512

  var folder: String { (path as NSString).deletingLastPathComponent }

  func makeFolder() throws(LedgerError) {
    var missing: [String] = []
    var folder = folder
    while access(folder, F_OK) != 0, folder.count > 1 {
      missing.append(folder)
      folder = (folder as NSString).deletingLastPathComponent
    }
    for folder in missing.reversed() where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw .folderNotMade(path: path, reason: String(cString: strerror(errno)))
    }
  }

  static func failure(_ code: Int32, path: String) -> LedgerError {
    switch code {
    case EACCES, EPERM, EROFS: .unwritable(path: path)
    case EISDIR: .isDirectory(path: path)
    case ENOSPC, EDQUOT: .full(path: path)
    case ENOTDIR, ENAMETOOLONG, ELOOP:
      .folderNotMade(path: path, reason: String(cString: strerror(code)))
    default: .failed(path: path, code: Int(code), reason: String(cString: strerror(code)))
    }
  }
}

/// Creates a ledger in a temporary file beside its final path and moves it into place: other
/// processes see none or all of it, and a crash leaves no partial ledger.
extension LedgerFile {
  /// Creates an empty private file beside this one.
  func draft() throws(LedgerError) -> LedgerFile {
    removeAbandonedDrafts()
    let name = "making-\(getpid())-\(Self.processes)-\(UInt32.random(in: 0...UInt32.max))"
    let draft = LedgerFile(path: "\(path).\(name)")
    try draft.make()
    return draft
  }

  /// Removes the drafts in this folder whose processes were killed: they may hold personal data. Those
  /// of another machine or container, whose processes can't be seen, are removed after an hour.
  private func removeAbandonedDrafts() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names {
      guard
        let draft = name.firstMatch(of: /\.making-(\d+)-([0-9a-f]+)-\d+(-wal|-shm|-journal)?$/),
        let process = pid_t(draft.1)
      else { continue }
      let path = (folder as NSString).appendingPathComponent(name)
      let facts = try? FileManager.default.attributesOfItem(atPath: path)
      guard facts?[.type] as? FileAttributeType == .typeRegular,
        let changed = facts?[.modificationDate] as? Date
      else { continue }
      let isOver =
        draft.2 == Self.processes && draft.2 != "0"
        ? kill(process, 0) != 0 && errno == ESRCH
        : -changed.timeIntervalSinceNow > Self.secondsUntilAbandoned
      if isOver { unlink(path) }
    }
  }

  private static let secondsUntilAbandoned: TimeInterval = 3_600

  /// Names the processes among which an ID is one process: those of this boot of this machine, in this
  /// container. 0 where the system doesn't tell.
  private static let processes: String = {
    let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    let space = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
    guard let boot, let space else { return "0" }
    // FNV-1a.
    let hash = (boot + space).utf8.reduce(0x811c_9dc5 as UInt32) {
      ($0 ^ UInt32($1)) &* 0x0100_0193
    }
    return String(hash, radix: 16)
  }()

  /// Moves this complete file to `file`.
  ///
  /// - Returns: `false` if another process was faster. This file is removed either way.
  func publish(as file: LedgerFile) throws(LedgerError) -> Bool {
    defer { remove() }
    try expectEmptyLog()
    try Self.sync(path, O_RDWR)
    let isFirst = link(path, file.path) == 0 ? true : try file.isReplaced(by: self)
    try Self.sync(file.folder, O_RDONLY)
    return isFirst
  }

  /// Moves this file to `file`, where nothing may exist, not even an empty file or a dangling link.
  ///
  /// - Returns: Whether it did. This file is removed either way.
  func publish(asNew file: LedgerFile) throws(LedgerError) -> Bool {
    defer { remove() }
    try expectEmptyLog()
    try Self.sync(path, O_RDWR)
    if link(path, file.path) != 0 {
      guard errno != EEXIST else { return false }
      // The file system has no hard links: create the name exclusively, without following links.
      let name = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard name >= 0 else {
        guard errno != EEXIST else { return false }
        throw Self.failure(errno, path: file.path)
      }
      close(name)
      guard rename(path, file.path) == 0 else { throw Self.failure(errno, path: file.path) }
    }
    try Self.sync(file.folder, O_RDONLY)
    return true
  }

  /// The file is moved without its write-ahead log.
  private func expectEmptyLog() throws(LedgerError) {
    var facts = stat()
    guard stat(path + "-wal", &facts) != 0 || facts.st_size == 0 else {
      throw Self.failure(EIO, path: path)
    }
  }

  func remove() { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }

  /// Replaces an empty file under a lock. Creates one if the file system has no hard links. Never
  /// overwrites content.
  private func isReplaced(by draft: LedgerFile) throws(LedgerError) -> Bool {
    let empty = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard empty >= 0 else { throw Self.failure(errno, path: path) }
    defer { close(empty) }
    guard flock(empty, LOCK_EX) == 0 else { throw Self.failure(errno, path: path) }
    var (locked, current) = (stat(), stat())
    guard fstat(empty, &locked) == 0, stat(path, &current) == 0 else {
      throw Self.failure(errno, path: path)
    }
    guard locked.st_ino == current.st_ino, current.st_size == 0 else { return false }
    guard rename(draft.path, path) == 0 else { throw Self.failure(errno, path: path) }
    return true
  }

  private static func sync(_ path: String, _ mode: Int32) throws(LedgerError) {
    let descriptor = open(path, mode | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno, path: path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(errno, path: path) }
  }
}
