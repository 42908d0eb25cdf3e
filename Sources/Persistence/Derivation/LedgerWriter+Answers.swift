internal import Crypto
import Entitlements
import Foundation
internal import GRDB

/// Handles store responses that repeat the last response to the same query. They add no document:
/// the stored one restates its facts at the time of the new response, so the result equals filing
/// the new one, even if older documents arrive later.
extension LedgerWriter {
  private struct LastAnswer {
    var n: Int64
    var id: ID<Document>
    var user: ID<User>?
    var receivedAt: Int64
    /// The last confirmation, and the store's time of it.
    var confirmedAt: Int64?
    var restatedAt: Int64?
  }

  /// Confirms the last response if the filing repeats it and nothing has contradicted it since.
  ///
  /// - Returns: `nil` if the filing is new or not a response, so that it must be filed.
  mutating func confirm(_ filing: Filing) throws -> Filing.Outcome? {
    let document = filing.document
    guard let question = filing.question, document.verdict == .genuine, filing.userName == nil,
      filing.userEmail == nil, filing.claim?.strength != .named
    else { return nil }
    let mentioned = try chains(mentionedIn: filing.facts)
    guard let last = try lastAnswer(like: filing, question, about: mentioned),
      last.confirmedAt ?? last.receivedAt <= document.receivedAt.milliseconds,
      try !isContradicted(filing.facts)
    else { return nil }
    hasWritten = true
    note(document)
    if let store = document.store {
      counterChanges.note(received: store, at: document.receivedAt.milliseconds)
    }
    var restatedAt = last.restatedAt
    if let statedAt = filing.facts.statedAt(inAnswerAt: document.receivedAt),
      max(last.receivedAt, last.restatedAt ?? 0) < statedAt.milliseconds
    {
      try restate(
        filing,
        as: last.n,
        last.id,
        firstAt: Date(milliseconds: last.receivedAt),
        at: statedAt,
        insteadOf: last.restatedAt
      )
      restatedAt = statedAt.milliseconds
    }
    try db.run(
      "UPDATE answer SET confirmedAt = ?, restatedAt = ? WHERE document = ?",
      [document.receivedAt.milliseconds, restatedAt, last.n]
    )
    return .alreadyFiled(try owner(afterConfirming: filing.claims, by: last.id) ?? last.user)
  }

  /// Files claims on purchases of an earlier response, except on the user's own purchases.
  private mutating func owner(
    afterConfirming claims: [PurchaseClaim],
    by evidence: ID<Document>
  ) throws -> ID<User>? {
    var added: [PurchaseClaim] = []
    for var claim in claims {
      guard let n = try rowID(of: claim.chain) else { continue }
      let owner = try chain(n)?.user
      let user = try rowID(ofCanonical: claim.user)
      guard owner != user else { continue }
      claim.evidence = evidence
      added.append(claim)
    }
    return try owner(afterFiling: added)
  }

  /// Stores the query of a document and a hash of its meaning, and the last confirmation of a
  /// document from another ledger.
  mutating func writeAnswer(_ filing: Filing, as number: Int64) throws {
    guard filing.document.verdict == .genuine else { return }
    if let statedAt = filing.confirmation?.statedAt {
      try restate(
        filing,
        as: number,
        filing.document.id,
        firstAt: filing.document.receivedAt,
        at: statedAt,
        insteadOf: nil
      )
    }
    guard let question = filing.question else { return }
    try db.run(
      """
      INSERT OR REPLACE INTO answer (document, question, meaning, confirmedAt, restatedAt)
      VALUES (?, ?, ?, ?, ?)
      """,
      [
        number, question, try filing.meaning(), filing.confirmation?.at.milliseconds,
        filing.confirmation?.statedAt?.milliseconds,
      ]
    )
  }

