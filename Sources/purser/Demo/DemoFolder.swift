import Foundation

/// The demo's temporary folder. It is deleted when the demo ends; those of killed demos are deleted
/// when the next one starts.
final class DemoFolder {
  private struct NotMade: Error, CustomStringConvertible {
    var reason: String

    var description: String {
      "The demo's folder cannot be created in \(NSTemporaryDirectory()): \(reason). Set TMPDIR to "
        + "a writable folder."
    }
  }

  private static let prefix = "purser-demo-"

  let path: String
  /// Holds the lock that marks the folder as in use.
  private let lock: Int32

  init() throws {
    let temporary = URL(fileURLWithPath: NSTemporaryDirectory())
    Self.sweep(temporary)
    var template = Array(temporary.appendingPathComponent(Self.prefix + "XXXXXX").path.utf8CString)
    guard mkdtemp(&template) != nil else { throw NotMade(reason: String(cString: strerror(errno))) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    lock = open(path + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    _ = lockf(lock, F_TLOCK, 0)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    close(lock)
  }

  private static func sweep(_ folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = folder.appendingPathComponent(name).path
      let lock = open(path + "/lock", O_RDWR | O_CLOEXEC)
      guard lock >= 0 else { continue }
      defer { close(lock) }
      if lockf(lock, F_TLOCK, 0) == 0 { try? FileManager.default.removeItem(atPath: path) }
    }
  }
}
