import Foundation

/// Decodes what `CompactEncoder` encoded. Bytes of any other form are an error.
enum CompactDecoder {
  static func decode<Value: Decodable>(
    _: Value.Type = Value.self,
    from bytes: ArraySlice<UInt8>
  ) throws -> Value {
    var position = bytes.startIndex
    let reader = try CompactReader(bytes, &position)
    let value = try reader.decode(Value.self, at: position)
    guard try reader.end(of: position) == bytes.endIndex else {
      throw CompactReader.error("longer")
    }
    return value
  }
}

/// Reads values at any position of the bytes.
private final class CompactReader {
  private let bytes: ArraySlice<UInt8>
  private var names: [String] = []

  /// Reads the names, and moves the position behind them.
  init(_ bytes: ArraySlice<UInt8>, _ position: inout Int) throws {
    self.bytes = bytes
    for _ in 0..<(try count(at: &position)) { names.append(try text(at: &position)) }
  }

  // MARK: Parts

  private func byte(at position: inout Int) throws -> UInt8 {
    guard position < bytes.endIndex else { throw Self.error("shorter") }
    defer { position += 1 }
    return bytes[position]
  }

  private func tag(at position: inout Int) throws -> CompactTag {
    guard let tag = CompactTag(rawValue: try byte(at: &position)) else {
      throw Self.error("another form")
    }
    return tag
  }

  private func number(at position: inout Int) throws -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte(at: &position)
      guard shift < 63 || byte < 2 else { throw Self.error("too large") }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  /// A number of things that each take at least a byte.
  private func count(at position: inout Int) throws -> Int {
    guard let count = Int(exactly: try number(at: &position)), count <= bytes.endIndex - position
    else { throw Self.error("shorter") }
    return count
  }

  private func content(at position: inout Int) throws -> ArraySlice<UInt8> {
    let count = try count(at: &position)
    defer { position += count }
    return bytes[position..<position + count]
  }

  private func text(at position: inout Int) throws -> String {
    guard let text = String(validating: try content(at: &position), as: UTF8.self) else {
      throw Self.error("not UTF-8")
    }
    return text
  }

  private func bits(_ byteCount: Int, at position: inout Int) throws -> UInt64 {
    guard bytes.endIndex - position >= byteCount else { throw Self.error("shorter") }
    defer { position += byteCount }
    return bytes[position..<position + byteCount].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: Values

  /// Where the value ends that begins at the position.
  func end(of start: Int) throws -> Int {
    var position = start
    switch try tag(at: &position) {
    case .absent, .no, .yes: break
    case .integer: _ = try number(at: &position)
    case .double: _ = try bits(8, at: &position)
    case .text, .bytes: _ = try content(at: &position)
    case .list, .object: position = try members(at: position).upperBound
    }
    return position
  }

  /// The range of what is in the list or object.
  func members(_ tag: CompactTag, at start: Int) throws -> Range<Int> {
    var position = start
    try expect(tag, at: &position)
    return try members(at: position)
  }

  private func members(at start: Int) throws -> Range<Int> {
    var position = start
    let count = Int(try bits(4, at: &position))
    guard count <= bytes.endIndex - position else { throw Self.error("shorter") }
    return position..<position + count
  }

  /// Reads a member's name, and moves the position to its value.
  func name(at position: inout Int) throws -> String {
    let index = try number(at: &position)
    guard index < names.count else { throw Self.error("no such name") }
    return names[Int(index)]
  }

  func isAbsent(at start: Int) throws -> Bool {
    var position = start
    return try tag(at: &position) == .absent
  }

  func flag(at start: Int) throws -> Bool {
    var position = start
    switch try tag(at: &position) {
    case .yes: return true
    case .no: return false
    default: throw Self.error("another form")
    }
  }

  func integer<Value: FixedWidthInteger>(at start: Int) throws -> Value {
    var position = start
    try expect(.integer, at: &position)
    let bits = try number(at: &position)
    let number = Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
    guard let value = Value(exactly: number) else { throw Self.error("too large") }
    return value
  }

  func double(at start: Int) throws -> Double {
    var position = start
    try expect(.double, at: &position)
    return Double(bitPattern: try bits(8, at: &position))
  }

  func text(at start: Int) throws -> String {
    var position = start
    try expect(.text, at: &position)
    return try text(at: &position)
  }

  private func content(at start: Int) throws -> ArraySlice<UInt8> {
    var position = start
    try expect(.bytes, at: &position)
    return try content(at: &position)
  }

  private func expect(_ tag: CompactTag, at position: inout Int) throws {
    guard try self.tag(at: &position) == tag else { throw Self.error("another form") }
  }

  /// Compares types first, because trying a cast takes long.
  func decode<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value {
    if type == String.self, let text = try text(at: position) as? Value { return text }
    if type == Int.self, let number = try integer(at: position) as Int as? Value { return number }
    if type == Bool.self, let flag = try flag(at: position) as? Value { return flag }
    if type == Date.self {
      let date = Date(milliseconds: try integer(at: position))
      if let date = date as? Value { return date }
    }
    if type == [UInt8].self, let bytes = Array(try content(at: position)) as? Value { return bytes }
    if type == Data.self, let bytes = Data(try content(at: position)) as? Value { return bytes }
    return try Value(from: ValueDecoder(reader: self, position: position))
  }

  static func error(_ reason: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: reason))
  }
}

