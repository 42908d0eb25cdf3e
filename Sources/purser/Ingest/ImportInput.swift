import Entitlements
import Foundation
import ServiceCore
import Synchronization

/// An imported document's name in messages, whose it is said to be, and why it could not be read.
struct ImportName: Sendable {
  var file: String
  /// The row of a table, or the line, from 1.
  var row: Int?
  var text: String
  var user: ID<User>?
  var error: InputError?

  init(_ file: String, user: ID<User>? = nil, error: InputError? = nil) {
    (self.file, text, self.user, self.error) = (file, file, user, error)
  }

  init(_ file: String, line: Int) {
    (self.file, row, text) = (file, line, "\(file):\(line)")
  }

  init(_ file: String, row: Int) {
    (self.file, self.row, text) = (file, row, "\(file), row \(row)")
  }
}

/// Reads the documents of the named files and folders in order, a few at a time.
struct ImportInput: Sendable {
  typealias Submission = BulkSubmission<ImportName>
  typealias Submit = @Sendable ([UInt8], ID<User>?) -> SubmittedDocument

  /// A step has at most this many lines, of about this many bytes, or files.
  private let maxLines: Int
  private static let maxBytes = 262_144
  private let maxFiles: Int
  /// Passing over what is filed already ends a step after as many.
  private static let maxPassedOver = 10_000

  private let nameCount: Int
  private let format: RecordFormat
  /// Whose the documents are, where a record doesn't say it.
  private let user: ID<User>?
  private let limit: Int
  private let submit: Submit
  private var names: ArraySlice<String>
  /// The files of the current name, and the records of the current file.
  private var files: ArraySlice<String> = []
  private var fileCount = 0
  private var records: ImportRecords?
  private var failure: InputError?
  /// Whether everything before is filed, so that reading may block.
  private var mayBlock = false
  /// How many documents are passed over, because they were filed before an interruption.
  var passesOver = 0
  let blocking = BlockingFlag()

  /// Submits each document's bytes by `submit`, with `isOneByOne` each in a step of its own.
  init(
    _ names: [String],
    _ format: RecordFormat,
    user: ID<User>?,
    limit: Int,
    isOneByOne: Bool,
    _ submit: @escaping Submit
  ) {
    (nameCount, self.format, self.user, self.submit) = (names.count, format, user, submit)
    self.limit = limit
    (maxLines, maxFiles) = isOneByOne ? (1, 1) : (32, 8)
    self.names = names[...]
  }

  /// Opens the first file of a table, so that a missing column is reported before any work.
  mutating func open() throws(InputError) {
    guard case .rows = format, let name = names.popFirst() else { return }
    files = try InputFile.files(in: name)[...]
    fileCount = files.count
    guard let file = files.popFirst() else { return }
    var records = try ImportRecords(file, format, limit: limit)
    try records.open()
    self.records = records
  }

  /// The part of the input that was read, of 1; `nil` if that is unknown.
  var share: Double? {
    guard let part = records.map(\.share) ?? 1 else { return nil }
    guard nameCount > 0 else { return part }
    let files = Double(fileCount - files.count) + part - 1
    let ofName = fileCount == 0 ? 1 : files / Double(fileCount)
    return (Double(nameCount - names.count) + ofName - 1) / Double(nameCount)
  }

  mutating func next() -> Submission.InputStep {
    while true {
      do throws(InputError) {
        if let step = try nextRecords() { return step }
        if let step = try nextFiles() { return step }
        if !files.isEmpty { continue }
        guard let name = names.popFirst() else { return .end }
        files = try InputFile.files(in: name)[...]
        fileCount = files.count
      } catch {
        if passesOver > 0 {
          passesOver -= 1
          continue
        }
        let name = ImportName("", error: error)
        return .make { [Submission.NamedDocument(name, nil)] }
      }
    }
  }

  /// The next whole files, a few at a time; `nil` if the next one has several documents, or if all
  /// were read.
  private mutating func nextFiles() throws(InputError) -> Submission.InputStep? {
    guard case .whole = format else { return try openNext() }
    var paths: [String] = []
    while paths.count < maxFiles, let file = files.first {
      if file == "-" || isPacked(file) {
        if paths.isEmpty { return try openNext() }
        break
      }
      files.removeFirst()
      if passesOver > 0 { passesOver -= 1 } else { paths.append(file) }
    }
    guard !paths.isEmpty else { return nil }
    return .make { [submit, user, paths] in
      paths.map { path in
        do throws(InputError) {
          let bytes = try InputFile.read(file: path)
          return Submission.NamedDocument(ImportName(path, user: user), submit(bytes, user))
        } catch {
          return Submission.NamedDocument(ImportName(path, error: error), nil)
        }
      }
    }
  }

  /// Opens the next file for its records.
  private mutating func openNext() throws(InputError) -> Submission.InputStep? {
    guard let file = files.popFirst() else { return nil }
    records = try ImportRecords(file, format, limit: limit)
    return try nextRecords()
  }

  /// Whether the file is an archive or packed. Other failures are reported when it is read.
  private func isPacked(_ file: String) -> Bool {
    guard InputFile.isPlain(file), let reader = try? InputReader(file) else { return false }
    var source = ByteSource(reader, file)
    defer { source.close() }
    guard let isTar = try? source.isTar() else { return true }
    return isTar || source.isPacked
  }

  /// `nil` if all records were read.
  private mutating func nextRecords() throws(InputError) -> Submission.InputStep? {
    if let failure {
      self.failure = nil
      throw failure
    }
    var read: [ImportRecords.Record] = []
    var (size, passed) = (0, 0)
    while read.count < maxLines, size < Self.maxBytes, passed < Self.maxPassedOver {
      if records?.mayBlock() == true {
        guard read.isEmpty else { break }
        guard expectBlocking() else { return .wait }
      }
      guard records != nil else { break }
      guard let record = try nextRecord(keeping: !read.isEmpty) else { continue }
      if passesOver > 0 {
        (passesOver, passed) = (passesOver - 1, passed + 1)
        continue
      }
      read.append(record)
      size += record.bytes.count
    }
    guard !read.isEmpty || passed > 0 else { return nil }
    return .make { [read, submit] in
      read.map { record in
        let name = record.name
        let isRead = name.error == nil
        return Submission.NamedDocument(name, isRead ? submit(record.bytes, name.user) : nil)
      }
    }
  }

  /// `nil` for a record without a document, and at the end of the file, which is closed.
  private mutating func nextRecord(
    keeping hasRead: Bool
  ) throws(InputError) -> ImportRecords.Record? {
    guard var current = records else { return nil }
    records = nil
    defer {
      mayBlock = false
      if records == nil { current.close() }
    }
    do throws(InputError) {
      let record = try blocking.during(mayBlock) { () throws(InputError) in try current.next() }
      if var record {
        records = current
        record.name.user = record.name.user ?? user
        return record.bytes.isEmpty && record.name.error == nil && !isWhole ? nil : record
      }
    } catch {
      guard hasRead else { throw error }
      // The records before are submitted first.
      failure = error
    }
    return nil
  }

  /// Whether an empty document is one.
  private var isWhole: Bool { if case .whole = format { true } else { false } }

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
