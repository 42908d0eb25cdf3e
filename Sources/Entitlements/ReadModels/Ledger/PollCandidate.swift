/// A chain whose status should be queried at the store again, and the reason.
package struct PollCandidate: Equatable, Sendable {
  package enum Rule: String, CaseIterable, Codable, Sendable {
    /// The trial has ended, renewal is on, and no paid sale followed.
    case trialEnded
    /// The paid period ends within a day.
    case endsSoon
    /// The store is retrying the charge, or has not reported the end.
    case unconfirmed = "unsettled"
    /// The store reported the chain, but no sale is stored; or a payment is pending.
    case missingSale = "unheard"
    /// The store sends no notifications, and the user's key to it expires unless it is renewed in
    /// time. Queried on one day of the week.
    case unpushed
  }

  package var chain: ID<Subscription>
  package var rule: Rule

  package init(chain: ID<Subscription>, rule: Rule) {
    self.chain = chain
    self.rule = rule
  }
}