private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let reader: CompactReader
  let position: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let members = try reader.members(.object, at: position)
    return KeyedDecodingContainer(ObjectDecoder<Key>(reader, members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try ListDecoder(reader, reader.members(.list, at: position))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { (try? reader.isAbsent(at: position)) ?? false }
  func decode(_: Bool.Type) throws -> Bool { try reader.flag(at: position) }
  func decode(_: String.Type) throws -> String { try reader.text(at: position) }
  func decode(_: Double.Type) throws -> Double { try reader.double(at: position) }
  func decode(_: Float.Type) throws -> Float { Float(try reader.double(at: position)) }
  func decode(_: Int.Type) throws -> Int { try reader.integer(at: position) }
  func decode(_: Int8.Type) throws -> Int8 { try reader.integer(at: position) }
  func decode(_: Int16.Type) throws -> Int16 { try reader.integer(at: position) }
  func decode(_: Int32.Type) throws -> Int32 { try reader.integer(at: position) }
  func decode(_: Int64.Type) throws -> Int64 { try reader.integer(at: position) }
  func decode(_: UInt.Type) throws -> UInt { try reader.integer(at: position) }
  func decode(_: UInt8.Type) throws -> UInt8 { try reader.integer(at: position) }
  func decode(_: UInt16.Type) throws -> UInt16 { try reader.integer(at: position) }
  func decode(_: UInt32.Type) throws -> UInt32 { try reader.integer(at: position) }
  func decode(_: UInt64.Type) throws -> UInt64 { try reader.integer(at: position) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try reader.decode(type, at: position)
  }
}

/// The members of an object. Those who decode ask in the order of encoding, so each is looked for
/// behind the one before.
private final class ObjectDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let reader: CompactReader
  private let members: Range<Int>
  private var next: Int
  var codingPath: [any CodingKey] { [] }

  init(_ reader: CompactReader, _ members: Range<Int>) {
    (self.reader, self.members, next) = (reader, members, members.lowerBound)
  }

  /// Where the member's value is; `nil` if there is none.
  private func find(_ name: String) throws -> Int? {
    try find(name, from: next, to: members.upperBound)
      ?? find(name, from: members.lowerBound, to: min(next, members.upperBound))
  }

  private func find(_ name: String, from start: Int, to end: Int) throws -> Int? {
    var position = start
    while position < end {
      let member = position
      if try reader.name(at: &position) == name {
        next = member
        return position
      }
      position = try reader.end(of: position)
    }
    return nil
  }

  private func value(_ key: some CodingKey) throws -> ValueDecoder {
    guard let position = try find(key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: [], debugDescription: "absent")
      )
    }
    return ValueDecoder(reader: reader, position: position)
  }

  var allKeys: [Key] {
    var keys: [Key] = []
    var position = members.lowerBound
    while position < members.upperBound {
      guard let name = try? reader.name(at: &position), let end = try? reader.end(of: position)
      else { break }
      if let key = Key(stringValue: name) { keys.append(key) }
      position = end
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { (try? find(key.stringValue)) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let value = try value(key)
    next = try reader.end(of: value.position)
    return try value.decode(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let position = try find(key.stringValue) else { return nil }
    next = try reader.end(of: position)
    return try reader.isAbsent(at: position) ? nil : try reader.decode(type, at: position)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try value(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try value(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try value(SuperKey()) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

private struct ListDecoder: UnkeyedDecodingContainer {
  private let reader: CompactReader
  private let elements: Range<Int>
  private var next: Int
  private(set) var currentIndex = 0
  var count: Int?
  var codingPath: [any CodingKey] { [] }

  init(_ reader: CompactReader, _ elements: Range<Int>) throws {
    (self.reader, self.elements, next) = (reader, elements, elements.lowerBound)
    var (position, count) = (next, 0)
    while position < elements.upperBound {
      position = try reader.end(of: position)
      count += 1
    }
    self.count = count
  }

  var isAtEnd: Bool { next >= elements.upperBound }

  private mutating func element() throws -> ValueDecoder {
    guard !isAtEnd else { throw CompactReader.error("shorter") }
    let element = ValueDecoder(reader: reader, position: next)
    next = try reader.end(of: next)
    currentIndex += 1
    return element
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, try reader.isAbsent(at: next) else { return false }
    _ = try element()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try element().decode(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try element().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try element().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try element() }
}
