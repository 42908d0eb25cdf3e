/// Reads the fields of a generated document line by line, without copying its bytes.
struct GeneratedLines {
  private let bytes: [UInt8]
  private var next = 0
  private var fields: [Range<Int>] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Advances to the next line; `false` at the end.
  mutating func advance() -> Bool {
    guard next < bytes.count else { return false }
    fields.removeAll(keepingCapacity: true)
    var start = next
    while next < bytes.count, bytes[next] != 0x0A {
      if bytes[next] == 0x09 {
        fields.append(start..<next)
        start = next + 1
      }
      next += 1
    }
    fields.append(start..<next)
    next += 1
    return true
  }

  /// The line type: its first field, if that is a single character.
  var letter: UInt8? { byte(0) }

  /// `nil` for an empty or missing field.
  func text(_ index: Int) -> String? {
    bytes(index).map { String(decoding: $0, as: UTF8.self) }
  }

  /// `nil` unless the field is a whole number.
  func number(_ index: Int) -> Int64? {
    guard var digits = bytes(index) else { return nil }
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - 0x30)
    }
    return isNegative ? -number : number
  }

  /// A field of one character.
  func byte(_ index: Int) -> UInt8? {
    guard let field = bytes(index), field.count == 1 else { return nil }
    return field.first
  }

  func bytes(_ index: Int) -> ArraySlice<UInt8>? {
    guard fields.indices.contains(index), !fields[index].isEmpty else { return nil }
    return bytes[fields[index]]
  }
}
