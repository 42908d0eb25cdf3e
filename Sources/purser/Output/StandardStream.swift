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
    var output = OutputBuffer()
    output.write(text)
    output.write("\n")
    try output.flush()
  }

  /// The error number, 0 for none.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
    var rest = bytes
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

/// Text on its way to standard output: a long answer is written as it is made and never held as a
/// whole. The first failure stops all writing and is told by `flush`.
struct OutputBuffer {
  private static let room = 65_536

  /// What was written and has not been drained.
  private(set) var bytes: [UInt8] = []
  private var code: Int32 = 0
  /// Whether it is kept instead, all of it.
  private let isKept: Bool

  init(isKept: Bool = false) { self.isKept = isKept }

  mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.room { drain() }
  }

  mutating func write(_ octets: UnsafeBufferPointer<UInt8>.SubSequence) {
    bytes.append(contentsOf: octets)
    if bytes.count >= Self.room { drain() }
  }

  private mutating func drain() {
    guard !isKept else { return }
    if code == 0 { code = StandardStream.write(bytes[...], to: STDOUT_FILENO) }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.room)
  }

  /// Writes what is left.
  mutating func flush() throws(OutputError) {
    drain()
    guard code == 0 else { throw OutputError(reason: String(cString: strerror(code))) }
  }
}
