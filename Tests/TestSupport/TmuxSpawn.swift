import Foundation

/// Runs a program to its end and returns its wait status. Its standard output and error go to a
/// file. `Process` would do, were it not to wait for the last descriptor that the program leaves
/// behind to be closed, which a server it starts never does.
func spawn(_ arguments: [String], output: String) throws -> Int32 {
  #if canImport(Darwin)
  var actions: posix_spawn_file_actions_t?
  #else
  var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  posix_spawn_file_actions_adddup2(&actions, 1, 2)

  // The threads that tests run on block most signals, and what they start would inherit it.
  #if canImport(Darwin)
  var attributes: posix_spawnattr_t?
  #else
  var attributes = posix_spawnattr_t()
  #endif
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  var all = sigset_t()
  sigemptyset(&none)
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setflags(
    &attributes,
    Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
  )

  var environment = ProcessInfo.processInfo.environment
  environment["LC_ALL"] = "C.UTF-8"
  environment["TMUX"] = nil
  let program = arguments[0]
  let settings = environment.map { "\($0.key)=\($0.value)" }
  var process: pid_t = 0
  let failure = withCStrings(arguments) { arguments in
    withCStrings(settings) { settings in
      posix_spawn(&process, program, &actions, &attributes, arguments, settings)
    }
  }
  guard failure == 0 else {
    throw Tmux.Failure(description: "\(program) does not start: error \(failure).")
  }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 {
    guard errno == EINTR else {
      throw Tmux.Failure(description: "\(program) cannot be waited for: error \(errno).")
    }
  }
  return status
}

private func withCStrings<Result>(
  _ texts: [String],
  _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
