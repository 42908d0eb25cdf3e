#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A ledger is made beside its place and put there whole: whoever comes at the same moment finds
/// none or all of it, and what a crash leaves behind is never taken for one.
extension LedgerFile {
  /// An empty file beside this one, for nobody else's eyes.
  func draft() throws(LedgerError) -> LedgerFile {
    let draft = LedgerFile(path: "\(path).making-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    try draft.make()
    return draft
  }

  /// Takes the place of `file`, now that it is complete.
  ///
  /// - Returns: Whether it did: not where somebody was faster. This file is gone either way.
  func publish(as file: LedgerFile) throws(LedgerError) -> Bool {
    defer { remove() }
    try Self.sync(path, O_RDWR)
    let isFirst = link(path, file.path) == 0 ? true : try file.isReplaced(by: self)
    try Self.sync(file.folder, O_RDONLY)
    return isFirst
  }

  /// Takes the place of `file`, where nothing is: not even an empty file, or a link that leads
  /// nowhere.
  ///
  /// - Returns: Whether it did. This file is gone either way.
  func publish(asNew file: LedgerFile) throws(LedgerError) -> Bool {
    defer { remove() }
    try Self.sync(path, O_RDWR)
    if link(path, file.path) != 0 {
      guard errno != EEXIST else { return false }
      // The disk knows no links. Whoever makes the name has it, and it is no link.
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

  /// An empty file is nobody's ledger yet, and may be taken by one who has the lock on it. Where the
  /// disk knows no links, one is made for that: what is there is never written over.
  private func isReplaced(by draft: LedgerFile) throws(LedgerError) -> Bool {
    let empty = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard empty >= 0 else { throw Self.failure(errno, path: path) }
    defer { close(empty) }
    guard flock(empty, LOCK_EX) == 0 else { throw Self.failure(errno, path: path) }
    var (locked, there) = (stat(), stat())
    guard fstat(empty, &locked) == 0, stat(path, &there) == 0 else {
      throw Self.failure(errno, path: path)
    }
    guard locked.st_ino == there.st_ino, there.st_size == 0 else { return false }
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
