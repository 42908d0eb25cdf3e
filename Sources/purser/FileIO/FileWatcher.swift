import Foundation

/// Reports when files in some folders are written or removed. Waits on a thread that ends with the
/// program. Does nothing on systems without inotify, where `r` in `:themes` reloads the files.
enum FileWatcher {
  #if os(Linux)
  /// Calls `onChange` with the changed paths.
  static func start(_ folders: [String], onChange: @escaping @Sendable (Set<String>) -> Void) {
    let events = inotify_init1(Int32(IN_CLOEXEC))
    guard events >= 0 else { return }
    let mask =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
    var watched: [Int32: Set<String>] = [:]
    for folder in folders {
      let watch = inotify_add_watch(events, folder, mask)
      // Several paths may lead to the same folder.
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
  #else
  static func start(_ folders: [String], onChange: @escaping @Sendable (Set<String>) -> Void) {}
  #endif
}
