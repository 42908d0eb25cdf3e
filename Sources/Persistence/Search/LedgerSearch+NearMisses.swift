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
  /// The maximum number of identifiers whose misspellings are looked up: each has thousands.
  private static let maxVaried = 16

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
    let unknown = identifiers.filter { !found.contains($0.masked) }
    for identifier in unknown.prefix(Self.maxVaried) {
      misses += try alike(identifier, identifier.slips)
      if identifier.kind == .email { misses += try tagged(identifier) }
    }
    if misses.isEmpty, !subject.isFound { misses = try introduced() + named() + charges() }
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

  /// The users whose IDs, perhaps with a typing error, or names the message introduces.
  private func introduced() throws -> [NearMiss] {
    let introductions = Introductions(in: text)
    var misses = try misses(.name, for: nil, Self.users, [try introductions.userIDs.json])
    for id in Identifier.userIDs(in: text).prefix(Self.maxMistyped) where misses.isEmpty {
      let spellings = try Identifier.slips(ofUserID: id).json
      misses += try self.misses(.spelling, for: id, Self.users, [spellings])
    }
    guard !introductions.names.isEmpty else { return misses }
    let phrases = introductions.names.map { "\"\($0.replacing("\"", with: ""))\"" }
    let pattern = "name : (\(phrases.joined(separator: " OR ")))"
    return try misses + listed(rows(.name, for: nil, Self.introduced, [pattern]))
  }

  /// The maximum number of user IDs whose misspellings are looked up.
  private static let maxMistyped = 2

  private func named() throws -> [NearMiss] {
    try listed(rows(.name, for: nil, Self.names, [try Identifier.names(in: text).json]))
  }

  /// The users, or the list of them if many have one name.
  private func listed(_ misses: [NearMiss]) -> [NearMiss] {
    guard misses.count > Self.maxMisses else { return misses }
    guard let name = misses[0].name, misses.allSatisfy({ $0.name == name }) else { return [] }
    return [NearMiss(.name, list: "users \"\(name.replacing("\"", with: ""))\"")]
  }

  private func charges() throws -> [NearMiss] {
    let clues = MessageClues(in: text)
    var misses: [NearMiss] = []
    for day in clues.days.prefix(Self.maxMisses) {
      guard let range = day.range(before: instant) else { continue }
      for amount in clues.amounts.prefix(Self.maxMisses) {
        let (from, until) = (range.lowerBound.milliseconds, range.upperBound.milliseconds)
        let sales = try rows(
          .charge,
          for: nil,
          Self.charges,
          [from, until, amount.nanos, amount.currency?.code]
        )
        // One of many sales of a price on a day is nobody's in particular.
        misses +=
          sales.count <= Self.maxMisses
          ? sales : [NearMiss(.charge, list: "orders \(amount.query) \(Self.days(of: range))")]
      }
    }
    return misses.count <= Self.maxMisses ? misses : []
  }

  /// The days in UTC that a range touches, as a query.
  private static func days(of range: Range<Date>) -> String {
    let last = range.upperBound.addingTimeInterval(-1)
    return "since:\(Wording.day(range.lowerBound)) until:\(Wording.day(last))"
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
  private static let users = """
    SELECT DISTINCT user.id, user.id, coalesce(user.name, user.email) FROM json_each(?1) AS asked
    CROSS JOIN user ON user.id = asked.value COLLATE NOCASE \(limit)
    """
  private static let introduced = """
    SELECT user.id, user.id, user.name FROM userWord CROSS JOIN user ON user.n = userWord.rowid
    WHERE userWord MATCH ? \(limit)
    """
  private static let charges = """
    SELECT sale.transactionID, \(who) FROM "order" AS sale LEFT JOIN user ON user.n = sale.user
    WHERE sale.purchasedAt >= ? AND sale.purchasedAt < ? AND sale.price = ?3
      AND (?4 IS NULL OR sale.currency = ?4) \(limit)
    """
}

extension MessageClues.Amount {
  /// The amount as a query of orders: `price:59.99 ccy:usd`.
  fileprivate var query: String {
    // Currencies have up to three decimals, stores more.
    var decimals = String("\(1_000_000_000 + nanos % 1_000_000_000)".dropFirst())
    while decimals.count > 2, decimals.last == "0" { decimals.removeLast() }
    let price = "price:\(nanos / 1_000_000_000).\(decimals)"
    return currency.map { "\(price) ccy:\($0.code.lowercased())" } ?? price
  }
}
