import Foundation

/// The parameters of a statement in PostgreSQL's binary form: integers in network order, arrays as
/// `array_recv` reads them.
///
/// All of them lie in one buffer, so that libpq gets pointers into it and nothing is copied twice.
struct Parameters {
  private(set) var bytes: [UInt8] = []
  private(set) var starts: [Int] = []
  private(set) var lengths: [Int32] = []
  /// Object IDs of the types, the same in every database.
  private(set) var types: [UInt32] = []

  init() {}

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func add(_ value: Int32) { add(23) { $0.append(value) } }

  mutating func add(_ value: Int64) { add(20) { $0.append(value) } }

  mutating func add(_ value: String) { add(25) { $0.bytes += value.utf8 } }

  mutating func add(_ values: [Int32]) {
    addArray(1007, of: 23, values) { $0.append($1) }
  }

  mutating func add(_ values: [Int64]) {
    addArray(1016, of: 20, values) { $0.append($1) }
  }

  mutating func add(_ values: [String]) {
    addArray(1009, of: 25, values) { $0.bytes += $1.utf8 }
  }

  mutating func add(_ values: [UUID]) {
    addArray(2951, of: 2950, values) { parameters, id in
      withUnsafeBytes(of: id.uuid) { parameters.bytes += $0 }
    }
  }

  mutating func add(_ values: [ArraySlice<UInt8>]) {
    addArray(1001, of: 17, values) { $0.bytes += $1 }
  }

  private mutating func add(_ type: UInt32, write: (inout Parameters) -> Void) {
    let start = bytes.count
    write(&self)
    starts.append(start)
    lengths.append(Int32(clamping: bytes.count - start))
    types.append(type)
  }

  private mutating func addArray<Element>(
    _ type: UInt32,
    of element: UInt32,
    _ values: [Element],
    write: (inout Parameters, Element) -> Void
  ) {
    add(type) { parameters in
      // One dimension, no null, the elements' type, their number, the first index.
      for word in [1, 0, Int32(element), Int32(clamping: values.count), 1] {
        parameters.append(word)
      }
      for value in values {
        let start = parameters.bytes.count
        parameters.append(Int32(0))
        write(&parameters, value)
        let length = UInt32(clamping: parameters.bytes.count - start - 4)
        for (offset, shift) in [24, 16, 8, 0].enumerated() {
          parameters.bytes[start + offset] = UInt8(truncatingIfNeeded: length >> shift)
        }
      }
    }
  }

  private mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
  }
}
