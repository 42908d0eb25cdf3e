import Foundation

#if os(Linux)
/// Tells when a theme's file is written, without ever waking by itself. The thread and what it
/// watches end with the program.
enum ThemeWatch {
  static func start(_ folders: [String], onChange: @escaping @Sendable () -> Void) {
    let events = inotify_init1(Int32(IN_CLOEXEC))
    guard events >= 0 else { return }
    let wanted = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
    let watched = folders.filter { inotify_add_watch(events, $0, wanted) >= 0 }
    guard !watched.isEmpty else {
      close(events)
      return
    }
    let thread = Thread {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(events, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        onChange()
      }
    }
    thread.name = "theme watch"
    thread.start()
  }
}
#else
/// Elsewhere there is nothing to watch with; `r` in `:themes` reads the files again.
enum ThemeWatch {
  static func start(_ folders: [String], onChange: @escaping @Sendable () -> Void) {}
}
#endif
