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
    if isFolder(path) { throw .directory(path) }
    let descriptor = try descriptor(of: path)
    defer { close(descriptor) }
    return try read(descriptor: descriptor, named: path)
  }

  /// The file itself; of a folder every file in it that is not hidden, by name.
  static func files(in path: String) throws(InputError) -> [String] {
    guard path != "-", isFolder(path) else { return [path] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .unreadable(path, reason: reason(errno))
    }
    let files = names.filter { !$0.hasPrefix(".") }.sorted().map { "\(path)/\($0)" }
      .filter { !isFolder($0) }
    guard !files.isEmpty else { throw .unreadable(path, reason: "there is no file in it") }
    return files
  }

  /// Opens the file; whoever asked closes it.
  static func descriptor(of path: String) throws(InputError) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      throw code == ENOENT ? .missing(path) : .unreadable(path, reason: reason(code))
    }
    return descriptor
  }

  private static func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
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
