import CNcurses
import Entitlements
import Foundation
import Persistence
import Receipts

/// A file or standard input cannot be read.
enum InputError: Error, Equatable, CustomStringConvertible {
  case missing(String), directory(String), unreadable(String, reason: String)
  /// A device or a socket, described by `kind`.
  case special(String, kind: String)
  /// A pipe that received no data in time.
  case silent(String, seconds: Int)
  /// What was asked for is not in it; the reason is a sentence.
  case unsuitable(String, reason: String)

  var description: String {
    switch self {
    case .missing(let path): "\(path): no such file. Check the path."
    case .directory(let path):
      "\(path) is a folder. Name the receipt files in it, for example \(path)/*."
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
    case .special(let path, let kind):
      "\(path) is \(kind), and only files and pipes are read. Name a file, or - for standard input."
    case .unsuitable(let path, let reason): "\(path): \(reason)"
    case .silent(let path, let seconds):
      "\(path) is a pipe, and nothing came through it for \(seconds) seconds. First start the "
        + "program that writes to it."
    }
  }
}

/// Reads the files that the command line names.
enum InputFile {
  /// The bytes of `path`, or of standard input for `-`. Stops reading once the file is larger than
  /// any receipt.
  static func read(_ path: String) throws(InputError) -> [UInt8] {
    if path == "-" { return try read(InputReader.standard) }
    return try read(file: path)
  }

  /// The bytes of the file at `path`, even if it is `-`.
  static func read(file path: String) throws(InputError) -> [UInt8] {
    let input = try InputReader(path)
    defer { input.close() }
    return try read(input)
  }

  /// The words of a command line as one text, or standard input for `-`.
  static func text(of words: [String]) throws(InputError) -> String {
    words == ["-"] ? String(decoding: try read("-"), as: UTF8.self) : words.joined(separator: " ")
  }

  /// The bytes of the file at `path`; converts an error.
  static func read<Failure: Error>(
    file path: String,
    _ convert: (InputError) -> Failure
  ) throws(Failure) -> [UInt8] {
    do throws(InputError) {
      return try read(file: path)
    } catch {
      throw convert(error)
    }
  }

  /// The text of the file at `path`; converts an error.
  static func text<Failure: Error>(
    file path: String,
    _ convert: (InputError) -> Failure
  ) throws(Failure) -> String {
    String(decoding: try read(file: path, convert), as: UTF8.self)
  }

  /// The bytes of the file, unless `check` throws for the opened file.
  static func read(file path: String, after check: (purser_file) throws -> Void) throws -> [UInt8] {
    let input = try InputReader(path)
    defer { input.close() }
    try check(purser_file_open(input.descriptor))
    return try read(input)
  }

  /// The file itself, or all files of a folder that are not hidden, by name.
  static func files(in path: String) throws(InputError) -> [String] {
    guard path != "-", purser_file_at(path).kind == PURSER_DIRECTORY else { return [path] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .unreadable(path, reason: InputReader.reason(errno))
    }
    // Skip special files, which must be named explicitly.
    let files = names.filter { !$0.hasPrefix(".") }.sorted().map { "\(path)/\($0)" }.filter(isFile)
    guard !files.isEmpty else { throw .unreadable(path, reason: "it contains no files") }
    return files
  }

  /// The bytes of all named files, and of the files in named folders; counts no pipe.
  static func size(of names: [String]) -> Int {
    let paths = names.flatMap { (try? files(in: $0)) ?? [] }
    let sizes = paths.map { path in
      try? URL(fileURLWithPath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize
    }
    return sizes.reduce(0) { $0 + ($1 ?? 0) }
  }

  /// Whether it is a file, and no pipe, folder or device.
  static func isPlain(_ path: String) -> Bool {
    purser_file_at(path).kind == PURSER_REGULAR_FILE
  }

  /// Also true for a missing file or a broken link, which are reported when opened.
  private static func isFile(_ path: String) -> Bool {
    [PURSER_NO_FILE, PURSER_REGULAR_FILE].contains(purser_file_at(path).kind)
  }

  private static func read(_ input: InputReader) throws(InputError) -> [UInt8] {
    var input = input
    let limit = ReceiptText.maxCharacters + 1
    var bytes: [UInt8] = []
    // Reserve the capacity, since a growing array is copied. A pipe has no size.
    let position = lseek(input.descriptor, 0, SEEK_CUR)
    let size = lseek(input.descriptor, 0, SEEK_END)
    if position >= 0, size > position {
      _ = lseek(input.descriptor, position, SEEK_SET)
      bytes.reserveCapacity(min(Int(size - position), limit))
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = try input.read(into: &chunk)
      if count == 0 { break }
      bytes.append(contentsOf: chunk.prefix(min(count, limit - bytes.count)))
    }
    return bytes
  }
}

extension InputReader {
  /// Whether it is a pipe. Throws unless it is a pipe or a file.
  static func isPipe(_ descriptor: Int32, _ path: String) throws(InputError) -> Bool {
    switch purser_file_open(descriptor).kind {
    case PURSER_PIPE: return true
    // --config /dev/null means no settings.
    case PURSER_REGULAR_FILE, PURSER_NULL_DEVICE: return false
    case PURSER_DIRECTORY: throw .directory(path)
    case PURSER_SOCKET: throw .special(path, kind: "a socket")
    default: throw .special(path, kind: "a device")
    }
  }
}

extension LedgerAccess {
  /// The bytes of the file or, if there is none of that name, of the document with that ID in the
  /// ledger.
  func document(_ name: String) throws -> [UInt8] {
    do throws(InputError) {
      return try InputFile.read(name)
    } catch {
      guard case .missing = error, name.utf8.count == 64, name.allSatisfy(\.isHexDigit) else {
        throw error
      }
      let ledger = try open()
      let document = try Blocking.wait { try await ledger.documents.find(ID(name)) }
      guard let document else { throw error }
      // Nothing without content is filed: only an erasure empties a document.
      guard !document.bytes.isEmpty else {
        let reason = "Its content was erased. What it stated of purchases stays in the ledger."
        throw InputError.unsuitable(name, reason: reason)
      }
      return document.bytes
    }
  }
}
