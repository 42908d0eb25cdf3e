import Foundation

/// A file or a pipe that is read to its end. A pipe is waited on for so long, and no longer.
struct InputReader {
  let descriptor: Int32
  private let name: String
  private let isPipe: Bool
  private var hasRead = false

  /// For somebody to write into a pipe at all, such as a process substitution.
  private static let writerTimeout = 5
  /// For the next bytes of somebody who does.
  private static let idleTimeout = 60

  /// What others give us to read ends when they say so.
  static let standard = InputReader(
    descriptor: STDIN_FILENO,
    name: "standard input",
    isPipe: false
  )

  private init(descriptor: Int32, name: String, isPipe: Bool) {
    (self.descriptor, self.name, self.isPipe) = (descriptor, name, isPipe)
  }

  /// Opens the file; whoever asked closes it.
  init(_ path: String) throws(InputError) {
    // A pipe without a writer would not even open.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw .missing(path)
      case ENXIO: throw .special(path, kind: "a socket")
      case let code: throw .unreadable(path, reason: Self.reason(code))
      }
    }
    do throws(InputError) {
      self.init(
        descriptor: descriptor,
        name: path,
        isPipe: try Self.isPipe(descriptor, path)
      )
    } catch {
      Foundation.close(descriptor)
      throw error
    }
  }

  func close() { Foundation.close(descriptor) }

  /// How many bytes came; 0 at the end.
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
      // Either somebody came and wrote nothing, or nobody has come yet.
      let seconds = code == 0 ? Self.writerTimeout : Self.idleTimeout
      switch try wait(isPipe ? seconds : nil) {
      case .ended where code == 0: return 0
      case .silent: throw .silent(name, seconds: seconds)
      case .ended, .readable: continue
      }
    }
  }

  private enum Waiting { case readable, ended, silent }

  private func wait(_ seconds: Int?) throws(InputError) -> Waiting {
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
    while true {
      let left = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
      let count = poll(&asked, 1, left.map { Int32(max(0, $0)) } ?? -1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(name, reason: Self.reason(errno)) }
      guard count > 0 else { return .silent }
      return asked.revents & Int16(POLLIN) != 0 ? .readable : .ended
    }
  }

  static func reason(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }
}
