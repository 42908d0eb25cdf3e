import Foundation
import Persistence

/// The rows that a statement returned, in binary form.
struct QueryResult: ~Copyable {
  private let library: Libpq
  private let result: Libpq.Result

  init(_ result: Libpq.Result, library: Libpq) { (self.result, self.library) = (result, library) }

  deinit { library.clear(result) }

  /// The number of rows returned.
  var count: Int { Int(library.ntuples(result)) }

  /// The number of rows inserted or updated.
  var changed: Int { library.cmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

  /// An integer of any width: `int` has 4 bytes in PostgreSQL and 8 in CockroachDB.
  func integer(_ row: Int, _ column: Int) throws(SharedLogError) -> Int64 {
    let bytes = try value(row, column)
    guard [2, 4, 8].contains(bytes.count) else { throw Self.unexpected(column) }
    var value: Int64 = bytes[0] >= 0x80 ? -1 : 0
    for byte in bytes { value = value << 8 | Int64(byte) }
    return value
  }

  func int32(_ row: Int, _ column: Int) throws(SharedLogError) -> Int32 {
    guard let value = Int32(exactly: try integer(row, column)) else {
      throw Self.unexpected(column)
    }
    return value
  }

  func text(_ row: Int, _ column: Int) throws(SharedLogError) -> String {
    String(decoding: try value(row, column), as: UTF8.self)
  }

  func bytes(_ row: Int, _ column: Int) throws(SharedLogError) -> [UInt8] {
    Array(try value(row, column))
  }

  func append(_ row: Int, _ column: Int, to bytes: inout [UInt8]) throws(SharedLogError) {
    bytes.append(contentsOf: try value(row, column))
  }

  func id(_ row: Int, _ column: Int) throws(SharedLogError) -> EntryID {
    let bytes = try value(row, column)
    guard bytes.count == 16 else { throw Self.unexpected(column) }
    return EntryID(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
  }

  /// The bytes of a value, which live as long as the result.
  private func value(
    _ row: Int,
    _ column: Int
  ) throws(SharedLogError) -> UnsafeRawBufferPointer {
    // libpq checks neither the row nor the column before it reads.
    guard 0..<count ~= row, 0..<Int(library.nfields(result)) ~= column,
      library.getisnull(result, Int32(row), Int32(column)) == 0,
      let start = library.getvalue(result, Int32(row), Int32(column))
    else { throw Self.unexpected(column) }
    return UnsafeRawBufferPointer(
      start: start,
      count: Int(library.getlength(result, Int32(row), Int32(column)))
    )
  }

  private static func unexpected(_ column: Int) -> SharedLogError {
    .failed(reason: "column \(column + 1) of a row has an unexpected form")
  }
}
