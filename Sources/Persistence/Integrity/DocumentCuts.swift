internal import Crypto
internal import GRDB

/// A document's bytes without the certificates that a thousand others hold as well: those are
/// stored once, and a list says where they go. The list has, for each, the offset in the whole
/// document and the certificate's number, both as 64-bit integers, least byte first.
enum DocumentCuts {
  /// Less than this is not worth a row of its own.
  private static let shortest = 256

  static func cut(
    _ bytes: [UInt8],
    _ common: [Range<Int>],
    number: (ArraySlice<UInt8>) throws -> Int64
  ) throws -> (list: [UInt8]?, rest: [UInt8]) {
    var list: [UInt8] = []
    var rest: [UInt8] = []
    var position = 0
    for range in common {
      guard range.count >= shortest, range.lowerBound >= position, range.upperBound <= bytes.count
      else { continue }
      rest.append(contentsOf: bytes[position..<range.lowerBound])
      append(Int64(range.lowerBound), to: &list)
      append(try number(bytes[range]), to: &list)
      position = range.upperBound
    }
    guard !list.isEmpty else { return (nil, bytes) }
    rest.append(contentsOf: bytes[position...])
    return (list, rest)
  }

  /// The whole document again.
  static func joined(_ list: [UInt8]?, _ rest: [UInt8], in db: Database) throws -> [UInt8] {
    guard let list else { return rest }
    guard list.count % 16 == 0 else { throw UnreadableRow(column: 0) }
    var bytes: [UInt8] = []
    var taken = 0
    for start in stride(from: 0, to: list.count, by: 16) {
      let kept = integer(list[start..<start + 8]) - Int64(bytes.count)
      guard let count = Int(exactly: kept), count >= 0, count <= rest.count - taken else {
        throw UnreadableRow(column: 0)
      }
      bytes += rest[taken..<taken + count]
      taken += count
      let certificate = try db.first(
        "SELECT bytes FROM certificate WHERE n = ?",
        [integer(list[start + 8..<start + 16])]
      ) { try $0.bytes(0) }
      guard let certificate else { throw UnreadableRow(column: 0) }
      bytes += certificate
    }
    return bytes + rest[taken...]
  }

  /// By which a certificate is known.
  static func hash(_ certificate: ArraySlice<UInt8>) -> [UInt8] {
    Array(SHA256.hash(data: certificate))
  }

  private static func append(_ number: Int64, to list: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { list.append(contentsOf: $0) }
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}

extension Database {
  /// The number of the row that holds the certificate, which is made where there is none.
  func number(ofCertificate bytes: ArraySlice<UInt8>, _ hash: [UInt8]) throws -> Int64 {
    try number("SELECT n FROM certificate WHERE hash = ?", [hash])
      ?? add("INSERT INTO certificate (hash, bytes) VALUES (?, ?)", [hash, Array(bytes)])
  }
}
