import Foundation
internal import GRDB

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The ledger's place on the disk, looked at and prepared before SQLite touches it.
struct LedgerFile {
  /// Absolute, so that no name can read as SQLite's `:memory:` or as a `file:` address.
  let path: String

  private static let mark: Int64 = 1_886_745_203  // "purs"

  init(path: String) {
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Refuses what is there and is no ledger that can be written.
  ///
  /// - Returns: Whether there is one; not where there is no file, or an empty one.
  func expectWritable() throws(LedgerError) -> Bool {
    guard try exists() else { return false }
    guard access(path, R_OK) == 0 else { throw .unreadable(path: path) }
    guard access(path, W_OK) == 0 else { throw .unwritable(path: path) }
    return try inspect()
  }

  /// Makes the file, empty, and its folder if there are none.
  func make() throws(LedgerError) {
    try makeFolder()
    // Nobody else's eyes: SQLite gives the files it puts beside this one the same mode.
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if file >= 0 {
      // A mask may have taken rights away, from its owner as well.
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

  /// Whether anything has the name, a link that leads nowhere included.
  var isOccupied: Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  /// What to give SQLite to read the file without writing.
  ///
  /// A reader needs the `-shm` file beside a ledger. Where it can neither be found nor made and
  /// nothing waits in a `-wal` file, nobody is writing, and the file may be read as it lies.
  var readingLocation: String {
    let isLone = access(path + "-wal", F_OK) != 0 && access(folder, W_OK) != 0
    guard isLone else { return path }
    return URL(fileURLWithPath: path).absoluteString + "?immutable=1"
  }

  /// The bytes of the file and of what is not yet merged into it.
  var size: Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      var facts = stat()
      return stat(path + suffix, &facts) == 0 ? sum + Int(facts.st_size) : sum
    }
  }

  /// Refuses another program's database. An empty one is nobody's yet.
  static func expectOurs(_ db: Database, path: String) throws {
    let mark = try Int64.fetchOne(db, sql: "PRAGMA application_id")
    if mark == Self.mark { return }
    let isEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)")
    guard mark == 0, isEmpty == true else { throw LedgerError.notALedger(path: path) }
  }

  // Opening for writing would turn a stranger's database into WAL mode before anything could be
  // asked, hence a look without that right first.
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

  /// Refuses a file that does not begin as every SQLite file does; SQLite itself takes a file
  /// of a few bytes for an empty one and writes over it.
  ///
  /// - Returns: Whether there is anything in the file.
  func expectDatabase() throws(LedgerError) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Self.failure(errno, path: path) }
    defer { close(file) }
    let magic = Array("SQLite format 3\0".utf8)
    var beginning = [UInt8](repeating: 0, count: magic.count)
    let count = read(file, &beginning, beginning.count)
    guard count >= 0 else { throw Self.failure(errno, path: path) }
    guard count == 0 || beginning == magic else { throw .notALedger(path: path) }
    return count > 0
  }

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
