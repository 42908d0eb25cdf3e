import Foundation

/// Standard output that could not be written: a full disk, a reader that is gone.
struct OutputError: Error, CustomStringConvertible {
  var reason: String

  var description: String {
    "Standard output cannot be written: \(reason). What was printed so far is not all there is."
  }
}

/// The three descriptors every program is given, used without buffers of our own.
enum StandardStream {
  /// Data for whoever asked: all of it is written, or it is an error.
  static func print(_ text: String) throws(OutputError) {
    let code = write(text + "\n", to: STDOUT_FILENO)
    guard code == 0 else { throw OutputError(reason: String(cString: strerror(code))) }
  }

  /// The error number, 0 for none.
  static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// Opens what was closed before the start, so that no file of ours is taken for it.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}
