import Entitlements
internal import GRDB

/// All rows about one person, under any of the person's names.
struct DataSubject {
  /// The canonical user.
  let user: ID<User>
  /// All names: merged users, and the app's account IDs at the stores.
  private(set) var names: Set<String>
  private(set) var users: Set<Int64> = []
  private(set) var chains: Set<Int64> = []
  /// Documents from or naming the person, and those for the person's purchases that name no user.
  private(set) var documents: Set<Int64> = []
  /// The person's logins.
  private(set) var logins: Set<Int64> = []

  /// `nil` for an unknown user.
  init?(_ id: ID<User>, in db: Database) throws {
    guard id.isUsable else { return nil }
    let identities = try OwnershipContext(in: db).identities
    user = identities.canonical(id)
    let users =
      [user, id] + identities.merged.filter { [user] in identities.canonical($0) == user }
    names = Set(users.map(\.raw))
    for name in names { try collectRows(named: name, in: db) }
    guard !self.users.isEmpty || !documents.isEmpty || !logins.isEmpty else { return nil }
    for user in self.users {
      chains.formUnion(try db.numbers("SELECT n FROM chain WHERE user = ?", user))
      documents.formUnion(try db.numbers("SELECT n FROM document WHERE user = ?", user))
    }
    for account in try accounts(in: db) {
      names.insert(account)
      documents.formUnion(
        try db.numbers("SELECT document FROM link WHERE value = ? AND kind = 'appAccount'", account)
      )
    }
  }

  private mutating func collectRows(named name: String, in db: Database) throws {
    users.formUnion(try db.numbers("SELECT n FROM user WHERE id = ?", name))
    logins.formUnion(try db.numbers("SELECT n FROM login WHERE user = ?", name))
    documents.formUnion(try db.numbers("SELECT n FROM document WHERE claimant = ?", name))
    documents.formUnion(try db.numbers("SELECT document FROM act WHERE user = ?", name))
    documents.formUnion(
      try db.numbers("SELECT document FROM act WHERE deed = 'merge' AND other = ?", name)
    )
  }

  /// The app's account IDs for the buyers of the chains, except other users' IDs.
  private func accounts(in db: Database) throws -> Set<String> {
    var accounts: Set<String> = []
    for chain in chains {
      accounts.formUnion(
        try db.map(
          """
          SELECT value FROM link LEFT JOIN user ON user.id = link.value
          WHERE link.chain = ? AND kind = 'appAccount' AND user.n IS NULL
          """,
          [chain]
        ) { try $0.text(0) }
      )
    }
    return accounts
  }
}

extension Database {
  func numbers(_ sql: String, _ value: Argument) throws -> [Int64] {
    try map(sql, [value]) { try $0.number(0) }
  }
}
