package import Foundation

/// A store's repeated answer. It restates what a stored document states and is not stored itself.
package struct Confirmation: Equatable, Sendable {
  /// When the store last gave this answer.
  package var at: Date
  /// The store's own time of that answer; `nil` if every fact in it has a time of its own.
  package var statedAt: Date?

  package init(at instant: Date, statedAt: Date?) {
    at = instant
    self.statedAt = statedAt
  }
}

// Some facts of an answer are stated as of the answer; their time changes with every answer. Others
// are stated as of the event that they describe.
extension Facts {
  /// The maximum age of an answer at its receipt: clocks differ, and some stores sign each part
  /// separately.
  private static let maxAnswerAge: TimeInterval = 300

  /// The latest time among the facts that are stated as of the answer received at `instant`.
  package func statedAt(inAnswerAt instant: Date) -> Date? {
    statementSources.map(\.statedAt).filter { Self.isOfAnswer($0, at: instant) }.max()
  }

  /// The facts without evidence and time of the answer. Equal for two answers of the same content.
  package func timeless(inAnswerAt instant: Date) -> Facts {
    var facts = restated(Date(timeIntervalSince1970: 0), by: ID(""), inAnswerAt: instant)
    facts.renewalStatuses.sort {
      ($0.chain.raw, "\($0.condition)") < ($1.chain.raw, "\($1.condition)")
    }
    facts.notices.sort { $0.sortKey < $1.sortKey }
    return facts
  }

  /// The sales and renewal statuses as the document `evidence` restates them at `statedAt`.
  package func confirmed(
    at statedAt: Date,
    by evidence: ID<Document>,
    inAnswerAt instant: Date
  ) -> Facts {
    let facts = restated(statedAt, by: evidence, inAnswerAt: instant)
    return Facts(orders: facts.orders, renewalStatuses: facts.renewalStatuses)
  }

  private static func isOfAnswer(_ statedAt: Date, at instant: Date) -> Bool {
    statedAt >= instant.addingTimeInterval(-maxAnswerAge)
  }

  private var statementSources: [StatementSource] {
    orders.map(\.statementSource) + orders.compactMap(\.terms?.statementSource)
      + renewalStatuses.map(\.statementSource)
      + notices.map(\.statementSource)
  }

  private func restated(
    _ statedAt: Date,
    by evidence: ID<Document>,
    inAnswerAt instant: Date
  ) -> Facts {
    // A replaced purchase is stated as of its end, even if it is reported again later.
    func restated(_ statementSource: StatementSource, endedAt: Date? = nil) -> StatementSource {
      let isOfAnswer =
        Self.isOfAnswer(statementSource.statedAt, at: instant)
        && statementSource.statedAt != endedAt
      return StatementSource(
        evidence,
        at: isOfAnswer ? statedAt : statementSource.statedAt,
        statementSource.authority
      )
    }
    var facts = self
    facts.orders = orders.map { order in
      order.changing { details in
        details.statementSource = restated(details.statementSource, endedAt: details.expiresAt)
        if let terms = details.terms {
          details.terms?.statementSource = restated(terms.statementSource)
        }
      }
    }
    for index in renewalStatuses.indices {
      let renewalStatus = renewalStatuses[index]
      let end = renewalStatus.condition == .ended(.replaced) ? renewalStatus.statedAt : nil
      facts.renewalStatuses[index].statementSource = restated(
        renewalStatus.statementSource,
        endedAt: end
      )
    }
    for index in notices.indices {
      facts.notices[index].statementSource = restated(notices[index].statementSource)
    }
    facts.links = links.map { Link($0.kind, $0.value, of: $0.chain, evidence: evidence) }
    return facts
  }
}

extension StoreEvent {
  fileprivate var sortKey: String {
    "\(chain?.raw ?? "") \(kind) \(order?.raw ?? "") \(detail ?? "") \(statementSource.statedAt)"
  }
}
