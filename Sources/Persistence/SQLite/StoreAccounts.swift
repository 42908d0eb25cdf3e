internal import GRDB

extension Database {
  /// Regroups chains into store accounts: those that one document lists for one buyer, and those
  /// that share a token, within one store, app and environment. Older versions joined all purchases
  /// with the same app account. Owners must be derived again afterwards
  /// (`LedgerWriter.deriveOwnersAnew`).
  func separateStoreAccounts() throws {
    var accounts = DisjointSets()
    try forEach("SELECT n FROM chain", []) { accounts.add(try $0.number(0)) }
    // Rows are sorted by group: one document or token, in one app scope.
    for sql in [Self.listedTogether, Self.sharingToken] {
      var last: (group: String, chain: Int64)?
      try forEach(sql, []) { cells in
        let (group, chain) = (try cells.text(0), try cells.number(1))
        if let last, last.group == group { accounts.join(last.chain, chain) }
        last = (group, chain)
      }
    }
    for (chain, account) in accounts.least {
      try run("UPDATE chain SET account = ?1 WHERE n = ?2 AND account <> ?1", [account, chain])
    }
    try run(
      """
      UPDATE document SET account = (
        SELECT min(chain.account) FROM mention JOIN chain ON chain.n = mention.chain
        WHERE mention.document = document.n)
      WHERE account IS NOT NULL
      """
    )
    try run(
      "INSERT INTO meta (name, value) SELECT 'ownersAreStale', 1 WHERE EXISTS (SELECT 1 FROM chain)"
    )
  }

  private static let listedTogether = """
    SELECT document.n || ' ' || chain.shop, chain.n
    FROM document JOIN mention ON mention.document = document.n
    JOIN chain ON chain.n = mention.chain
    WHERE document.account IS NOT NULL ORDER BY document.n, chain.shop, chain.n
    """
  private static let sharingToken = """
    SELECT link.value || ' ' || chain.shop, chain.n FROM link JOIN chain ON chain.n = link.chain
    WHERE link.kind = 'purchaseToken' ORDER BY link.value, chain.shop, chain.n
    """
}

/// Disjoint sets of numbers (union-find).
private struct DisjointSets {
  private var parents: [Int64: Int64] = [:]

  mutating func add(_ number: Int64) { parents[number] = number }

  mutating func join(_ left: Int64, _ right: Int64) {
    let (one, other) = (root(of: left), root(of: right))
    parents[max(one, other)] = min(one, other)
  }

  private mutating func root(of number: Int64) -> Int64 {
    var root = number
    while let parent = parents[root], parent != root {
      parents[root] = parents[parent]
      root = parent
    }
    return root
  }

  /// Every number with the least number of its set.
  var least: [(number: Int64, least: Int64)] {
    var copy = self
    return parents.keys.sorted().map { ($0, copy.root(of: $0)) }
  }
}
