import Foundation

/// Encodes values into few bytes that are quick to decode: a node applies what all nodes append, so
/// decoding limits how much a shared log can take.
///
/// A table of the members' names comes first: their number, and each name's length and UTF-8. Then
/// the value: a tag (`CompactTag`) and its content. Numbers have a variable length, seven bits a byte,
/// the least significant ones first. A list or an object begins with the number of its bytes, a
/// little-endian 32-bit integer, so that it can be passed over; in an object, each value follows the
/// number of its name. Dates are milliseconds since 1970.
enum CompactEncoder {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    let writer = CompactWriter()
    try writer.encode(value)
    return try writer.finished()
  }
}

/// The first byte of a value. A number is never used again.
enum CompactTag: UInt8 {
  case absent = 0
  case no = 1
  case yes = 2
  /// A signed number, its sign in the least significant bit.
  case integer = 3
  /// Eight bytes, little-endian.
  case double = 4
  /// The number of its bytes, and UTF-8.
  case text = 5
  /// The number of its bytes, and these.
  case bytes = 6
  case list = 7
  case object = 8
}

/// The bytes of a value that is being encoded.
private final class CompactWriter {
  private var bytes: [UInt8] = []
  private var names: [String: Int] = [:]
  private var nameBytes: [UInt8] = []
  /// Where the lengths of the lists and objects are that haven't ended.
  private var open: [Int] = []

  func finished() throws -> [UInt8] {
    close(downTo: 0)
    guard bytes.count <= UInt32.max else { throw Self.error(bytes.count, "longer than 4 GB") }
    var all: [UInt8] = []
    all.reserveCapacity(bytes.count + nameBytes.count + 4)
    Self.append(UInt64(names.count), to: &all)
    return all + nameBytes + bytes
  }

  /// Begins a list or an object, and returns its depth.
  func begin(_ tag: CompactTag) -> Int {
    write(tag)
    open.append(bytes.count)
    bytes.append(contentsOf: [0, 0, 0, 0])
    return open.count
  }

  /// Ends the lists and objects that are deeper.
  func close(downTo depth: Int) {
    while open.count > depth {
      let start = open.removeLast()
      let count = bytes.count - start - 4
      for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: count >> (8 * index)) }
    }
  }

  func write(_ key: some CodingKey) {
    let name = key.stringValue
    if let number = names[name] { return Self.append(UInt64(number), to: &bytes) }
    Self.append(UInt64(names.count), to: &bytes)
    names[name] = names.count
    Self.append(text: name, to: &nameBytes)
  }

  func write(_ tag: CompactTag) { bytes.append(tag.rawValue) }

  func write(_ text: String) {
    write(.text)
    Self.append(text: text, to: &bytes)
  }

  func write(_ number: some BinaryInteger) throws {
    guard let number = Int64(exactly: number) else { throw Self.error(number, "too large") }
    write(.integer)
    Self.append(UInt64(bitPattern: number << 1 ^ number >> 63), to: &bytes)
  }

  func write(_ number: Double) {
    write(.double)
    withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private func write(bytes content: some Collection<UInt8>) {
    write(.bytes)
    Self.append(UInt64(content.count), to: &bytes)
    bytes.append(contentsOf: content)
  }

  /// Compares types first, because trying a cast takes long.
  func encode<Value: Encodable>(_ value: Value) throws {
    if Value.self == String.self, let text = value as? String { return write(text) }
    if Value.self == Int.self, let number = value as? Int { return try write(number) }
    if Value.self == Bool.self, let flag = value as? Bool { return write(flag ? .yes : .no) }
    if Value.self == Date.self, let date = value as? Date { return try write(date.milliseconds) }
    if Value.self == [UInt8].self, let content = value as? [UInt8] { return write(bytes: content) }
    if Value.self == Data.self, let content = value as? Data { return write(bytes: content) }
    let (depth, start) = (open.count, bytes.count)
    try value.encode(to: ValueEncoder(writer: self))
    close(downTo: depth)
    if bytes.count == start { write(.absent) }
  }

  private static func append(text: String, to bytes: inout [UInt8]) {
    append(UInt64(text.utf8.count), to: &bytes)
    bytes.append(contentsOf: text.utf8)
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func error(_ value: Any, _ reason: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: reason))
  }
}

private struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  let writer: CompactWriter
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ObjectEncoder(writer: writer, depth: writer.begin(.object)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ListEncoder(writer: writer, depth: writer.begin(.list))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { writer.write(.absent) }
  func encode(_ value: Bool) throws { try writer.encode(value) }
  func encode(_ value: String) throws { try writer.encode(value) }
  func encode(_ value: Double) { writer.write(value) }
  func encode(_ value: Float) { writer.write(Double(value)) }
  func encode(_ value: Int) throws { try writer.write(value) }
  func encode(_ value: Int8) throws { try writer.write(value) }
  func encode(_ value: Int16) throws { try writer.write(value) }
  func encode(_ value: Int32) throws { try writer.write(value) }
  func encode(_ value: Int64) throws { try writer.write(value) }
  func encode(_ value: UInt) throws { try writer.write(value) }
  func encode(_ value: UInt8) throws { try writer.write(value) }
  func encode(_ value: UInt16) throws { try writer.write(value) }
  func encode(_ value: UInt32) throws { try writer.write(value) }
  func encode(_ value: UInt64) throws { try writer.write(value) }
  func encode<Value: Encodable>(_ value: Value) throws { try writer.encode(value) }
}

private struct ObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: CompactWriter
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  /// Ends what was nested in the member before, and begins one.
  private func member(_ key: some CodingKey) -> ValueEncoder {
    writer.close(downTo: depth)
    writer.write(key)
    return ValueEncoder(writer: writer)
  }

  func encodeNil(forKey key: Key) { member(key).encodeNil() }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try member(key).encode(value)
  }

  // Absent members are written, too, so that a decoder finds each member where it looks first.

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try write(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try write(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try write(value, key) }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try write(value, key)
  }

  private func write<Value: Encodable>(_ value: Value?, _ key: Key) throws {
    if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { member(SuperKey()) }
  func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

/// The member of what a class inherits.
struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }

  init() {}
  init?(stringValue _: String) { nil }
  init?(intValue _: Int) { nil }
}

private struct ListEncoder: UnkeyedEncodingContainer {
  let writer: CompactWriter
  let depth: Int
  var count = 0
  var codingPath: [any CodingKey] { [] }

  init(writer: CompactWriter, depth: Int) { (self.writer, self.depth) = (writer, depth) }

  private mutating func element() -> ValueEncoder {
    writer.close(downTo: depth)
    count += 1
    return ValueEncoder(writer: writer)
  }

  mutating func encodeNil() { element().encodeNil() }

  mutating func encode<Value: Encodable>(_ value: Value) throws { try element().encode(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    element().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    element().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { element() }
}
