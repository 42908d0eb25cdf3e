import Foundation

/// An action in a simulated world, of a buyer, a parent, a bank or a store's support. A flat value,
/// because it is written by hand in scenarios and requests.
package struct SimulatedAction: Codable, Equatable, Sendable {
  package enum Verb: String, Codable, CaseIterable, Sendable {
    case buy, renew, cancel, refund
    case reverseRefund = "reverse-refund"
    case askRefund = "ask-refund"
    case declineRefund = "decline-refund"
    case failBilling = "fail-billing"
    case fixBilling = "fix-billing"
    case upgrade, downgrade, pause, resume, share, revoke, price, approve, decline, consume
    case acknowledge, extend, test, advance
  }

  package var act: Verb
  /// Any identifier of a purchase, or the name that an earlier action gave it with `as`.
  package var of: String?
  /// A name for the new or shared purchase.
  package var `as`: String?
  package var store: SimulatedStore?
  package var account: String?
  /// The app's own ID for the account.
  package var appAccount: String?
  package var product: String?
  package var offer: SimulatedCharge.Offer?
  package var offerID: String?
  package var quantity: Int?
  package var sandbox: Bool?
  /// Ask to Buy at Apple, cash at Google: nothing is bought until `approve`.
  package var pending: Bool?
  /// For a refund, a percentage; for a price, thousandths of the currency's unit.
  package var amount: Int?
  package var months: Int?
  package var days: Int?
  /// For an advance: `P3D`, `PT1H`, or both.
  package var by: String?
  /// For a refund: because of a problem with the app.
  package var fault: Bool?
  /// For a refund at Google: without revoking access.
  package var keepsRights: Bool?

  package init(_ act: Verb, of: String? = nil) {
    self.act = act
    self.of = of
  }
}

/// Why an action is not possible.
package enum ActionError: Error, Equatable, Sendable, CustomStringConvertible {
  case missing(String)
  case unknownPurchase(String)
  case unknownProduct(String)
  case unknownCharge(String)
  case impossible(String)

  package var description: String {
    switch self {
    case .missing(let what): "The action needs \(what)."
    case .unknownPurchase(let id):
      "There is no purchase \(id). Give any of its identifiers, or the name that an action gave it."
    case .unknownProduct(let id): "The simulated store has no product \(id)."
    case .unknownCharge(let id): "There is no charge \(id)."
    case .impossible(let why): "Not possible: \(why)."
    }
  }
}
