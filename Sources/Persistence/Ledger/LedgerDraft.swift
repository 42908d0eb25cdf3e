#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Creates a ledger in a temporary file beside its final path and moves it into place: other
/// processes see none or all of it, and a crash leaves no partial ledger.
extension LedgerFile {
  /// Creates an empty private file beside this one.
  func draft() throws(LedgerError) -> LedgerFile {
    let draft = LedgerFile(path: "\(path).making-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    try draft.make()
    return draft
  }

  /// Moves this complete file to `file`.
  ///
  /// - Returns: `false` if another process was faster. This file is removed either way.
  func publish(as file: LedgerFile) throws(LedgerError) -> Bool {
    defer { remove() }
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

  func remove() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

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
