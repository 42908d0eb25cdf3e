internal import Crypto
import Entitlements
import Foundation
internal import GRDB

extension LedgerWriter {
  /// Writes the document, replacing an earlier rejected one of the same bytes.
  mutating func write(
    _ filing: Filing,
    as number: Int64,
    over earlier: Int64?,
    _ resolved: DocumentOwnership
  ) throws {
    let document = filing.document
    var rejection: (code: String?, location: String?, detail: String?)
    if case .rejected(let code, let location, let detail) = document.verdict {
      rejection = (code, location, detail)
    }
    let claim = filing.claim
    let receivedAt = document.receivedAt.milliseconds
    if let earlier { try uncount(earlier) }
    count(ArrivalGroup(document), by: 1)
    var values: [Argument?] = [
      filing.key, document.store?.rawValue, document.kind, document.environment?.rawValue,
      document.app, document.origin.rawValue, document.provenance.rawValue, rejection.code,
      rejection.location, rejection.detail, receivedAt, receivedAt, document.statedAt?.milliseconds,
      document.purchases, claim?.user.raw, claim?.strength.rawValue, resolved.user,
      resolved.account, filing.userName, filing.userEmail, document.context,
    ]
    if let earlier { return try db.run(Self.replacement, values + [earlier]) }
    let (cuts, rest) = try CertificateDedup.cut(document.bytes, document.common) {
      try self.number(ofCertificate: $0)
    }
    values += [
      number, document.id.raw, DocumentFingerprint.mark(of: document.bytes), document.bytes.count,
      cuts,
      rest,
    ]
    try db.run(Self.insertion, values)
    if let store = document.store { counterChanges.note(received: store, at: receivedAt) }
  }

  /// Undoes the count of a document that is about to be replaced.
  private mutating func uncount(_ document: Int64) throws {
    let group = try db.first(
      "SELECT \(ArrivalGroup.columns) FROM document WHERE n = ?",
      [document],
      ArrivalGroup.init
    )
    if let group { count(group, by: -1) }
  }

  /// The name in `meta` of a store's latest arrival, in milliseconds since 1970.
  static func received(from store: Store) -> String { "heard.\(store.rawValue)" }

  private mutating func number(ofCertificate bytes: ArraySlice<UInt8>) throws -> Int64 {
    if let known = memory.number(ofCertificate: bytes) { return known }
    let number = try db.number(ofCertificate: bytes, CertificateDedup.hash(bytes))
    memory.note(certificate: Array(bytes), number)
    return number
  }

  private static let columns = """
    key, store, kind, environment, app, origin, provenance, rejectionCode, rejectionPlace,
    rejectionDetail, receivedAt, appliedAt, statedAt, purchases, claimant, claim, user, account,
    userName, userEmail, context
    """
  private static let insertion = """
    INSERT INTO document (\(columns), n, id, mark, byteCount, cuts, bytes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  private static let replacement = """
    UPDATE document SET (\(columns)) =
      (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    WHERE n = ?
    """
}

extension Filing {
  /// The user that the document names or assumes.
  var claim: (user: ID<User>, strength: Claim.Strength)? {
    switch attribution {
    case .user(let user): (user, .named)
    case .owner(orElse: let user): (user, .assumed)
    case .nobody: nil
    }
  }
}

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

/// A cheap fingerprint for finding a document: hashing it with SHA-256 takes longer than all other
/// steps of recognising a duplicate. It proves nothing: on a match, the bytes are compared.
enum DocumentFingerprint {
  /// The number of bytes hashed. Stores sign documents, so different ones differ at the end.
  private static let length = 64

  /// 64-bit FNV-1a over the last bytes, seeded with the total count.
  static func mark(of bytes: [UInt8]) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
    for byte in bytes.suffix(length) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
