/// A chain of which the store should be asked again, and why.
package struct PollCandidate: Equatable, Sendable {
  package enum Rule: String, CaseIterable, Codable, Sendable {
    /// The trial has ended, renewal is on, and no paid sale followed.
    case trialEnded
    /// What is paid for ends within a day.
    case endsSoon
    /// The store is trying to charge, or said nothing of the end.
    case unsettled
    /// The store spoke of it, and no sale is on file; or a payment is pending.
    case unheard
    /// Its store tells nothing by itself, and the user's key to it ends where it is not renewed in
    /// time: asked about on one day of the week.
    case unpushed
  }

  package var chain: ID<Subscription>
  package var rule: Rule

  package init(chain: ID<Subscription>, rule: Rule) {
    self.chain = chain
    self.rule = rule
  }
}
