import Receipts
import Synchronization

/// Counts the documents that a reader examines.
final class ExaminationCounter: Sendable {
  private let total = Mutex(0)

  var count: Int { total.withLock(\.self) }

  /// The reader, which counts here.
  func counting(_ reader: DocumentReader) -> DocumentReader {
    var reader = reader
    reader.onExamination = { self.total.withLock { $0 += 1 } }
    return reader
  }
}
