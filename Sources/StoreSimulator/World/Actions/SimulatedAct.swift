import Foundation

/// Something that somebody does in a simulated world: a buyer, a parent, a bank, a store's support.
/// A flat value, because people write it into scenarios and requests.
package struct SimulatedAct: Codable, Equatable, Sendable {
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
  /// Any identifier of a purchase, or the name that an earlier act gave it with `as`.
  package var of: String?
  /// A name for what is bought or shared.
  package var `as`: String?
  package var store: SimulatedStore?
  package var account: String?
  /// The app's own name for the account.
  package var appAccount: String?
  package var product: String?
  package var offer: SimulatedCharge.Offer?
  package var offerID: String?
  package var quantity: Int?
  package var sandbox: Bool?
  /// Ask to Buy at Apple, cash at Google: nothing is bought until `approve`.
  package var pending: Bool?
  /// Of a refund, in hundredths; of a price, in thousandths of the currency's unit.
  package var amount: Int?
  /// Of a pause.
  package var months: Int?
  package var days: Int?
  /// Of an advance: `P3D`, `PT1H`, or both.
  package var by: String?
  /// Of a refund: because of a problem with the app.
  package var fault: Bool?
  /// Of a refund at Google: without taking the rights away.
  package var keepsRights: Bool?

  package init(_ act: Verb, of: String? = nil) {
    self.act = act
    self.of = of
  }
}

/// Why an act cannot be done in the world as it is.
package enum ActRefused: Error, Equatable, Sendable, CustomStringConvertible {
  case missing(String)
  case unknownPurchase(String)
  case unknownProduct(String)
  case unknownCharge(String)
  case impossible(String)

  package var description: String {
    switch self {
    case .missing(let what): "The act needs \(what)."
    case .unknownPurchase(let id):
      "There is no purchase \(id). Name one by any identifier of it, or by the name it was given."
    case .unknownProduct(let id): "The store sells no \(id)."
    case .unknownCharge(let id): "There is no charge \(id)."
    case .impossible(let why): "That cannot be: \(why)."
    }
  }
}
