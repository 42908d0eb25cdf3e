import Entitlements
internal import GRDB

/// Everything on file that is about one person: all rows by which they go, whatever the name.
struct Person {
  /// The user under whom everything is kept.
  let user: ID<User>
  /// Every name of theirs: users who proved to be one, and what the app calls them at the stores.
  private(set) var names: Set<String>
  private(set) var users: Set<Int64> = []
  private(set) var chains: Set<Int64> = []
  /// What they sent, what names them, and what came for their purchases and named nobody.
  private(set) var documents: Set<Int64> = []
  /// What they log in with.
  private(set) var logins: Set<Int64> = []

  /// `nil` for somebody nobody has heard of.
  init?(_ id: ID<User>, in db: Database) throws {
    guard id.isUsable else { return nil }
    let identities = try Customs(in: db).identities
    user = identities.canonical(id)
    let users =
      [user, id] + identities.merged.filter { [user] in identities.canonical($0) == user }
    names = Set(users.map(\.raw))
    for name in names { try look(for: name, in: db) }
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

  private mutating func look(for name: String, in db: Database) throws {
    users.formUnion(try db.numbers("SELECT n FROM user WHERE id = ?", name))
    logins.formUnion(try db.numbers("SELECT n FROM login WHERE user = ?", name))
    documents.formUnion(try db.numbers("SELECT n FROM document WHERE claimant = ?", name))
    documents.formUnion(try db.numbers("SELECT document FROM act WHERE user = ?", name))
    documents.formUnion(
      try db.numbers("SELECT document FROM act WHERE deed = 'merge' AND other = ?", name)
    )
  }

  /// What the app calls the buyer of one of the chains, where that is nobody else's ID.
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
