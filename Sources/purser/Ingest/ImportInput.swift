import Entitlements
import Foundation
import ServiceCore
import Synchronization

/// An imported document's name in messages, whose it is said to be, and why it could not be read.
struct ImportName: Sendable {
  var text: String
  var user: ID<User>?
  var error: InputError?
}

/// Reads the documents of the named files and folders, or of a CSV file, in order, a few at a time.
struct ImportInput {
  typealias Submission = BulkSubmission<ImportName>
  typealias Submit = @Sendable ([UInt8], ID<User>?) -> SubmittedDocument

  /// A step has at most this many lines, of about this many bytes, or files.
  private let maxLines: Int
  private static let maxBytes = 262_144
  private let maxFiles: Int

  private let nameCount: Int
  private let isByRecord: Bool
  /// Whose the documents are, where a record doesn't say it.
  private let user: ID<User>?
  private let submit: Submit
  private var names: ArraySlice<String>
  /// The files of the current name, and the records of the current file.
  private var files: ArraySlice<String> = []
  private var fileCount = 0
  private var records: ImportRecords?
  private var failure: InputError?
  /// Whether everything before is filed, so that reading may block.
  private var mayBlock = false
  let blocking = BlockingFlag()

  /// Submits each document's bytes by `submit`, with `isOneByOne` each in a step of its own.
  init(
    _ names: [String],
    byLine isByLine: Bool,
    user: ID<User>?,
    isOneByOne: Bool,
    _ submit: @escaping Submit
  ) {
    (nameCount, isByRecord, self.user, self.submit) = (names.count, isByLine, user, submit)
    (maxLines, maxFiles) = isOneByOne ? (1, 1) : (32, 8)
    self.names = names[...]
  }

  /// Submits the documents of these records.
  init(_ records: ImportRecords, isOneByOne: Bool, _ submit: @escaping Submit) {
    self.init([], byLine: true, user: nil, isOneByOne: isOneByOne, submit)
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
        if let step = isByRecord ? try nextRecords() : try nextFiles() { return step }
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
      return .make { [submit, user] in
        [Submission.NamedDocument(ImportName(text: first, user: user), submit(bytes, user))]
      }
    }
    let paths = files.prefix(maxFiles)
    files.removeFirst(paths.count)
    return .make { [submit, user] in
      paths.map { path in
        do throws(InputError) {
          let bytes = try InputFile.read(path)
          return Submission.NamedDocument(ImportName(text: path, user: user), submit(bytes, user))
        } catch {
          return Submission.NamedDocument(ImportName(text: path, error: error), nil)
        }
      }
    }
  }

  /// `nil` if all records were read.
  private mutating func nextRecords() throws(InputError) -> Submission.InputStep? {
    if let failure {
      self.failure = nil
      throw failure
    }
    var read: [ImportRecords.Record] = []
    var size = 0
    while read.count < maxLines, size < Self.maxBytes {
      if records == nil {
        guard read.isEmpty, let file = files.popFirst() else { break }
        records = try ImportRecords(linesOf: file)
      }
      if records?.mayBlock() == true {
        guard read.isEmpty else { break }
        guard expectBlocking() else { return .wait }
      }
      guard let record = try nextRecord(keeping: !read.isEmpty) else { continue }
      read.append(record)
      size += record.bytes.count
    }
    guard !read.isEmpty else { return nil }
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
        return record.bytes.isEmpty && record.name.error == nil ? nil : record
      }
    } catch {
      guard hasRead else { throw error }
      // The records before are submitted first.
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
