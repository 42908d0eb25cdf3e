import Entitlements
import Foundation
internal import GRDB

extension Clerk {
  /// Writes the document, in the place of an earlier one of the same bytes that was rejected.
  mutating func write(
    _ filing: Filing,
    as number: Int64,
    over place: Int64?,
    _ settled: Settlement
  ) throws {
    let document = filing.document
    var rejection: (code: String?, place: String?, detail: String?)
    if case .rejected(let code, let place, let detail) = document.verdict {
      rejection = (code, place, detail)
    }
    let claim = filing.claim
    let receivedAt = document.receivedAt.milliseconds
    var values: [Argument?] = [
      filing.key, document.store?.rawValue, document.kind, document.environment?.rawValue,
      document.app, document.origin.rawValue, document.provenance.rawValue, rejection.code,
      rejection.place, rejection.detail, receivedAt, receivedAt, document.statedAt?.milliseconds,
      document.purchases, claim?.user.raw, claim?.strength.rawValue, settled.user,
      settled.account, filing.userName, filing.userEmail, document.context,
    ]
    if let place { return try db.run(Self.replacement, values + [place]) }
    let (cuts, rest) = try DocumentCuts.cut(document.bytes, document.common) {
      try self.number(ofCertificate: $0)
    }
    values += [
      number, document.id.raw, DocumentMark.mark(of: document.bytes), document.bytes.count, cuts,
      rest,
    ]
    try db.run(Self.insertion, values)
    if let store = document.store { tally.note(heard: store, at: receivedAt) }
  }

  /// Under which name `meta` keeps when a store was last heard, in milliseconds since 1970.
  static func heard(from store: Store) -> String { "heard.\(store.rawValue)" }

  private mutating func number(ofCertificate bytes: ArraySlice<UInt8>) throws -> Int64 {
    if let known = memory.number(ofCertificate: bytes) { return known }
    let number = try db.number(ofCertificate: bytes, DocumentCuts.hash(bytes))
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
  /// Whom the document names, or makes up for want of a better.
  var claim: (user: ID<User>, strength: Claim.Strength)? {
    switch attribution {
    case .user(let user): (user, .named)
    case .owner(orElse: let user): (user, .assumed)
    case .nobody: nil
    }
  }
}
