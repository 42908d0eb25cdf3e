import Foundation
import Receipts

/// A file, or standard input, that cannot be read: not an answer about a receipt, but none at all.
enum InputError: Error, Equatable, CustomStringConvertible {
  case missing(String), directory(String), unreadable(String, reason: String)

  var description: String {
    switch self {
    case .missing(let path): "\(path): no such file. Check the path."
    case .directory(let path):
      "\(path) is a folder. Name the receipt files in it, for example \(path)/*."
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
    }
  }
}

/// Reads what a person names on the command line.
enum InputFile {
  /// The bytes of `path`, or of standard input for `-`. Of a file larger than any receipt only as
  /// much is read as shows that.
  static func read(_ path: String) throws(InputError) -> [UInt8] {
    if path == "-" { return try read(descriptor: STDIN_FILENO, named: "standard input") }
    return try read(file: path)
  }

  /// The bytes of the file at `path`, whatever it is called.
  static func read(file path: String) throws(InputError) -> [UInt8] {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      throw .directory(path)
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      throw code == ENOENT ? .missing(path) : .unreadable(path, reason: reason(code))
    }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, named: path)
  }

  private static func read(
    descriptor: Int32,
    named name: String
  ) throws(InputError) -> [UInt8] {
    let limit = ReceiptText.mostCharacters + 1
    var bytes: [UInt8] = []
    // A list that grows is in memory twice while it moves. A pipe has no size.
    let position = lseek(descriptor, 0, SEEK_CUR)
    let size = lseek(descriptor, 0, SEEK_END)
    if position >= 0, size > position {
      _ = lseek(descriptor, position, SEEK_SET)
      bytes.reserveCapacity(min(Int(size - position), limit))
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = chunk.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(name, reason: reason(errno))
      }
      if count == 0 { break }
      bytes.append(contentsOf: chunk.prefix(min(count, limit - bytes.count)))
    }
    return bytes
  }

  private static func reason(_ code: Int32) -> String {
    String(cString: strerror(code)).lowercased()
  }
}
