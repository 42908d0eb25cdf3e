import Entitlements

extension RecommendationCode {
  /// What the dashboard can do of it; `nil` where somebody else has to.
  var action: Action? {
    switch self {
    case .reverify, .askStore: .reverify
    case .transfer, .attach, .keepOrTransfer: .transfer
    case .decideGrant: .grant
    case .refund: .refund
    case .answerApple: .answerApple
    case .deliverOnce: .deliver
    default: nil
    }
  }
}
