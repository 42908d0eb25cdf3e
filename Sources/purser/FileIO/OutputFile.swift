import Foundation

/// A file cannot be written.
enum OutputFileError: Error, Equatable, CustomStringConvertible {
  case occupied(String)
  case unwritable(String, reason: String)

  var description: String {
    switch self {
    case .occupied(let path):
      "\(path) already exists. Nothing was written; name another file or remove it first."
    case .unwritable(let path, let reason):
      "\(path) cannot be written: \(reason). Nothing was written; name another file."
    }
  }
}

/// Writes private files atomically.
enum OutputFile {
  /// Creates a complete file that only its owner can read, or no file.
  static func write(_ bytes: [UInt8], to path: String) throws(OutputFileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      guard errno != EEXIST else { throw .occupied(path) }
      throw .unwritable(path, reason: reason(errno))
    }
    // The umask may have removed permissions, even the owner's.
    var code = fchmod(file, 0o600) == 0 ? 0 : errno
    if code == 0 { code = StandardStream.write(bytes[...], to: file) }
    if code == 0, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    guard code != 0 else { return }
    unlink(path)
    throw .unwritable(path, reason: reason(code))
  }

  /// Atomically replaces a file with one that only its owner can read. Replaces a link itself, not
  /// its target.
  static func replace(_ path: String, by bytes: [UInt8]) throws(OutputFileError) {
    let draft = "\(path).\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try write(bytes, to: draft)
    guard rename(draft, path) != 0 else { return }
    let code = errno
    unlink(draft)
    throw .unwritable(path, reason: reason(code))
  }

  private static func reason(_ code: Int32) -> String {
    String(cString: strerror(code)).lowercased()
  }
}
