internal import Crypto
import Entitlements
import Foundation
internal import GRDB

/// Answers that say what the last answer to the same question said. Such a one is no new document:
/// the one on file states its facts again, at the time of the new answer, so that what is believed
/// comes to the same as if the new one were filed, also where older news arrives later.
extension Clerk {
  private struct LastAnswer {
    var n: Int64
    var id: ID<Document>
    var user: ID<User>?
    var receivedAt: Int64
    /// When it was last confirmed, and the store's time of that.
    var confirmedAt: Int64?
    var restatedAt: Int64?
  }

  /// Confirms the last answer to the filing's question where the filing says the same, and nothing
  /// on file has said otherwise since.
  ///
  /// - Returns: `nil` where it says something new, or is no answer: it has to be filed.
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
    now = max(now, document.receivedAt)
    if let store = document.store {
      tally.note(heard: store, at: document.receivedAt.milliseconds)
    }
    var restatedAt = last.restatedAt
    if let statedAt = filing.facts.statedAt(inAnswerAt: document.receivedAt),
      max(last.receivedAt, last.restatedAt ?? 0) < statedAt.milliseconds
    {
      try restate(filing, as: last.n, last.id, at: statedAt, insteadOf: last.restatedAt)
      restatedAt = statedAt.milliseconds
    }
    try db.run(
      "UPDATE answer SET confirmedAt = ?, restatedAt = ? WHERE document = ?",
      [document.receivedAt.milliseconds, restatedAt, last.n]
    )
    return .alreadyFiled(try owner(afterConfirming: filing.claims, by: last.id) ?? last.user)
  }

  /// Files claims on what an answer told of before; one on what is the user's already is none.
  private mutating func owner(
    afterConfirming claims: [PurchaseClaim],
    by evidence: ID<Document>
  ) throws -> ID<User>? {
    var news: [PurchaseClaim] = []
    for var claim in claims {
      guard let n = try number(of: claim.chain) else { continue }
      let owner = try chain(n)?.user
      let user = try number(ofCanonical: claim.user)
      guard owner != user else { continue }
      claim.evidence = evidence
      news.append(claim)
    }
    return try owner(afterFiling: news)
  }

  /// Notes which question a document answered, and what; and, of one that comes from another ledger,
  /// when it was last confirmed.
  mutating func writeAnswer(_ filing: Filing, as number: Int64) throws {
    guard filing.document.verdict == .genuine else { return }
    if let statedAt = filing.confirmation?.statedAt {
      try restate(filing, as: number, filing.document.id, at: statedAt, insteadOf: nil)
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

  /// The facts once more, stated by the document of that number at another time. Of the times in
  /// between only the last one is kept.
  private mutating func restate(
    _ filing: Filing,
    as number: Int64,
    _ id: ID<Document>,
    at statedAt: Date,
    insteadOf earlier: Int64?
  ) throws {
    let facts = filing.facts.confirmed(
      at: statedAt,
      by: id,
      inAnswerAt: filing.document.receivedAt
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

  /// The last answer to the question about all these chains, where it says the same.
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

  /// Whether the newest statement on a chain says otherwise than the facts do: then the answer, which
  /// may be an older one once more, is news.
  private func isContradicted(_ facts: Facts) throws -> Bool {
    for (chain, standings) in Dictionary(grouping: facts.standings, by: \.chain) {
      guard let number = chainNumbers[chain] else { continue }
      let newest = try db.first(Self.newestStanding, [number]) {
        try Standing($0, of: chain, from: 0)
      }
      guard let newest else { continue }
      let isSaid = standings.contains { standing in
        var said = newest
        said.testimony = standing.testimony
        return said == standing
      }
      if !isSaid { return true }
    }
    return false
  }

  private static let newestStanding = """
    SELECT \(StandingRows.columns) FROM standing \(StandingRows.evidence)
    WHERE standing.chain = ? ORDER BY standing.statedAt DESC, standing.document DESC LIMIT 1
    """
}

extension Filing {
  /// A hash of what the document states but for the time of the answer, by which two that say the
  /// same are known.
  fileprivate func meaning() throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .millisecondsSince1970
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let facts = facts.timeless(inAnswerAt: document.receivedAt)
    var hash = SHA256()
    for part in [document.kind, document.app ?? "", document.environment?.rawValue ?? ""] {
      hash.update(data: Data("\(part)\u{0}".utf8))
    }
    hash.update(data: try encoder.encode(facts))
    // Google's answers are not signed anew each time, and tell more than facts (acknowledgement).
    if document.store == .google {
      let end = document.bytes.lastIndex { $0 != UInt8(ascii: "\n") } ?? -1
      hash.update(data: document.bytes[...end])
    }
    return Data(hash.finalize())
  }
}
