import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if os(Linux)
/// Notices that somebody writes to the log beside a ledger's file, without ever waking by itself,
/// or for what is written to other files.
///
/// The log comes and goes with the processes that have the ledger open: it is watched itself, and
/// the folder for nothing but files that begin to be there. The thread owns the descriptors it reads; the watch owns the other end of
/// the pipe, and closing that ends the thread.
struct WriteWatch: Sendable {
  private let log: String
  private let folder: String
  private let events: Int32
  private let stopping: Int32
  private let stopper: Int32

  /// Watches from now on; `nil` if the system has no watch left to give.
  init?(ledger path: String) {
    let file = path as NSString
    log = file.lastPathComponent + "-wal"
    folder = file.deletingLastPathComponent
    events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard events >= 0 else { return nil }
    let wanted = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)
    var ends: [Int32] = [-1, -1]
    guard inotify_add_watch(events, folder, wanted) >= 0, pipe(&ends) == 0 else {
      close(events)
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (stopping, stopper) = (ends[0], ends[1])
    watchLog()
  }

  /// From now on, the log that is there; of one that is not yet the folder tells.
  private func watchLog() {
    let path = (folder as NSString).appendingPathComponent(log)
    _ = inotify_add_watch(events, path, UInt32(IN_MODIFY))
  }

  /// Calls `onChange` whenever the log was written and `version` differs from the last time.
  ///
  /// The write that can be noticed comes before the commit can be seen: between them the writer
  /// waits for its disk. So what has changed is looked for at once and, at growing distances,
  /// for some eight seconds more; after that the thread sleeps until the next write.
  func start(
    version: @escaping @Sendable () -> Int?,
    onChange: @escaping @Sendable () -> Void
  ) {
    let thread = Thread {
      var last: Int?
      var pause: Int32?
      while let wake = wait(milliseconds: pause) {
        switch wake {
        case .written:
          guard drain() else { continue }
          pause = 1
        case .paused:
          pause = pause.flatMap { $0 < Self.longestPause ? $0 * 2 : nil }
        }
        let current = version()
        // The first time there is nothing to compare with: better a note too many.
        let isNews = current == nil || current != last
        last = current
        guard isNews else { continue }
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

  private static let longestPause: Int32 = 4_096
  /// Milliseconds after a change in which no other is looked for: a commit writes dozens of pages, and
  /// each is an event.
  private static let rest: Int32 = 20

  private func isStopped(within milliseconds: Int32) -> Bool {
    var descriptors = [pollfd(fd: stopping, events: Int16(POLLIN), revents: 0)]
    return poll(&descriptors, 1, milliseconds) > 0
  }

  /// Blocks until there is something to read or the pause is over; `nil` once the watch is
  /// stopped. Without a pause only a write ends the waiting.
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

  /// Takes all waiting events; true if one of them concerns the log, or if some were lost.
  private func drain() -> Bool {
    var isConcerned = false
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(events, &buffer, buffer.count)
      guard count > 0 else { return isConcerned }
      guard concernsLog(buffer[..<count]) else { continue }
      isConcerned = true
      // It may be a new one.
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
      // What is watched itself has no name in its events.
      if mask & UInt32(IN_Q_OVERFLOW | IN_MODIFY) != 0 || name.elementsEqual(log.utf8) {
        return true
      }
      rest = rest.dropFirst(length)
    }
    return false
  }
}
#else
/// Elsewhere there is nothing to watch with.
struct WriteWatch: Sendable {
  init?(ledger path: String) { return nil }
  func start(
    version: @escaping @Sendable () -> Int?,
    onChange: @escaping @Sendable () -> Void
  ) {}
  func stop() {}
}
#endif
