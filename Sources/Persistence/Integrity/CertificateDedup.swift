internal import Crypto
internal import GRDB

/// Removes certificates that many documents share from a document's bytes: they are stored once. A
/// list holds, for each, its offset in the whole document and the certificate's row ID, both as
/// little-endian 64-bit integers.
enum CertificateDedup {
  /// The minimum size in bytes; smaller parts aren't worth a row.
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

  /// Restores the whole document.
  static func joined(_ list: [UInt8]?, _ rest: [UInt8], in db: Database) throws -> [UInt8] {
    guard let list else { return rest }
    guard list.count % 16 == 0 else { throw RowDecodingError(column: 0) }
    var bytes: [UInt8] = []
    var readCount = 0
    for start in stride(from: 0, to: list.count, by: 16) {
      let length = integer(list[start..<start + 8]) - Int64(bytes.count)
      guard let count = Int(exactly: length), count >= 0, count <= rest.count - readCount else {
        throw RowDecodingError(column: 0)
      }
      bytes += rest[readCount..<readCount + count]
      readCount += count
      let certificate = try db.first(
        "SELECT bytes FROM certificate WHERE n = ?",
        [integer(list[start + 8..<start + 16])]
      ) { try $0.bytes(0) }
      guard let certificate else { throw RowDecodingError(column: 0) }
      bytes += certificate
    }
    return bytes + rest[readCount...]
  }

  /// The hash that identifies a certificate.
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
  /// The row ID of the certificate; inserts it if needed.
  func number(ofCertificate bytes: ArraySlice<UInt8>, _ hash: [UInt8]) throws -> Int64 {
    try number("SELECT n FROM certificate WHERE hash = ?", [hash])
      ?? add("INSERT INTO certificate (hash, bytes) VALUES (?, ?)", [hash, Array(bytes)])
  }
}
