import Foundation

/// Standard output cannot be written, because of a full disk or a closed pipe.
struct OutputError: Error, CustomStringConvertible {
  var reason: String

  var description: String {
    "Standard output cannot be written: \(reason). The output is incomplete."
  }
}

/// Unbuffered access to the three standard descriptors.
enum StandardStream {
  /// Prints a line to standard output; throws unless all of it is written.
  static func print(_ text: String) throws(OutputError) {
    var output = OutputBuffer()
    output.write(text)
    output.write("\n")
    try output.flush()
  }

  /// Writes all bytes. Returns the error number, or 0.
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

  /// Opens closed standard descriptors, so that no other file gets their numbers.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}

/// A buffer for standard output that writes long output in parts. The first error stops all writing
/// and is thrown by `flush`.
struct OutputBuffer {
  private static let maxBytes = 65_536

  /// The buffered bytes.
  private(set) var bytes: [UInt8] = []
  private var code: Int32 = 0
  /// Whether everything stays in the buffer instead.
  private let collects: Bool

  init(isKept: Bool = false) { collects = isKept }

  mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.maxBytes { drain() }
  }

  mutating func write(_ slice: UnsafeBufferPointer<UInt8>.SubSequence) {
    bytes.append(contentsOf: slice)
    if bytes.count >= Self.maxBytes { drain() }
  }

  private mutating func drain() {
    guard !collects else { return }
    if code == 0 { code = StandardStream.write(bytes[...], to: STDOUT_FILENO) }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.maxBytes)
  }

  /// Writes the remaining bytes.
  mutating func flush() throws(OutputError) {
    drain()
    guard code == 0 else { throw OutputError(reason: String(cString: strerror(code))) }
  }
}
