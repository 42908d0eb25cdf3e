import Foundation

/// The demo's throw-away folder: it goes when the demo ends, and one that a killed demo left
/// behind goes when the next begins.
final class DemoFolder {
  private static let prefix = "purser-demo-"

  let path: String

  /// - Throws: what the file system says, naming the folder.
  init() throws {
    let temporary = NSTemporaryDirectory()
    Self.sweep(temporary)
    path = temporary + (temporary.hasSuffix("/") ? "" : "/") + "\(Self.prefix)\(getpid())"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private static func sweep(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard let process = Int32(name.dropFirst(prefix.count)), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }
}
