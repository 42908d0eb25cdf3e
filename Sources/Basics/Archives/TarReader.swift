/// Reads a tar archive (POSIX ustar, pax and GNU) while its input arrives. Names are only reported: no
/// path of an archive is ever used to write or open a file.
package struct TarReader: Sendable {
  package enum Fault: Error, Equatable, CustomStringConvertible {
    case header, extended, cut

    package var description: String {
      switch self {
      case .header: "its tar header is damaged"
      case .extended: "an extended header of the tar archive is damaged"
      case .cut: "the tar archive ends too early; the file may be incomplete"
      }
    }
  }

  package enum Event: Equatable, Sendable {
    case file(name: String, size: Int)
    case data(ArraySlice<UInt8>)
    /// The end of the file before.
    case fileEnd
    /// A link or a special file, which is passed over.
    case passedOver(name: String, kind: String)
    case end
  }

  private enum Step { case header, data(left: Int), skipped(left: Int), ended }

  private static let block = 512
  private static let maxExtended = 1 << 20
  private static let maxNameLength = 4_096

  private var input: [UInt8] = []
  private var position = 0
  private var step = Step.header
  private var name: String?
  private var size: Int?

  package init() {}

  /// Whether a file begins as an archive does.
  package static func isTar(_ bytes: [UInt8]) -> Bool {
    bytes.count >= block && bytes[257..<262].elementsEqual(Array("ustar".utf8))
      && hasChecksum(bytes[..<block])
  }

  package mutating func feed(_ bytes: ArraySlice<UInt8>) {
    input.removeSubrange(..<position)
    position = 0
    input += bytes
  }

  /// `nil` if it needs more input.
  package mutating func next() throws(Fault) -> Event? {
    while true {
      switch step {
      case .ended: return .end
      case .data(let left):
        if left <= 0 {
          step = .skipped(left: -left)
          return .fileEnd
        }
        let part = take(atMost: left)
        guard !part.isEmpty else { return nil }
        // The rest of the last block is filled up, kept here as a negative number.
        step = .data(left: left - part.count)
        if left == part.count { step = .data(left: -padding) }
        return .data(part)
      case .skipped(let left):
        let part = take(atMost: left)
        step = left == part.count ? .header : .skipped(left: left - part.count)
        if left > part.count, part.isEmpty { return nil }
      case .header:
        guard let event = try readHeader() else { return nil }
        if let event = event.event { return event }
      }
    }
  }

  /// Call it at the end of the input. Some programs leave out the empty blocks at the end.
  package func finish() throws(Fault) {
    switch step {
    case .ended: return
    case .header where position == input.count: return
    default: throw .cut
    }
  }

  private var padding = 0

  private mutating func take(atMost count: Int) -> ArraySlice<UInt8> {
    let end = min(position + count, input.count)
    defer { position = end }
    return input[position..<end]
  }

  /// What a header comes to; without an event for one that only describes the next.
  private struct HeaderResult { var event: Event? }

  private mutating func readHeader() throws(Fault) -> HeaderResult? {
    guard input.count - position >= Self.block else { return nil }
    let header = Array(input[position..<(position + Self.block)])
    if header.allSatisfy({ $0 == 0 }) {
      step = .ended
      return HeaderResult(event: .end)
    }
    guard Self.hasChecksum(header[...]), let stated = Self.number(header[124..<136]) else {
      throw .header
    }
    let type = header[156]
    if [UInt8](["x", "g", "L", "K"].map { UInt8(ascii: $0) }).contains(type) {
      guard stated <= Self.maxExtended else { throw .extended }
      let whole = Self.block + Self.padded(stated)
      guard input.count - position >= whole else { return nil }
      let start = position + Self.block
      try extend(type, input[start..<(start + stated)])
      position += whole
      return HeaderResult()
    }
    position += Self.block
    defer { (name, size) = (nil, nil) }
    let size = size ?? stated
    padding = Self.padded(size) - size
    let text = name ?? Self.name(in: header)
    switch type {
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
      // Before POSIX, a folder was a file whose name ends with a slash.
      if text.hasSuffix("/") { break }
      step = .data(left: size == 0 ? -padding : size)
      return HeaderResult(event: .file(name: text, size: size))
    case UInt8(ascii: "5"): break
    case UInt8(ascii: "1"), UInt8(ascii: "2"):
      // A hard link may state the size of its target, without data.
      step = .header
      return HeaderResult(event: .passedOver(name: text, kind: "a link"))
    default:
      step = .skipped(left: Self.padded(size))
      return HeaderResult(event: .passedOver(name: text, kind: "not a plain file"))
    }
    step = .skipped(left: Self.padded(type == UInt8(ascii: "5") ? 0 : size))
    return HeaderResult()
  }

  private mutating func extend(_ type: UInt8, _ content: ArraySlice<UInt8>) throws(Fault) {
    switch type {
    case UInt8(ascii: "L"): name = Self.text(content.prefix { $0 != 0 })
    case UInt8(ascii: "x"):
      var rest = content
      while !rest.isEmpty {
        guard let space = rest.firstIndex(of: UInt8(ascii: " ")), space - rest.startIndex < 9,
          let length = Int(String(decoding: rest[..<space], as: UTF8.self)),
          length > space - rest.startIndex + 1, length <= rest.count
        else { throw .extended }
        let record = rest[(space + 1)..<(rest.startIndex + length - 1)]
        rest = rest[(rest.startIndex + length)...]
        guard let equals = record.firstIndex(of: UInt8(ascii: "=")) else { throw .extended }
        let value = record[(equals + 1)...]
        switch String(decoding: record[..<equals], as: UTF8.self) {
        case "path": name = Self.text(value)
        case "size":
          guard let size = Int(String(decoding: value, as: UTF8.self)), size >= 0,
            size < Self.maxSize
          else { throw .extended }
          self.size = size
        default: break
        }
      }
    default: break
    }
  }

  private static let maxSize = 1 << 50

  private static func padded(_ size: Int) -> Int { (size + block - 1) / block * block }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(maxNameLength), as: UTF8.self)
  }

  private static func name(in header: [UInt8]) -> String {
    let name = text(header[..<100].prefix { $0 != 0 })
    let isPOSIX = header[257..<263].elementsEqual(Array("ustar\0".utf8))
    let prefix = isPOSIX ? text(header[345..<500].prefix { $0 != 0 }) : ""
    return prefix.isEmpty ? name : "\(prefix)/\(name)"
  }

  /// A number in octal, or in base 256 where octal has no room.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if let first = field.first, first & 0x80 != 0 {
      guard first == 0x80 else { return nil }
      let value = field.dropFirst().suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return value < maxSize ? Int(value) : nil
    }
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
    if digits.isEmpty { return 0 }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The sum of the header's bytes, with spaces in place of the sum.
  private static func hasChecksum(_ header: ArraySlice<UInt8>) -> Bool {
    let stated = header[(header.startIndex + 148)..<(header.startIndex + 156)]
    let sum = header.reduce(0) { $0 + Int($1) } - stated.reduce(0) { $0 + Int($1) } + 8 * 32
    return number(stated) == sum
  }
}
