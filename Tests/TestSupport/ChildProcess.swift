package import Foundation

/// A program that a test starts. It inherits three descriptors, and no blocked signals. It is killed,
/// with what it started, when it has run for longer than any test needs it.
///
/// `Process` waits until every copy of a descriptor that it hands down is closed. A server that
/// another thread starts meanwhile inherits one, and then the wait lasts as long as the server.
package final class ChildProcess {
  /// Where output goes.
  package enum Sink {
    /// A file, which is emptied or created first.
    case file(String)
    case descriptor(Int32)
    case sameAsOutput
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let id: Int32
  private var waitStatus: Int32?
  private var end: DispatchWorkItem?

  /// Ends what hangs, also while every thread of the tests waits for a program.
  private static let ends = DispatchQueue(label: "ends of programs")

  /// Starts the program at the path that `words` begins with. Without an environment it has that of
  /// this process.
  package init(
    _ words: [String],
    in folder: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    input: String = "/dev/null",
    output: Sink = .file("/dev/null"),
    errors: Sink = .sameAsOutput,
    limit: TimeInterval = 600
  ) throws {
    #if canImport(Darwin)
    var (actions, attributes) = (posix_spawn_file_actions_t?.none, posix_spawnattr_t?.none)
    #else
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    #if canImport(Darwin)
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    #else
    if let folder { _ = addFolder(&actions, folder) }
    #endif
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    for (descriptor, sink) in [(Int32(1), output), (2, errors)] {
      switch sink {
      case .file(let path):
        posix_spawn_file_actions_addopen(
          &actions,
          descriptor,
          path,
          O_WRONLY | O_CREAT | O_TRUNC,
          0o600
        )
      case .descriptor(let other): posix_spawn_file_actions_adddup2(&actions, other, descriptor)
      case .sameAsOutput: posix_spawn_file_actions_adddup2(&actions, 1, descriptor)
      }
    }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    flags |= Int32(POSIX_SPAWN_SETPGROUP)
    #if canImport(Darwin)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
    _ = addClosing(&actions, 3)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var id: pid_t = 0
    let failure = withCStrings(words) { words in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        words[0].map { posix_spawn(&id, $0, &actions, &attributes, words, environment) } ?? EINVAL
      }
    }
    guard failure == 0 else {
      throw Failure(description: "\(words[0]) does not start: error \(failure).")
    }
    self.id = id
    let end = DispatchWorkItem {
      FileHandle.standardError.write(Data("\(words) ran for too long and is killed.\n".utf8))
      kill(-id, SIGKILL)
    }
    self.end = end
    Self.ends.asyncAfter(deadline: .now() + limit, execute: end)
  }

  deinit { end?.cancel() }

  package var isRunning: Bool { wait(WNOHANG) == nil }

  /// Waits for the end.
  ///
  /// - Returns: The exit status, or the signal that ended it.
  @discardableResult
  package func waitUntilExit() -> Int32 { wait(0) ?? -1 }

  private func wait(_ options: Int32) -> Int32? {
    while waitStatus == nil {
      var status: Int32 = 0
      let ended = waitpid(id, &status, options)
      if ended == 0 { return nil }
      if ended == id || errno != EINTR {
        // Another's child, or none any more, has ended as well.
        waitStatus = ended == id ? status : -1
        end?.cancel()
      }
    }
    return waitStatus.map { $0 & 0x7F == 0 ? ($0 >> 8) & 0xFF : $0 & 0x7F }
  }
}

#if !canImport(Darwin)
// Swift's Glibc module lacks what spawn.h declares for _GNU_SOURCE alone.
private let addFolder = unsafeBitCast(
  dlsym(nil, "posix_spawn_file_actions_addchdir_np"),
  to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) ->
    Int32).self
)
private let addClosing = unsafeBitCast(
  dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"),
  to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self
)
#endif

private func withCStrings<Result>(
  _ texts: [String],
  _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
