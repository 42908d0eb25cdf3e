import Foundation

/// The right of one process to apply a log's entries to a ledger, until it is released or the process
/// ends.
final class FollowerLock: Sendable {
  private let descriptor: Int32

  /// `nil` if another process has the right, or the file cannot be made.
  init?(ledger path: String) {
    descriptor = SideFile(ledger: path).open("\(path)-follower", O_RDWR)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }
}
