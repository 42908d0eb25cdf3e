import Entitlements

extension RecommendationCode {
  /// The dashboard's action for the recommendation; `nil` if there is none.
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
