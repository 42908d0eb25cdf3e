import Foundation

#if os(Linux)
/// Tells when files of some folders are written or go away, without ever waking by itself. The
/// thread and what it watches end with the program.
enum FileWatch {
  /// `onChange` is given the paths of what has changed.
  static func start(_ folders: [String], onChange: @escaping @Sendable (Set<String>) -> Void) {
    let events = inotify_init1(Int32(IN_CLOEXEC))
    guard events >= 0 else { return }
    let wanted =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
    var watched: [Int32: Set<String>] = [:]
    for folder in folders {
      let watch = inotify_add_watch(events, folder, wanted)
      // One folder may go by several names.
      if watch >= 0 { watched[watch, default: []].insert(folder) }
    }
    guard !watched.isEmpty else {
      close(events)
      return
    }
    let thread = Thread { [watched] in
      var buffer = [UInt8](repeating: 0, count: 16_384)
      while true {
        let count = read(events, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        onChange(paths(buffer[..<count], watched))
      }
    }
    thread.name = "file watch"
    thread.start()
  }

  // struct inotify_event: int wd; uint32_t mask, cookie, len; char name[len], padded by NULs.
  private static func paths(
    _ buffer: ArraySlice<UInt8>,
    _ watched: [Int32: Set<String>]
  ) -> Set<String> {
    let header = 16
    var paths: Set<String> = []
    var rest = buffer
    while rest.count >= header {
      let (watch, length) = rest.withUnsafeBytes {
        (
          $0.loadUnaligned(as: Int32.self),
          Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        )
      }
      rest = rest.dropFirst(header)
      let name = String(decoding: rest.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
      for folder in watched[watch] ?? [] { paths.insert("\(folder)/\(name)") }
      rest = rest.dropFirst(length)
    }
    return paths
  }
}
#else
/// Elsewhere there is nothing to watch with; `r` in `:themes` reads the files again.
enum FileWatch {
  static func start(_ folders: [String], onChange: @escaping @Sendable (Set<String>) -> Void) {}
}
#endif
