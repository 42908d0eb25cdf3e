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