  /// Writes the facts again, stated at another time by the document with this row ID. Keeps only
  /// the last of several confirmation times.
  private mutating func restate(
    _ filing: Filing,
    as number: Int64,
    _ id: ID<Document>,
    firstAt first: Date,
    at statedAt: Date,
    insteadOf earlier: Int64?
  ) throws {
    let facts = filing.facts.confirmed(
      at: statedAt,
      by: id,
      inAnswerAt: filing.document.receivedAt,
      firstAt: first
    )
    let mentioned = try chains(mentionedIn: facts)
    if let earlier {
      for chain in mentioned.sorted() {
        try db.run(
          "DELETE FROM standing WHERE chain = ? AND statedAt = ? AND document = ?",
          [chain, earlier, number]
        )
      }
    }
    try write(facts, of: number, mentioned)
  }

  /// The last response to the query about all these chains, if it has the same meaning.
  private func lastAnswer(
    like filing: Filing,
    _ question: String,
    about chains: Set<Int64>
  ) throws -> LastAnswer? {
    let meaning = try filing.meaning()
    let found: Set<Int64?> =
      if chains.isEmpty {
        [try db.number(Self.lastAlike, [meaning, question, filing.claim?.user.raw])]
      } else {
        Set(try chains.sorted().map { try db.number(Self.lastOfChain, [$0, question]) })
      }
    guard found.count == 1, let number = found.first ?? nil else { return nil }
    return try db.first(Self.answerIfAlike, [number, meaning]) {
      LastAnswer(
        n: number,
        id: try $0.id(0),
        user: try $0.optionalID(1),
        receivedAt: try $0.number(2),
        confirmedAt: try $0.optionalNumber(3),
        restatedAt: try $0.optionalNumber(4)
      )
    }
  }

  private static let lastOfChain = """
    SELECT max(answer.document) FROM mention JOIN answer ON answer.document = mention.document
    WHERE mention.chain = ? AND answer.question = ?
    """
  private static let lastAlike = """
    SELECT max(answer.document) FROM answer JOIN document ON document.n = answer.document
    WHERE answer.meaning = ? AND answer.question = ? AND document.claimant IS ?
    """
  private static let answerIfAlike = """
    SELECT document.id, user.id, document.receivedAt, answer.confirmedAt, answer.restatedAt
    FROM answer JOIN document ON document.n = answer.document
    LEFT JOIN user ON user.n = document.user
    WHERE answer.document = ? AND answer.meaning = ? AND document.erasedAt IS NULL
    """

  /// Whether the newest statement on a chain contradicts the facts; then the response, even if it
  /// repeats an older one, is new.
  private func isContradicted(_ facts: Facts) throws -> Bool {
    for (chain, renewalStatuses) in Dictionary(grouping: facts.renewalStatuses, by: \.chain) {
      guard let number = chainNumbers[chain] else { continue }
      let newest = try db.first(Self.newestStanding, [number]) { try RenewalStatus($0, of: chain) }
      guard let newest else { continue }
      let isStated = renewalStatuses.contains { renewalStatus in
        var stated = newest
        stated.statementSource = renewalStatus.statementSource
        return stated == renewalStatus
      }
      if !isStated { return true }
    }
    return false
  }

  private static let newestStanding = """
    SELECT \(RenewalStatusRows.columns) FROM standing \(RenewalStatusRows.evidence)
    WHERE standing.chain = ? ORDER BY standing.statedAt DESC, standing.document DESC LIMIT 1
    """
}

extension Filing {
  /// Hashes the document's facts without the response time, to detect duplicates.
  fileprivate func meaning() throws -> Data {
    let facts = facts.timeless(inAnswerAt: document.receivedAt)
    var hash = SHA256()
    for part in [document.kind, document.app ?? "", document.environment?.rawValue ?? ""] {
      hash.update(data: Data("\(part)\u{0}".utf8))
    }
    hash.update(data: try JSONEncoder.stored().encode(facts))
    // Google's responses aren't signed each time, and hold more than facts (acknowledgement).
    if document.store == .google {
      let end = document.bytes.lastIndex { $0 != UInt8(ascii: "\n") } ?? -1
      hash.update(data: document.bytes[...end])
    }
    return Data(hash.finalize())
  }
}
