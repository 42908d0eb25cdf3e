/// A short label for the customer's newest purchase, for the table of situations and answers.
extension LifeTruth {
  var situation: String {
    if isSandboxOnly { return "sandbox only" }
    if let moved { return "moved: \(moved)" }
    if let main { return Self.label(main) + refundLabel }
    if let shared { return shared.gives ? "family-shared" : "family ended" }
    guard let item = world.items.last else { return "nothing" }
    switch item.state {
    case .pending: return "\(item.kind.rawValue) pending"
    case .calledOff: return "\(item.kind.rawValue) called off"
    case .refunded: return "\(item.kind.rawValue) refunded"
    case .bought: return item.kind.rawValue
    }
  }

  private var refundLabel: String {
    partRefunds > 0 ? ", refunded in part" : wholeRefunds > 0 && hasAccess ? ", older refund" : ""
  }

  private static func label(_ subscription: LifeSubscription) -> String {
    switch subscription.state {
    case .pending: "pending"
    case .calledOff: "called off"
    case .grace: "grace"
    case .hold: "hold"
    case .paused: "paused"
    case .ended(let ending): "ended: \(ending)"
    case .running:
      subscription.isCancellationScheduled
        ? "running, cancellation scheduled"
        : subscription.periods.last?.offer == .trial
          ? "trial" : subscription.renews ? "running" : "running, renewal off"
    }
  }
}
