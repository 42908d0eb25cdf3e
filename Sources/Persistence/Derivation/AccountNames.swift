internal import Crypto
import Entitlements
import Foundation
internal import GRDB

extension AccountForm {
  /// The accounts that an app may derive from the user's name in this form, in lower case but for a
  /// plain name.
  func accounts(of user: ID<User>) -> [String] {
    let name = Data(user.raw.utf8)
    switch self {
    case .plain:
      let isUUID = user.raw.utf8.count == 36 && UUID(uuidString: user.raw) != nil
      return isUUID && user.raw.lowercased() != user.raw
        ? [user.raw, user.raw.lowercased()] : [user.raw]
    case .md5: return [Insecure.MD5.hash(data: name).hexDigits]
    case .md5UUID:
      let digest = Array(Insecure.MD5.hash(data: name))
      // cordova-plugin-purchase writes an 8 over the whole digit of the variant, of which RFC 9562
      // leaves two bits to the digest.
      return [
        Self.uuid(digest), Self.uuid(Self.stamped(digest, version: 3)),
        Self.uuid(Self.stamped(digest, version: 3, keptOfVariant: 0x0F)),
      ]
    case .sha256: return [SHA256.hash(data: name).hexDigits]
    case .uuid5(let namespace):
      let prefix = withUnsafeBytes(of: namespace.uuid) { Data($0) }
      let digest = Array(Insecure.SHA1.hash(data: prefix + name).prefix(16))
      return [Self.uuid(Self.stamped(digest, version: 5))]
    }
  }

  private static func stamped(
    _ bytes: [UInt8],
    version: UInt8,
    keptOfVariant mask: UInt8 = 0x3F
  ) -> [UInt8] {
    var bytes = bytes
    bytes[6] = bytes[6] & 0x0F | version << 4
    bytes[8] = bytes[8] & mask | 0x80
    return bytes
  }

  private static func uuid(_ bytes: [UInt8]) -> String {
    var text = ""
    for (place, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(place) { text += "-" }
      text += [byte].hexDigits
    }
    return text
  }
}

extension Sequence<UInt8> {
  fileprivate var hexDigits: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self
    )
  }
}

extension [AccountForm] {
  /// What the accounts derived from the user's name go by in `accountName`.
  fileprivate func digests(of user: ID<User>) -> Set<Data> {
    Set(derived.flatMap { $0.accounts(of: user) }.compactMap(AccountForm.digest))
  }

  fileprivate var derived: [AccountForm] { filter { $0 != .plain } }
}

extension AccountForm {
  /// The bytes that an account in hexadecimal digits, or a UUID, is of; `nil` for any other. The bits
  /// that a UUID's version takes are zero, so that both forms of one digest are one.
  fileprivate static func digest(of account: String) -> Data? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for letter in account.utf8 where letter != UInt8(ascii: "-") {
      guard let digit = Character(UnicodeScalar(letter)).hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
      }
    }
    guard high == nil, bytes.count == 16 || bytes.count == 32 else { return nil }
    if bytes.count == 16 {
      bytes[6] &= 0x0F
      bytes[8] &= 0x3F
    }
    return Data(bytes)
  }
}

extension Database {
  /// Whom an app account stands for (see `Ownership`); `nil` for one of nobody known.
  func holder(ofAccount account: String, _ forms: [AccountForm]) throws -> AccountHolder? {
    if let user = try linkedUser(ofAccount: account) { return AccountHolder(user) }
    if !forms.derived.isEmpty, let digest = AccountForm.digest(of: account) {
      let users = try map("SELECT user FROM accountName WHERE digest = ?", [digest]) {
        try $0.id(0) as ID<User>
      }
      let derived = users.filter { user in
        forms.derived.contains { $0.accounts(of: user).contains(account.lowercased()) }
      }
      if let user = derived.min() { return AccountHolder(user) }
    }
    guard forms.contains(.plain) else { return nil }
    var known: [(user: ID<User>, at: Int64)] = []
    for name in Set([account, account.uppercased()]) {
      let user = ID<User>(name)
      guard AccountForm.plain.accounts(of: user).contains(account) else { continue }
      if let instant = try firstNamed(user) { known.append((user, instant)) }
    }
    return known.min { ($0.at, $0.user) < ($1.at, $1.user) }
      .map { AccountHolder($0.user, knownAt: Date(milliseconds: $0.at)) }
  }

  /// Whom a back end or an operator linked with the account last.
  func linkedUser(ofAccount account: String) throws -> ID<User>? {
    let linked = try first(
      """
      SELECT act.user FROM act CROSS JOIN document ON document.n = act.document
      WHERE act.other = ? AND act.deed = 'account'
      ORDER BY act.statedAt DESC, document.id DESC LIMIT 1
      """,
      [account]
    ) { try $0.optionalText(0) }
    return linked.flatMap { $0 }.map { ID($0) }
  }

  /// When the user was named for the first time, by a document or at an endpoint.
  private func firstNamed(_ user: ID<User>) throws -> Int64? {
    let instants = [
      try number(
        """
        SELECT min(coalesce(statedAt, receivedAt)) FROM document
        WHERE claimant = ? AND claim = 'named' AND rejectionCode IS NULL AND erasedAt IS NULL
        """,
        [user.raw]
      ),
      try number("SELECT min(at) FROM claim WHERE user = ? AND basis <> 'forgotten'", [user.raw]),
    ]
    return instants.compactMap(\.self).min()
  }
}

extension Clerk {
  /// Takes note of a user's name: accounts that stand for it may be on file already.
  mutating func know(_ user: ID<User>, at instant: Date) throws {
    let at = instant.milliseconds
    if let known = memory.names[user], known <= at { return }
    if memory.names.count >= Self.mostNames { memory.names = [:] }
    memory.names[user] = at
    let forms = memory.customs.accountForms
    try writeAccountNames(of: user, forms)
    for account in Set(forms.flatMap { $0.accounts(of: user) }) {
      touchedAccounts.formUnion(
        try db.numbers("SELECT DISTINCT account FROM chain WHERE appAccount = ?", account)
      )
    }
  }

  /// Derives the accounts of all names anew, after the forms changed.
  mutating func deriveAccountNames() throws {
    try db.run("DELETE FROM accountName")
    memory.names = [:]
    let names = try db.map(
      """
      SELECT claimant FROM document WHERE claim = 'named' AND rejectionCode IS NULL
      UNION SELECT user FROM claim
      """
    ) { try $0.id(0) as ID<User> }
    let forms = memory.customs.accountForms
    for user in names { try writeAccountNames(of: user, forms) }
  }

  private func writeAccountNames(of user: ID<User>, _ forms: [AccountForm]) throws {
    for digest in forms.digests(of: user) {
      try db.run(
        "INSERT OR IGNORE INTO accountName (digest, user) VALUES (?, ?)",
        [digest, user.raw]
      )
    }
  }

  private static let mostNames = 4_096
}
