import Foundation
import Receipts

/// Reads a file or a pipe to its end, with a timeout for pipes.
struct InputReader {
  let descriptor: Int32
  private let name: String
  private let isPipe: Bool
  private var hasRead = false

  /// Seconds to wait for a pipe's writer, such as a process substitution.
  private static let writerTimeout = 5
  /// Seconds to wait for the next bytes of a pipe's writer.
  private static let idleTimeout = 60

  /// Standard input, which has no timeout.
  static let standard = InputReader(descriptor: STDIN_FILENO, name: "standard input", isPipe: false)

  private init(descriptor: Int32, name: String, isPipe: Bool) {
    (self.descriptor, self.name, self.isPipe) = (descriptor, name, isPipe)
  }

  /// Opens the file; the caller closes it.
  init(_ path: String) throws(InputError) {
    // Without O_NONBLOCK, opening a pipe without a writer would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw .missing(path)
      case ENXIO: throw .special(path, kind: "a socket")
      case let code: throw .unreadable(path, reason: Self.reason(code))
      }
    }
    do throws(InputError) {
      self.init(descriptor: descriptor, name: path, isPipe: try Self.isPipe(descriptor, path))
    } catch {
      Foundation.close(descriptor)
      throw error
    }
  }

  func close() { Foundation.close(descriptor) }

  /// The number of bytes from here to the end; `nil` for a pipe.
  var size: Int? {
    let start = lseek(descriptor, 0, SEEK_CUR)
    guard start >= 0 else { return nil }
    defer { _ = lseek(descriptor, start, SEEK_SET) }
    return Int(lseek(descriptor, 0, SEEK_END) - start)
  }

  /// The number of bytes read; 0 at the end.
  mutating func read(into chunk: inout [UInt8]) throws(InputError) -> Int {
    while true {
      let count = chunk.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 || count == 0 && (hasRead || !isPipe) {
        hasRead = true
        return count
      }
      let code = count < 0 ? errno : 0
      if code == EINTR { continue }
      guard code == EAGAIN || code == 0 else { throw .unreadable(name, reason: Self.reason(code)) }
      // EAGAIN: a writer has the pipe open; 0: no writer has opened it yet.
      let seconds = code == 0 ? Self.writerTimeout : Self.idleTimeout
      switch try wait(isPipe ? seconds : nil) {
      case .ended where code == 0: return 0
      case .silent: throw .silent(name, seconds: seconds)
      case .ended, .readable: continue
      }
    }
  }

  /// Whether reading returns at once.
  var isReadable: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) != 0
  }

  private enum Waiting { case readable, ended, silent }

  private func wait(_ seconds: Int?) throws(InputError) -> Waiting {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
    while true {
      let left = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
      let count = poll(&request, 1, left.map { Int32(max(0, $0)) } ?? -1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(name, reason: Self.reason(errno)) }
      guard count > 0 else { return .silent }
      return request.revents & Int16(POLLIN) != 0 ? .readable : .ended
    }
  }

  static func reason(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }
}
