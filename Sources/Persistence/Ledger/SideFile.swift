import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Files beside a ledger, which only its owner may open, or also its group where the ledger's own
/// permissions let the group write (0660).
package struct SideFile: Sendable {
  /// The permissions of a file, and of a folder.
  private let mode: mode_t
  private let folderMode: mode_t
  private let group: gid_t?

  package init(ledger path: String) {
    var facts = stat()
    let isShared = stat(path, &facts) == 0 && facts.st_mode & 0o060 == 0o060
    mode = isShared ? 0o660 : 0o600
    folderMode = isShared ? 0o2770 : 0o700
    group = isShared ? facts.st_gid : nil
  }

  /// Opens a file and sets the permissions of one that it made; negative if that fails, with the
  /// reason in `errno`. It never follows a link. A private one is the owner's alone, also where the
  /// ledger is shared.
  package func open(_ path: String, _ flags: Int32, isPrivate: Bool = false) -> Int32 {
    let all = flags | O_CLOEXEC | O_NOFOLLOW
    let mode = isPrivate ? 0o600 : self.mode
    let made = Self.open(path, all | O_CREAT | O_EXCL, mode)
    guard made >= 0 else {
      return errno == EEXIST ? Self.open(path, all, mode) : -1
    }
    // The umask may have removed some, and the folder may give the file another group.
    if let group, !isPrivate { fchown(made, uid_t.max, group) }
    fchmod(made, mode)
    return made
  }

  /// Opens a file in a folder beside the ledger and locks it; makes both. Another process may remove
  /// either before the lock is there. Negative if that fails, with the reason in `errno`.
  ///
  /// It waits only for the lock of a file that `accepts` returns `true` for: a stranger's may be
  /// locked for ever.
  package func openLocked(
    _ path: String,
    in folder: String,
    isPrivate: Bool = false,
    accepts: (Int32) -> Bool = { _ in true }
  ) -> Int32 {
    var waits = 0
    for _ in 0..<Self.maxAttempts {
      guard makeFolder(folder) else { return -1 }
      let file = open(path, O_RDWR, isPrivate: isPrivate)
      guard file >= 0 else {
        if errno == ENOENT { continue }
        // Another process of the group may have made the folder and not set its permissions yet.
        guard errno == EACCES, group != nil, waits < Self.maxWaits else { return -1 }
        waits += 1
        usleep(1_000)
        continue
      }
      guard accepts(file) else {
        close(file)
        errno = EPERM
        return -1
      }
      if flock(file, LOCK_EX) == 0, Self.isLinked(file) { return file }
      close(file)
    }
    return -1
  }

  private static let maxAttempts = 100
  /// How often it waits a millisecond for the permissions of a folder.
  private static let maxWaits = 50

  /// Whether the open file still has a name.
  package static func isLinked(_ file: Int32) -> Bool {
    var facts = stat()
    return fstat(file, &facts) == 0 && facts.st_nlink > 0
  }

  /// The number of a file in its file system, and its bytes; `nil` if there is none.
  package static func status(of path: String) -> (file: UInt64, size: Int64)? {
    var facts = stat()
    return stat(path, &facts) == 0 ? (UInt64(facts.st_ino), Int64(facts.st_size)) : nil
  }

  /// Makes a folder unless it exists; `false` if there is none then.
  package func makeFolder(_ path: String) -> Bool {
    guard mkdir(path, folderMode) == 0 else { return errno == EEXIST }
    if let group { chown(path, uid_t.max, group) }
    chmod(path, folderMode)
    return true
  }

  private static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Darwin)
    Darwin.open(path, flags, mode)
    #elseif canImport(Musl)
    Musl.open(path, flags, mode)
    #else
    Glibc.open(path, flags, mode)
    #endif
  }
}
