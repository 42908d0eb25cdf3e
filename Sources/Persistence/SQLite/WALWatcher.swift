import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reports writes to the write-ahead log beside a ledger's file; ignores other files in the folder.
///
/// The log is created and removed by the processes that have the ledger open, so the watcher
/// watches the log itself, and the folder for created files. The thread owns the descriptors it
/// reads; the watcher owns the other end of the pipe, and closing it ends the thread. Systems
/// without inotify have no watcher.
struct WALWatcher: Sendable {
  #if os(Linux)
  private let log: String
  private let folder: String
  private let events: Int32
  private let stopping: Int32
  private let stopper: Int32

  /// Starts watching; `nil` if the system has no watch left.
  init?(ledger path: String) {
    let file = path as NSString
    log = file.lastPathComponent + "-wal"
    folder = file.deletingLastPathComponent
    events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard events >= 0 else { return nil }
    let mask = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)
    var ends: [Int32] = [-1, -1]
    guard inotify_add_watch(events, folder, mask) >= 0, pipe(&ends) == 0 else {
      close(events)
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (stopping, stopper) = (ends[0], ends[1])
    watchLog()
  }

  /// Watches the existing log; the folder watch reports a log created later.
  private func watchLog() {
    let path = (folder as NSString).appendingPathComponent(log)
    _ = inotify_add_watch(events, path, UInt32(IN_MODIFY))
  }

  /// Calls `onChange` when the log was written and `version` has changed.
  ///
  /// The write is noticed before the commit is visible, because the writer waits for its disk in
  /// between. So the thread checks at once and, at growing intervals, for about eight more seconds;
  /// then it sleeps until the next write.
  func start(version: @escaping @Sendable () -> Int?, onChange: @escaping @Sendable () -> Void) {
    let thread = Thread {
      var last: Int?
      var pause: Int32?
      while let wake = wait(milliseconds: pause) {
        switch wake {
        case .written:
          guard drain() else { continue }
          pause = 1
        case .paused:
          pause = pause.flatMap { $0 < Self.maxPause ? $0 * 2 : nil }
        }
        let current = version()
        // The first check has nothing to compare with: one report too many is harmless.
        let isNew = current == nil || current != last
        last = current
        guard isNew else { continue }
        onChange()
        guard !isStopped(within: Self.rest) else { break }
      }
      close(events)
      close(stopping)
    }
    thread.name = "ledger watch"
    thread.start()
  }

  func stop() { close(stopper) }

  private enum Wake { case written, paused }

  private static let maxPause: Int32 = 4_096
  /// The pause after a change in milliseconds: a commit writes dozens of pages, each with an event.
  private static let rest: Int32 = 20

  private func isStopped(within milliseconds: Int32) -> Bool {
    var descriptors = [pollfd(fd: stopping, events: Int16(POLLIN), revents: 0)]
    return poll(&descriptors, 1, milliseconds) > 0
  }

  /// Blocks until an event or the end of the pause; `nil` once the watcher is stopped. Without a
  /// pause, only a write ends the wait.
  private func wait(milliseconds pause: Int32?) -> Wake? {
    var descriptors = [
      pollfd(fd: events, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopping, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let ready = poll(&descriptors, 2, pause ?? -1)
      if ready == 0 { return .paused }
      if ready < 0, errno == EINTR { continue }
      let isWritten = descriptors[0].revents & Int16(POLLIN) != 0
      return ready > 0 && descriptors[1].revents == 0 && isWritten ? .written : nil
    }
  }

  /// Reads all pending events; true if one concerns the log or if events were lost.
  private func drain() -> Bool {
    var isConcerned = false
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(events, &buffer, buffer.count)
      guard count > 0 else { return isConcerned }
      guard concernsLog(buffer[..<count]) else { continue }
      isConcerned = true
      // The log may be a new file.
      watchLog()
    }
  }

  // struct inotify_event: int wd; uint32_t mask, cookie, len; char name[len], padded by NULs.
  private func concernsLog(_ buffer: ArraySlice<UInt8>) -> Bool {
    let header = 16
    var rest = buffer
    while rest.count >= header {
      let (mask, length) = rest.withUnsafeBytes {
        (
          $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
          Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        )
      }
      rest = rest.dropFirst(header)
      let name = rest.prefix(length).prefix { $0 != 0 }
      // Events of the watched log itself have no name.
      if mask & UInt32(IN_Q_OVERFLOW | IN_MODIFY) != 0 || name.elementsEqual(log.utf8) {
        return true
      }
      rest = rest.dropFirst(length)
    }
    return false
  }
  #else
  init?(ledger path: String) { return nil }
  func start(version: @escaping @Sendable () -> Int?, onChange: @escaping @Sendable () -> Void) {}
  func stop() {}
  #endif
}
