/// Unpacks the gzip format (RFC 1952) while its input arrives: one member or several, each checked
/// by its length and checksum.
package struct Gunzip: Sendable {
  package enum Fault: Error, Equatable, CustomStringConvertible {
    case header, method, data(Inflater.Fault), checksum, length, cut, trailing

    package var description: String {
      switch self {
      case .header: "its gzip header is damaged"
      case .method: "its gzip data is packed by an unknown method"
      case .data: "its gzip data is damaged"
      case .checksum, .length: "its gzip data is damaged: the checksum differs"
      case .cut: "its gzip data ends too early; the file may be incomplete"
      case .trailing: "something else follows its gzip data"
      }
    }
  }

  private enum Step { case header, data, trailer, padding }

  /// A longer header is none that a program writes.
  private static let maxHeader = 1 << 20

  private var step = Step.header
  private var isFirst = true
  private var input: [UInt8] = []
  private var inflater = Inflater()
  private var checksum = CRC32()
  private var length: UInt32 = 0

  package init() {}

  package static func isGzip(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  package mutating func feed(_ bytes: ArraySlice<UInt8>) {
    if case .data = step { inflater.feed(bytes) } else { input += bytes }
  }

  /// The next output; empty if it needs more input.
  package mutating func next() throws(Fault) -> ArraySlice<UInt8> {
    while true {
      switch step {
      case .header:
        guard let size = try headerSize() else { return [] }
        inflater = Inflater()
        inflater.feed(input[size...])
        (input, checksum, length, step, isFirst) = ([], CRC32(), 0, .data, false)
      case .data:
        let output: ArraySlice<UInt8>
        do throws(Inflater.Fault) {
          output = try inflater.next()
        } catch {
          throw .data(error)
        }
        checksum.add(output)
        length &+= UInt32(truncatingIfNeeded: output.count)
        if inflater.isFinished {
          input = inflater.rest
          step = .trailer
        }
        if !output.isEmpty || !inflater.isFinished { return output }
      case .trailer:
        guard input.count >= 8 else { return [] }
        guard Self.number(input[..<4]) == checksum.value else { throw .checksum }
        guard Self.number(input[4..<8]) == length else { throw .length }
        input.removeSubrange(..<8)
        step = .padding
      case .padding:
        // Tapes and some programs fill up with zeros.
        input = Array(input.drop { $0 == 0 })
        guard let first = input.first else { return [] }
        guard first == 0x1F else { throw .trailing }
        step = .header
      }
    }
  }

  /// Call it at the end of the input.
  package func finish() throws(Fault) {
    switch step {
    case .padding where input.isEmpty: return
    default: throw .cut
    }
  }

  /// The length of the member's header; `nil` if it has not arrived.
  private func headerSize() throws(Fault) -> Int? {
    guard input.count >= 2 else { return nil }
    guard Self.isGzip(input) else { throw isFirst ? .header : .trailing }
    guard input.count >= 10 else { return nil }
    guard input[2] == 8 else { throw .method }
    let flags = input[3]
    guard flags & 0xE0 == 0 else { throw .header }
    var size = 10
    if flags & 4 != 0 {
      guard input.count >= size + 2 else { return nil }
      size += 2 + Int(input[size]) + Int(input[size + 1]) << 8
    }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      guard size <= input.count, let end = input[size...].firstIndex(of: 0) else {
        guard input.count < Self.maxHeader else { throw .header }
        return nil
      }
      size = end + 1
    }
    if flags & 2 != 0 { size += 2 }
    return size <= input.count ? size : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The checksum of gzip (RFC 1952 §8).
package struct CRC32: Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  package init() {}

  package var value: UInt32 { ~state }

  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    var state = state
    Self.table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ state >> 8 }
      }
    }
    self.state = state
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
