package import Entitlements
package import Foundation
import Persistence

/// A store action requested by an operator. It names records, so the queue holds no tokens.
package struct StoreActionRequest: Codable, Hashable, Sendable {
  package enum Kind: Codable, Hashable, Sendable {
    /// Refunds a Google order by its number; with `revokes`, the purchase ends too.
    case refund(order: String, revokes: Bool)
    /// Stops the renewal of a Google subscription.
    case cancel
    /// Ends a Google subscription now and refunds it in full or pro rata.
    case revoke(isProrated: Bool)
    case acknowledge
    case consume
    /// Extends the renewal date of an Apple subscription; `reason` is Apple's code, 0 to 3.
    case extend(days: Int, reason: Int)
    /// Sets the app account token of an Apple purchase.
    case setAccount(UUID)
    /// Answers Apple's consumption request for the transaction.
    case sendConsumption(transaction: String, AppleConsumption)
    /// Answers Google's review of a chargeback of the order.
    case reviewRefund(order: String, GoogleRefundReview)

    private enum CodingKeys: String, CodingKey {
      case refund = "refund", cancel = "cancel", revoke = "revoke", acknowledge = "acknowledge"
      case consume = "consume", extend = "extend", setAccount = "setAccount"
      case sendConsumption = "tellConsumption", reviewRefund = "reviewRefund"
    }

    /// The store whose purchases the action applies to.
    package var store: Store {
      switch self {
      case .refund, .cancel, .revoke, .acknowledge, .consume, .reviewRefund: .google
      case .extend, .setAccount, .sendConsumption: .apple
      }
    }

    package var word: String {
      switch self {
      case .refund(_, let revokes): revokes ? "refund and revoke" : "refund"
      case .cancel: "cancel"
      case .revoke(let isProrated): isProrated ? "revoke for what is left" : "revoke"
      case .acknowledge: "acknowledge"
      case .consume: "consume"
      case .extend(let days, let reason): "extend by \(days) days (\(reason))"
      case .setAccount(let account): "set account \(account.uuidString.lowercased())"
      case .sendConsumption: "tell consumption"
      case .reviewRefund: "answer the review of"
      }
    }

    /// Whether repeating the action has the same effect as doing it once.
    var isRepeatable: Bool {
      switch self {
      case .cancel, .acknowledge, .setAccount, .sendConsumption, .reviewRefund: true
      case .refund, .revoke, .consume, .extend: false
      }
    }
  }

  package var act: Kind
  package var chain: ID<Subscription>
  /// The operator's reason.
  package var reason: String
  /// Identifies this request, for the ledger and for stores with idempotent requests.
  package var request: UUID
  /// The period to extend, as it was when the extension was requested.
  package var period: Period?

  private enum CodingKeys: String, CodingKey {
    case act = "act", chain = "chain", reason = "reason", request = "request", period = "period"
  }

  /// The period that one sale paid for.
  package struct Period: Codable, Hashable, Sendable {
    package var transaction: String
    package var endsAt: Date

    private enum CodingKeys: String, CodingKey {
      case transaction = "transaction", endsAt = "endsAt"
    }
  }

  package init(_ act: Kind, to chain: ID<Subscription>, because reason: String, request: UUID) {
    self.act = act
    self.chain = chain
    self.reason = reason
    self.request = request
  }

  /// The action and its subject.
  package var summary: String {
    let subject =
      switch act {
      case .refund(let order, _), .reviewRefund(let order, _): order
      case .sendConsumption(let transaction, _): transaction
      default: chain.raw
      }
    return "\(act.word) \(subject)"
  }
}

/// Progress of an action that cannot be undone.
enum StoreActionOutcome {
  /// The action is being sent to the store, or was when the process last recorded it.
  static let sent = "sent"
  /// It is unknown whether the action was done. Only an operator can repeat it.
  static let unclear = "unclear"

  /// The outcome for an action in doubt when the store could not be queried.
  static func inDoubt(_ state: JobCompletion.State) -> String {
    if case .postponed = state { return sent }
    return unclear
  }
}

extension JobRow {
  /// Whether an earlier attempt may have succeeded at the store. An operator's retry resets the
  /// attempt count.
  var isActionOutcomeUnknown: Bool {
    kind == JobTask.actionKind && attempts > 1 && outcome == StoreActionOutcome.sent
  }
}

extension StoreClientError {
  /// Whether the store may have done the action despite the error.
  var mayHaveSucceeded: Bool {
    switch self {
    case .unreachable(_, let fault): fault == .reset || fault == .timeout
    case .status(_, let http, _, _): http >= 500 || http == 408 || http == 409
    case .unusable, .cancelled: true
    case .throttled, .notConfigured: false
    }
  }
}
