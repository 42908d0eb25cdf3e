import Entitlements
import Foundation

// The bars of phases and the marks of events.

extension Gantt.Bar {
  init(_ offer: Order.Offer?) {
    switch offer {
    case .trial: self = .trial
    case .introductory: self = .introductory
    case .promotional, nil: self = .paid
    }
  }
}

extension Phase {
  /// The phase's bar; `nil` for a phase without a running subscription. A grace period, hold or
  /// pause without a known end lasts until now.
  func span(at now: Date, isShared: Bool) -> Gantt.Span? {
    var bar: Gantt.Bar
    var until = until
    switch state {
    case .active, .autoRenewOff: bar = .paid
    case .trial: bar = .trial
    case .introductory: bar = .introductory
    case .gracePeriod: bar = .grace
    case .billingRetry: bar = .hold
    case .paused: bar = .paused
    case .expired, .refunded, .revoked, .pending, .unverified: return nil
    }
    if isShared, [.paid, .trial, .introductory].contains(bar) { bar = .shared }
    if [.grace, .hold, .paused].contains(bar) { until = until ?? max(from, now) }
    return Gantt.Span(from: from, until: until, bar: bar)
  }
}

extension TimelineEvent {
  /// The event's mark on its lane; `nil` for events that the bars show, or that are not shown.
  var mark: Gantt.Mark? {
    if isScheduled { return .scheduled }
    switch kind {
    case .purchased, .introductoryBegan, .trialConverted, .renewed, .recovered, .resumed,
      .resubscribed, .planChanged:
      return .charge
    case .refunded, .refundedInPart, .revoked, .takenBack: return .taken
    case .renewalFailed, .graceBegan, .holdBegan, .graceEnded: return .problem
    default: return kind.isByHand ? .act : nil
    }
  }
}

extension TimelineEvent.Kind {
  /// Whether the event was caused by an operator, the app, or another user's claim, not by a store.
  var isByHand: Bool {
    switch self {
    case .ownerChanged, .ownerShared, .ownerRefused, .usersMerged, .used, .granted, .withdrawn,
      .noted:
      true
    default: false
    }
  }
}

extension Store {
  /// One letter for a lane's label.
  var initial: SafeText {
    switch self {
    case .apple: "A"
    case .google: "G"
    case .microsoft: "M"
    case .amazon: "Z"
    }
  }
}
