import Foundation
import ServiceCore
import Synchronization

/// An imported document's name in messages, and why it could not be read.
struct ImportName: Sendable {
  var text: String
  var error: InputError?
}

/// Reads the documents of the named files and folders in order, a few at a time.
struct ImportInput {
  typealias Submission = BulkSubmission<ImportName>
  typealias Submit = @Sendable ([UInt8]) -> SubmittedDocument

  private struct Lines {
    let file: String
    let input: InputReader
    var lines: InputLines
    var number = 0
    var byteCount = 0
    /// `nil` for a pipe.
    let size: Int?

    init(_ file: String) throws(InputError) {
      self.file = file
      input = file == "-" ? .standard : try InputReader(file)
      lines = InputLines(input)
      let start = lseek(input.descriptor, 0, SEEK_CUR)
      size = start < 0 ? nil : Int(lseek(input.descriptor, 0, SEEK_END) - start)
      if start >= 0 { _ = lseek(input.descriptor, start, SEEK_SET) }
    }

    mutating func next() throws(InputError) -> [UInt8]? {
      let line = try lines.next()
      number += 1
      byteCount += (line?.count ?? 0) + 1
      return line
    }

    /// The part that was read, of 1.
    var share: Double? { size.map { min(1, Double(byteCount) / Double(max($0, 1))) } }
  }

  /// A step has at most this many lines, of about this many bytes, or files.
  private let maxLines: Int
  private static let maxBytes = 262_144
  private let maxFiles: Int

  private let nameCount: Int
  private let isByLine: Bool
  private let submit: Submit
  private var names: ArraySlice<String>
  /// The files of the current name, and the lines of the current file.
  private var files: ArraySlice<String> = []
  private var fileCount = 0
  private var lines: Lines?
  private var failure: InputError?
  /// Whether everything before is filed, so that reading may block.
  private var mayBlock = false
  let blocking = BlockingFlag()

  /// Submits each document's bytes by `submit`, with `isOneByOne` each in a step of its own.
  init(
    _ names: [String],
    byLine isByLine: Bool,
    isOneByOne: Bool,
    _ submit: @escaping Submit
  ) {
    (nameCount, self.isByLine, self.submit) = (names.count, isByLine, submit)
    (maxLines, maxFiles) = isOneByOne ? (1, 1) : (32, 8)
    self.names = names[...]
  }

  /// The part of the input that was read, of 1; `nil` if that is unknown.
  var share: Double? {
    guard let part = lines.map(\.share) ?? 1 else { return nil }
    let files = Double(fileCount - files.count) + part - 1
    let ofName = fileCount == 0 ? 1 : files / Double(fileCount)
    return (Double(nameCount - names.count) + ofName - 1) / Double(nameCount)
  }

  mutating func next() -> Submission.InputStep {
    while true {
      do throws(InputError) {
        if let step = isByLine ? try nextLines() : try nextFiles() { return step }
        guard let name = names.popFirst() else { return .end }
        files = try InputFile.files(in: name)[...]
        fileCount = files.count
      } catch {
        return .make { [Submission.NamedDocument(ImportName(text: "", error: error), nil)] }
      }
    }
  }

  /// `nil` if all files were read.
  private mutating func nextFiles() throws(InputError) -> Submission.InputStep? {
    guard let first = files.first else { return nil }
    if first == "-" {
      guard expectBlocking() else { return .wait }
      files.removeFirst()
      let bytes = try blocking.during(mayBlock) { () throws(InputError) in
        try InputFile.read(first)
      }
      mayBlock = false
      return .make { [submit] in [Submission.NamedDocument(ImportName(text: first), submit(bytes))]
      }
    }
    let paths = files.prefix(maxFiles)
    files.removeFirst(paths.count)
    return .make { [submit] in
      paths.map { path in
        do throws(InputError) {
          return Submission.NamedDocument(ImportName(text: path), submit(try InputFile.read(path)))
        } catch {
          return Submission.NamedDocument(ImportName(text: path, error: error), nil)
        }
      }
    }
  }

  /// `nil` if all lines were read.
  private mutating func nextLines() throws(InputError) -> Submission.InputStep? {
    if let failure {
      self.failure = nil
      throw failure
    }
    var read: [(name: String, bytes: [UInt8])] = []
    var size = 0
    while read.count < maxLines, size < Self.maxBytes {
      if lines == nil {
        guard read.isEmpty, let file = files.popFirst() else { break }
        lines = try Lines(file)
      }
      if lines?.lines.mayBlock() == true {
        guard read.isEmpty else { break }
        guard expectBlocking() else { return .wait }
      }
      guard let (name, line) = try nextLine(keeping: !read.isEmpty) else { continue }
      read.append((name, line))
      size += line.count
    }
    guard !read.isEmpty else { return nil }
    return .make { [read, submit] in
      read.map { Submission.NamedDocument(ImportName(text: $0.name), submit($0.bytes)) }
    }
  }

  /// `nil` for an empty line, and at the end of the file, which is closed.
  private mutating func nextLine(
    keeping hasRead: Bool
  ) throws(InputError) -> (name: String, line: [UInt8])? {
    guard var current = lines else { return nil }
    lines = nil
    defer {
      mayBlock = false
      if lines == nil, current.file != "-" { current.input.close() }
    }
    do throws(InputError) {
      let line = try blocking.during(mayBlock) { () throws(InputError) in try current.next() }
      if let line {
        lines = current
        return line.isEmpty ? nil : ("\(current.file):\(current.number)", line)
      }
    } catch {
      guard hasRead else { throw error }
      // The lines before are submitted first.
      failure = error
    }
    return nil
  }

  /// Whether reading may block; if not, all documents before must be filed first.
  private mutating func expectBlocking() -> Bool {
    defer { mayBlock = true }
    return mayBlock
  }
}

/// Whether a thread is reading input that may never come.
final class BlockingFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func during<Answer, Failure: Error>(
    _ isBlocking: Bool,
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    flag.store(isBlocking, ordering: .relaxed)
    defer { flag.store(false, ordering: .relaxed) }
    return try body()
  }
}
