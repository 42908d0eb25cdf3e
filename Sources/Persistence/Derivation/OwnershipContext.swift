internal import Crypto
import Entitlements
import Foundation
internal import GRDB

extension AccountForm {
  /// The account in three spellings: as it is and, of a UUID, in lower and upper case. Swift writes
  /// UUIDs in upper case, and Apple states them in lower case.
  static func spellings(of account: String) -> [String] {
    let isUUID = account.utf8.count == 36 && UUID(uuidString: account) != nil
    return isUUID
      ? [account, account.lowercased(), account.uppercased()] : [account, account, account]
  }

  /// The accounts that an app may derive from the user's name in this form, in lower case except
  /// for a plain name.
  func accounts(of user: ID<User>) -> [String] {
    let name = Data(user.raw.utf8)
    switch self {
    case .plain:
      let isUUID = user.raw.utf8.count == 36 && UUID(uuidString: user.raw) != nil
      return isUUID && user.raw.lowercased() != user.raw
        ? [user.raw, user.raw.lowercased()] : [user.raw]
    case .md5: return [hex(Insecure.MD5.hash(data: name))]
    case .md5UUID:
      let digest = Array(Insecure.MD5.hash(data: name))
      // cordova-plugin-purchase overwrites the whole variant digit with 8; RFC 9562 keeps two of
      // its bits.
      return [
        Self.uuid(digest), Self.uuid(Self.stamped(digest, version: 3)),
        Self.uuid(Self.stamped(digest, version: 3, keptOfVariant: 0x0F)),
      ]
    case .sha256: return [hex(SHA256.hash(data: name))]
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
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += hex([byte])
    }
    return text
  }
}

extension [AccountForm] {
  /// The digests in `accountName` of the accounts derived from the user's name.
  fileprivate func digests(of user: ID<User>) -> Set<Data> {
    Set(derived.flatMap { $0.accounts(of: user) }.compactMap(AccountForm.digest))
  }

  fileprivate var derived: [AccountForm] { filter { $0 != .plain } }
}

extension AccountForm {
  /// The bytes of an account in hexadecimal or UUID form; `nil` otherwise. Clears a UUID's version
  /// and variant bits, so that both forms of a digest match.
  fileprivate static func digest(of account: String) -> Data? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in account.utf8 where character != UInt8(ascii: "-") {
      guard let digit = Character(UnicodeScalar(character)).hexDigitValue else { return nil }
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
  /// The user of an app account (see `Ownership`), or `nil`.
  /// `hasActs`: whether the ledger may hold operator actions.
  func holder(
    ofAccount account: String,
    _ forms: [AccountForm],
    hasActs: Bool = true
  ) throws -> AccountHolder? {
    if hasActs, let user = try linkedUser(ofAccount: account) { return AccountHolder(user) }
    if !forms.derived.isEmpty, let digest = AccountForm.digest(of: account) {
      let users = try texts("SELECT user FROM accountName WHERE digest = ?", [digest])
      let derived = users.map(ID<User>.init).filter { user in
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

  /// The user whom a back end or an operator last linked with the account.
  func linkedUser(ofAccount account: String) throws -> ID<User>? {
    let linked = try first(
      """
      SELECT act.user FROM act CROSS JOIN document ON document.n = act.document
      WHERE act.other IN (?, ?, ?) AND act.deed = 'account'
      ORDER BY act.statedAt DESC, document.id DESC LIMIT 1
      """,
      AccountForm.spellings(of: account)
    ) { try $0.optionalText(0) }
    return linked.flatMap { $0 }.map { ID($0) }
  }

  /// When a document or an endpoint first named the user.
  private func firstNamed(_ user: ID<User>) throws -> Int64? {
    let instants = [
      try number(
        """
        SELECT min(coalesce(statedAt, receivedAt)) FROM document
        WHERE claimant = ? AND claim = 'named' AND rejectionCode IS NULL AND kind <> 'profile'
          AND NOT \(Erasure.isOfErasedUser(in: "document"))
        """,
        [user.raw]
      ),
      try number("SELECT min(at) FROM claim WHERE user = ? AND basis <> 'forgotten'", [user.raw]),
    ]
    return instants.compactMap(\.self).min()
  }
}

extension LedgerWriter {
  /// Records a user's name; the ledger may already hold accounts derived from it.
  mutating func know(_ user: ID<User>, at instant: Date) throws {
    let at = instant.milliseconds
    if let known = memory.names[user], known <= at { return }
    if memory.names.count >= Self.maxNames { memory.names = [:] }
    memory.names[user] = at
    let forms = memory.ownershipContext.accountForms
    try writeAccountNames(of: user, forms)
    for account in Set(forms.flatMap { $0.accounts(of: user) }) {
      touchedAccounts.formUnion(
        try db.numbers("SELECT DISTINCT account FROM chain WHERE appAccount = ?", [account])
      )
    }
  }

  /// Derives the accounts of all names again after the forms changed.
  mutating func deriveAccountNames() throws {
    try db.run("DELETE FROM accountName")
    memory.names = [:]
    let names = try db.texts(
      """
      SELECT claimant FROM document
      WHERE claim = 'named' AND rejectionCode IS NULL AND kind <> 'profile'
      UNION SELECT user FROM claim
      """
    )
    let forms = memory.ownershipContext.accountForms
    for name in names { try writeAccountNames(of: ID(name), forms) }
  }

  private func writeAccountNames(of user: ID<User>, _ forms: [AccountForm]) throws {
    for digest in forms.digests(of: user) {
      try db.run(
        "INSERT OR IGNORE INTO accountName (digest, user) VALUES (?, ?)",
        [digest, user.raw]
      )
    }
  }

  private static let maxNames = 4_096
}

/// The ownership policy, merged identities and account forms from stored operator actions.
struct OwnershipContext {
  private var acts: [OperatorAction]
  private(set) var policy = OwnershipPolicy.transfer
  private(set) var identities = Identities()
  /// How the app derives accounts from its users' names.
  private(set) var accountForms = AccountForm.standard

  init(in db: Database) throws {
    acts = try db.acts("WHERE act.deed IN ('merge', 'policy', 'accountForms')", [])
    decide()
  }

  /// Adds the actions that affect ownership.
  mutating func add(_ others: [OperatorAction]) {
    let relevant = others.filter {
      switch $0.kind {
      case .merge, .policy, .accountForms: true
      default: false
      }
    }
    guard !relevant.isEmpty else { return }
    acts += relevant
    decide()
  }

  private mutating func decide() {
    identities = Identities(acts)
    (policy, accountForms) = (.transfer, AccountForm.standard)
    for act in acts.sorted(by: { $0.statementSource < $1.statementSource }) {
      switch act.kind {
      case .policy(let policy): self.policy = policy
      case .accountForms(let forms): accountForms = forms
      default: break
      }
    }
  }
}
