/// The fields of a generated document, line by line, where they lie in its bytes.
struct GeneratedLines {
  private let bytes: [UInt8]
  private var next = 0
  private var fields: [Range<Int>] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Goes on to the next line; `false` at the end.
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

  /// What the line is: its first field, if that is a single letter.
  var letter: UInt8? { byte(0) }

  /// `nil` for an empty field, and for one that is not there.
  func text(_ place: Int) -> String? {
    bytes(place).map { String(decoding: $0, as: UTF8.self) }
  }

  /// `nil` for anything but a whole number.
  func number(_ place: Int) -> Int64? {
    guard var digits = bytes(place) else { return nil }
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

  /// A field of one letter.
  func byte(_ place: Int) -> UInt8? {
    guard let field = bytes(place), field.count == 1 else { return nil }
    return field.first
  }

  func bytes(_ place: Int) -> ArraySlice<UInt8>? {
    guard fields.indices.contains(place), !fields[place].isEmpty else { return nil }
    return bytes[fields[place]]
  }
}
