package import Entitlements
package import Foundation
internal import GRDB

extension LedgerSearch {
  /// Records that a message may have meant: unknown identifiers within one typo of a stored one
  /// and, if nothing else is found, names, and amounts with days. The likeliest first; few, or none
  /// if many are alike.
  package func nearMisses(
    in text: String,
    of subject: DiagnosisInput.Subject,
    at instant: Date
  ) async throws(LedgerError) -> [NearMiss] {
    try await ledger.read { db in
      try NearMissSearch(db: db, text: text, instant: instant).misses(of: subject)
    }
  }
}

private struct NearMissSearch {
  /// The maximum number of results; if more are alike, none is likely.
  private static let maxMisses = 3

  let db: Database
  let text: String
  let instant: Date

  func misses(of subject: DiagnosisInput.Subject) throws -> [NearMiss] {
    let identifiers = Identifier.all(in: text)
    let found = Set(subject.identifiers.lazy.filter(\.isFound).map(\.text))
    var misses: [NearMiss] = []
    for repair in Identifier.repairs(in: text) {
      misses += try alike(repair, [repair.value] + repair.spellings + repair.slips)
      if repair.value.utf8.count < 24 { misses += try orders(beginningWith: repair) }
    }
    for identifier in identifiers where !found.contains(identifier.masked) {
      misses += try alike(identifier, identifier.slips)
      if identifier.kind == .email { misses += try tagged(identifier) }
    }
    if misses.isEmpty, !subject.isFound { misses = try named() + charges() }
    var seen: Set<NearMiss> = []
    return Array(misses.filter { seen.insert($0).inserted }.prefix(Self.maxMisses))
  }

  /// The identifier as written in the message.
  private func written(_ identifier: Identifier) -> String {
    String(decoding: Array(text.utf8)[identifier.range], as: UTF8.self)
  }

  private func alike(_ identifier: Identifier, _ spellings: [String]) throws -> [NearMiss] {
    guard !spellings.isEmpty else { return [] }
    let sql = identifier.kind == .email ? Self.addresses : Self.purchases
    return try misses(.spelling, for: written(identifier), sql, [try spellings.json])
  }

  private func orders(beginningWith repair: Identifier) throws -> [NearMiss] {
    let range: [Argument?] = [repair.value, repair.value + "~"]
    return try misses(.spelling, for: written(repair), Self.beginning, range)
  }

  /// The stored address may have a tag that the message omits.
  private func tagged(_ address: Identifier) throws -> [NearMiss] {
    let parts = address.value.split(separator: "@")
    guard parts.count == 2 else { return [] }
    let pattern: [Argument?] = ["\(parts[0])+", "\(parts[0]),", "%@\(parts[1])"]
    return try misses(.spelling, for: written(address), Self.tagged, pattern)
  }

  private func named() throws -> [NearMiss] {
    try misses(.name, for: nil, Self.names, [try Identifier.names(in: text).json])
  }

  private func charges() throws -> [NearMiss] {
    let clues = MessageClues(in: text)
    var misses: [NearMiss] = []
    for day in clues.days.prefix(Self.maxMisses) {
      guard let range = day.range(before: instant) else { continue }
      for amount in clues.amounts.prefix(Self.maxMisses) {
        let (from, until) = (range.lowerBound.milliseconds, range.upperBound.milliseconds)
        misses += try rows(
          .charge,
          for: nil,
          Self.charges,
          [from, until, amount.nanos, amount.currency?.code]
        )
      }
    }
    return misses.count <= Self.maxMisses ? misses : []
  }

  /// The rows if they are few.
  private func misses(
    _ likeness: NearMiss.Likeness,
    for written: String?,
    _ sql: String,
    _ arguments: [Argument?]
  ) throws -> [NearMiss] {
    let misses = try rows(likeness, for: written, sql, arguments)
    return misses.count <= Self.maxMisses ? misses : []
  }

  private func rows(
    _ likeness: NearMiss.Likeness,
    for written: String?,
    _ sql: String,
    _ arguments: [Argument?]
  ) throws -> [NearMiss] {
    try db.map(sql, arguments) {
      try NearMiss(
        likeness,
        $0.text(0),
        for: written,
        user: $0.optionalID(1),
        name: $0.optionalText(2)
      )
    }
  }

  private static let who = "user.id, coalesce(user.name, user.email)"
  private static let limit = "LIMIT \(maxMisses + 1)"

  private static let purchases = """
    SELECT DISTINCT told.value, \(who) FROM (
      SELECT asked.value AS value, sale.user AS user FROM json_each(?1) AS asked
      CROSS JOIN "order" AS sale ON sale.transactionID = asked.value
      UNION SELECT asked.value, chain.user FROM json_each(?1) AS asked
      CROSS JOIN chain ON chain.id = asked.value
      UNION SELECT asked.value, chain.user FROM json_each(?1) AS asked
      CROSS JOIN link ON link.value = asked.value CROSS JOIN chain ON chain.n = link.chain
    ) AS told LEFT JOIN user ON user.n = told.user \(limit)
    """
  private static let addresses = """
    SELECT DISTINCT told.value, user.id, user.name FROM (
      SELECT user.email AS value, user.n AS user FROM json_each(?1) AS asked
      CROSS JOIN user ON user.email = asked.value COLLATE NOCASE
      UNION ALL SELECT handle.value, handle.user FROM json_each(?1) AS asked
      CROSS JOIN handle ON handle.value = asked.value COLLATE NOCASE AND handle.kind = 'email'
    ) AS told CROSS JOIN user ON user.n = told.user \(limit)
    """
  private static let beginning = """
    SELECT DISTINCT chain.id, \(who) FROM chain LEFT JOIN user ON user.n = chain.user
    WHERE chain.id >= ? AND chain.id < ? \(limit)
    """
  private static let tagged = """
    SELECT user.email, user.id, user.name FROM user
    WHERE email >= ? COLLATE NOCASE AND email < ? COLLATE NOCASE AND email LIKE ? \(limit)
    """
  private static let names = """
    SELECT DISTINCT user.id, user.id, user.name FROM (
      SELECT user.n AS user FROM json_each(?1) AS asked
      CROSS JOIN user ON user.name = asked.value COLLATE NOCASE
      UNION ALL SELECT handle.user FROM json_each(?1) AS asked
      CROSS JOIN handle ON handle.value = asked.value COLLATE NOCASE AND handle.kind = 'name'
    ) AS told CROSS JOIN user ON user.n = told.user \(limit)
    """
  private static let charges = """
    SELECT sale.transactionID, \(who) FROM "order" AS sale LEFT JOIN user ON user.n = sale.user
    WHERE sale.purchasedAt >= ? AND sale.purchasedAt < ? AND sale.price = ?3
      AND (?4 IS NULL OR sale.currency = ?4) \(limit)
    """
}

extension [String] {
  /// The texts as a JSON array for statements.
  fileprivate var json: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
}
