package import Foundation

/// A store's repeated answer: it states again what a document on file states, and is no document of
/// its own.
package struct Confirmation: Equatable, Sendable {
  /// When the store last answered so.
  package var at: Date
  /// The store's own time of that answer; `nil` where all that it states happened at times of its
  /// own.
  package var statedAt: Date?

  package init(at instant: Date, statedAt: Date?) {
    at = instant
    self.statedAt = statedAt
  }
}

// Of an answer's facts some are stated as of the answer itself, and others as of what it tells of.
// The former get another time with every answer.
extension Facts {
  /// How long before we got it an answer may have been made: clocks differ, and some stores sign
  /// each part of an answer by itself.
  private static let answerSpan: TimeInterval = 300

  /// The latest time at which these facts, of an answer that we got then, are stated as of the
  /// answer.
  package func statedAt(inAnswerAt instant: Date) -> Date? {
    testimonies.map(\.statedAt).filter { Self.isOfAnswer($0, at: instant) }.max()
  }

  /// The facts without their evidence and the time of the answer: two answers that say the same come
  /// to the same.
  package func timeless(inAnswerAt instant: Date) -> Facts {
    var facts = restated(Date(timeIntervalSince1970: 0), by: ID(""), inAnswerAt: instant)
    facts.standings.sort { ($0.chain.raw, "\($0.condition)") < ($1.chain.raw, "\($1.condition)") }
    facts.notices.sort { $0.words < $1.words }
    return facts
  }

  /// The sales and standings as the document `evidence` states them again, at `statedAt`.
  package func confirmed(
    at statedAt: Date,
    by evidence: ID<Document>,
    inAnswerAt instant: Date
  ) -> Facts {
    let facts = restated(statedAt, by: evidence, inAnswerAt: instant)
    return Facts(orders: facts.orders, standings: facts.standings)
  }

  private static func isOfAnswer(_ statedAt: Date, at instant: Date) -> Bool {
    statedAt >= instant.addingTimeInterval(-answerSpan)
  }

  private var testimonies: [Testimony] {
    orders.map(\.testimony) + orders.compactMap(\.terms?.testimony) + standings.map(\.testimony)
      + notices.map(\.testimony)
  }

  private func restated(
    _ statedAt: Date,
    by evidence: ID<Document>,
    inAnswerAt instant: Date
  ) -> Facts {
    // What a replaced purchase tells is stated as of its end, however late it is told again.
    func restated(_ testimony: Testimony, endedAt: Date? = nil) -> Testimony {
      let isOfAnswer =
        Self.isOfAnswer(testimony.statedAt, at: instant) && testimony.statedAt != endedAt
      return Testimony(
        evidence,
        at: isOfAnswer ? statedAt : testimony.statedAt,
        testimony.authority
      )
    }
    var facts = self
    facts.orders = orders.map { order in
      order.changing { details in
        details.testimony = restated(details.testimony, endedAt: details.expiresAt)
        if let terms = details.terms { details.terms?.testimony = restated(terms.testimony) }
      }
    }
    for place in standings.indices {
      let standing = standings[place]
      let end = standing.condition == .ended(.replaced) ? standing.statedAt : nil
      facts.standings[place].testimony = restated(standing.testimony, endedAt: end)
    }
    for place in notices.indices {
      facts.notices[place].testimony = restated(notices[place].testimony)
    }
    facts.links = links.map { Link($0.kind, $0.value, of: $0.chain, evidence: evidence) }
    return facts
  }
}

extension Notice {
  fileprivate var words: String {
    "\(chain?.raw ?? "") \(kind) \(order?.raw ?? "") \(detail ?? "") \(testimony.statedAt)"
  }
}
