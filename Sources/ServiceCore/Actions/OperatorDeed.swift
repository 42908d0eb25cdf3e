package import Entitlements
package import Foundation
import Persistence

/// Something an operator has a store do, by the records it is about: no token lies in the queue.
package struct OperatorDeed: Codable, Hashable, Sendable {
  package enum Act: Codable, Hashable, Sendable {
    /// Gives a charge of Google's back, by its number; with `revokes` the purchase ends as well.
    case refund(order: String, revokes: Bool)
    /// Stops the renewal of a subscription of Google's.
    case cancel
    /// Ends a subscription of Google's now and gives back all, or what is left, of its money.
    case revoke(isProrated: Bool)
    case acknowledge
    case consume
    /// Moves the renewal of a subscription of Apple's; the reason is one of Apple's numbers, 0 to 3.
    case extend(days: Int, reason: Int)
    /// Names the app's account of a purchase of Apple's.
    case setAccount(UUID)
    /// Answers Apple's question about a refund, by the transaction's number.
    case tellConsumption(transaction: String, AppleConsumption)

    private enum CodingKeys: String, CodingKey {
      case refund = "refund"
      case cancel = "cancel"
      case revoke = "revoke"
      case acknowledge = "acknowledge"
      case consume = "consume"
      case extend = "extend"
      case setAccount = "setAccount"
      case tellConsumption = "tellConsumption"
    }

    /// Whose purchases it can be done to.
    package var store: Store {
      switch self {
      case .refund, .cancel, .revoke, .acknowledge, .consume: .google
      case .extend, .setAccount, .tellConsumption: .apple
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
      case .tellConsumption: "tell consumption"
      }
    }

    /// Whether doing it twice is the same as doing it once.
    var isRepeatable: Bool {
      switch self {
      case .cancel, .acknowledge, .setAccount, .tellConsumption: true
      case .refund, .revoke, .consume, .extend: false
      }
    }
  }

  package var act: Act
  package var chain: ID<Subscription>
  /// Why, as the operator wrote it.
  package var reason: String
  /// Tells this request from any other, to us and to a store that keeps count.
  package var request: UUID
  /// The period that an extension is to make longer, as it was when that was asked for.
  package var period: Period?

  private enum CodingKeys: String, CodingKey {
    case act = "act"
    case chain = "chain"
    case reason = "reason"
    case request = "request"
    case period = "period"
  }

  /// What one sale paid for.
  package struct Period: Codable, Hashable, Sendable {
    package var transaction: String
    package var endsAt: Date

    private enum CodingKeys: String, CodingKey {
      case transaction = "transaction"
      case endsAt = "endsAt"
    }
  }

  package init(_ act: Act, to chain: ID<Subscription>, because reason: String, request: UUID) {
    self.act = act
    self.chain = chain
    self.reason = reason
    self.request = request
  }

  /// What is done, and to what.
  package var words: String {
    let subject =
      switch act {
      case .refund(let order, _): order
      case .tellConsumption(let transaction, _): transaction
      default: chain.raw
      }
    return "\(act.word) \(subject)"
  }
}

/// How far a deed has come, where that cannot be taken back.
enum DeedOutcome {
  /// It is on its way to the store, or was when somebody was last heard of it.
  static let sent = "sent"
  /// Nobody knows whether it was done. It takes an operator's word to do it again.
  static let unclear = "unclear"

  /// Of a deed in doubt about which the store could not be asked.
  static func inDoubt(_ state: JobEnding.State) -> String {
    if case .postponed = state { return sent }
    return unclear
  }
}

extension JobRow {
  /// Whether an earlier try may have come to its end at the store. An operator's word begins the
  /// count of tries anew.
  var isDeedInDoubt: Bool {
    kind == JobTask.deedKind && attempts > 1 && outcome == DeedOutcome.sent
  }
}

extension StoreClientError {
  /// Whether what was asked may have been done all the same.
  var leavesDoubt: Bool {
    switch self {
    case .unreachable(_, let fault): fault == .reset || fault == .timeout
    case .status(_, let http, _, _): http >= 500 || http == 408 || http == 409
    case .unusable, .cancelled: true
    case .throttled, .notConfigured: false
    }
  }
}
