/// The final state of a generated subscription.
enum LifeEnding: Equatable, Sendable {
  case running, renewalOff, trial, introductory, promotional
  case grace, retry, paused
  case over(GeneratedRenewalStatus.Reason)
  case refunded, revoked, upgraded

  /// The distribution for a user's newest subscription, in percent.
  static let newest: [LifeEnding] = list([
    (.running, 30), (.renewalOff, 8), (.trial, 6), (.introductory, 4), (.promotional, 3),
    (.grace, 2), (.retry, 3), (.paused, 3), (.over(.voluntary), 16), (.over(.billing), 5),
    (.over(.priceIncrease), 2), (.over(.productGone), 1), (.over(.developer), 1),
    (.over(.other), 1), (.over(.unknown), 2), (.refunded, 5), (.revoked, 3), (.upgraded, 5),
  ])

  /// The distribution for older subscriptions.
  static let older: [LifeEnding] = list([
    (.over(.voluntary), 60), (.over(.billing), 20), (.over(.priceIncrease), 4),
    (.over(.unknown), 6), (.refunded, 10),
  ])

  private static func list(_ shares: [(LifeEnding, Int)]) -> [LifeEnding] {
    shares.flatMap { Array(repeating: $0.0, count: $0.1) }
  }

  /// This ending, or the nearest one that the store supports.
  func possible(in store: GeneratedStore, sandbox: Bool, atMost sales: Int) -> LifeEnding {
    switch (self, store) {
    case (.upgraded, .apple) where sales < 2 || sandbox: .running
    case (.upgraded, .apple): self
    case (.upgraded, _): .running
    case (.paused, .google) where !sandbox: self
    case (.paused, _): .renewalOff
    case (.retry, .amazon), (.introductory, .microsoft), (.promotional, .microsoft),
      (.promotional, .amazon):
      .running
    case (.revoked, .google), (.revoked, .amazon): .refunded
    case (.refunded, .microsoft): .revoked
    case (.over(.priceIncrease), .amazon), (.over(.priceIncrease), .microsoft): .over(.billing)
    case (.over(.productGone), .google), (.over(.developer), .apple): .over(.billing)
    case (.over(.productGone), .microsoft), (.over(.productGone), .amazon): .over(.other)
    case (.over(.developer), .microsoft), (.over(.developer), .amazon): .over(.other)
    case (.over(.other), .google): .over(.voluntary)
    default: self
    }
  }
}
