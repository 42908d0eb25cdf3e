internal import Crypto
import Entitlements
import Foundation
internal import GRDB

extension Clerk {
  /// Writes the document, in the place of an earlier one of the same bytes that was rejected.
  func write(_ filing: Filing, over place: Int64?) throws -> Int64 {
    let document = filing.document
    var rejection: (code: String?, place: String?, detail: String?)
    if case .rejected(let code, let place, let detail) = document.verdict {
      rejection = (code, place, detail)
    }
    let claim = filing.claim
    var values: [Argument?] = [
      filing.key, document.store?.rawValue, document.kind, document.environment?.rawValue,
      document.app, document.origin.rawValue, document.provenance.rawValue, rejection.code,
      rejection.place, rejection.detail, document.receivedAt.milliseconds,
      document.receivedAt.milliseconds, document.statedAt?.milliseconds, document.purchases,
      claim?.user.raw, claim?.strength.rawValue, filing.userName, filing.userEmail,
      document.context,
    ]
    if let place {
      try db.run(Self.replacement, values + [place])
      return place
    }
    let (cuts, rest) = try DocumentCuts.cut(document.bytes, document.common, in: db)
    values += [
      document.id.raw, DocumentMark.mark(of: document.bytes), document.bytes.count, cuts, rest,
    ]
    return try db.add(Self.insertion, values)
  }

  private static let columns = """
    key, store, kind, environment, app, origin, provenance, rejectionCode, rejectionPlace,
    rejectionDetail, receivedAt, appliedAt, statedAt, purchases, claimant, claim, userName,
    userEmail, context
    """
  private static let insertion = """
    INSERT INTO document (\(columns), id, mark, byteCount, cuts, bytes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  private static let replacement = """
    UPDATE document SET (\(columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    WHERE n = ?
    """
}

extension Filing {
  /// Whom the document names, or makes up for want of a better.
  var claim: (user: ID<User>, strength: Claim.Strength)? {
    switch attribution {
    case .user(let user): (user, .named)
    case .owner(orElse: let user): (user, .assumed)
    case .nobody: nil
    }
  }
}

/// A document's bytes without the certificates that a thousand others hold as well: those are
/// stored once, and a list says where they go. The list has, for each, the offset in the whole
/// document and the certificate's number, both as 64-bit integers, least byte first.
enum DocumentCuts {
  /// Less than this is not worth a row of its own.
  private static let shortest = 256

  static func cut(
    _ bytes: [UInt8],
    _ common: [Range<Int>],
    in db: Database
  ) throws -> (list: Data?, rest: Data) {
    var list = Data()
    var rest = Data()
    var position = 0
    for range in common {
      guard range.count >= shortest, range.lowerBound >= position, range.upperBound <= bytes.count
      else { continue }
      rest.append(contentsOf: bytes[position..<range.lowerBound])
      append(Int64(range.lowerBound), to: &list)
      append(try number(of: Data(bytes[range]), in: db), to: &list)
      position = range.upperBound
    }
    guard !list.isEmpty else { return (nil, Data(bytes)) }
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

  private static func number(of certificate: Data, in db: Database) throws -> Int64 {
    let hash = Data(SHA256.hash(data: certificate))
    let found = try db.number("SELECT n FROM certificate WHERE hash = ?", [hash])
    return try found
      ?? db.add("INSERT INTO certificate (hash, bytes) VALUES (?, ?)", [hash, certificate])
  }

  private static func append(_ number: Int64, to list: inout Data) {
    withUnsafeBytes(of: number.littleEndian) { list.append(contentsOf: $0) }
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
