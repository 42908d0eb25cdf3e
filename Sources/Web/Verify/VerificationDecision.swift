import Entitlements
import Foundation
import Receipts
import ServiceCore

/// What is decided of a purchase. The body's word on product and transaction decides nothing: it is
/// compared with what its store says, or with what Apple signed.
enum VerificationDecision: Equatable {
  /// The purchase was made, and is not taken back. It may have expired since: it was paid for, and
  /// what it opens is another question, which the entitlements answer.
  case complete
  /// It is none, or not the one that is named.
  case refused(String)
  /// Nobody knows yet.
  case undecided(String, retryAfter: Int)

  var isRefused: Bool { if case .refused = self { true } else { false } }

  init(_ asked: VerificationRequest, _ settlement: Settlement, at now: Date) {
    let undecided = Self.whatKeepsOpen(asked, settlement, at: now)
    if let rejection = settlement.rejection {
      self = .refused(rejection.code)
    } else if let undecided {
      self = undecided
    } else if case .google = asked.proof, settlement.word == .unknownThere,
      settlement.purchases.allSatisfy({ $0.sales.isEmpty })
    {
      // Google forgets a token some time after the purchase ended; what it once confirmed was bought.
      self = .refused("unknown-token")
    } else {
      self = Self.comparison(asked, settlement)
    }
  }

  /// What a genuine document lacks to prove the purchase; no store need be asked for that. What is
  /// not genuine is filed and refused.
  static func flaw(
    of document: Submission,
    _ asked: VerificationRequest,
    _ environments: Set<Entitlements.Environment>
  ) -> String? {
    guard document.rejection == nil else { return nil }
    switch document.kind {
    case .appReceipt, .legacyTransactionReceipt, .signedTransaction: break
    default: return "no-purchase-document"
    }
    if let bundleID = asked.app?.bundleID, document.app != bundleID { return "wrong-app" }
    guard document.environment.map(environments.contains) ?? false else {
      return "wrong-environment"
    }
    return nil
  }

  /// Whether the store could not be asked. What only lacks a key to ask by is decided by Apple's
  /// signature; of Google's purchases there is none.
  private static func whatKeepsOpen(
    _ asked: VerificationRequest,
    _ settlement: Settlement,
    at now: Date
  ) -> VerificationDecision? {
    switch (settlement.word, asked.proof) {
    case (.unanswered(let error), _):
      switch error.remedy {
      case .retry(let instant):
        let pause = instant.map { $0.timeIntervalSince(now).rounded(.up) } ?? 30
        return .undecided("store-unavailable", retryAfter: Int(min(max(pause, 1), 3_600)))
      case .operatorAction, .otherEnvironment:
        return .undecided("store-needs-operator", retryAfter: 300)
      // Apple will not say more than it signed.
      case .final:
        if case .apple = asked.proof { return nil }
        return .undecided("store-refused", retryAfter: 300)
      }
    case (.notAsked, .google): return .undecided("store-not-configured", retryAfter: 300)
    case (.notAsked, .apple), (.answered, _), (.unknownThere, _): return nil
    }
  }

  private static func comparison(
    _ asked: VerificationRequest,
    _ settlement: Settlement
  ) -> VerificationDecision {
    let store: Store
    let app: String?
    switch asked.proof {
    case .apple: (store, app) = (.apple, asked.app?.bundleID)
    case .google(_, let package): (store, app) = (.google, package)
    }
    let sales = settlement.purchases.flatMap(\.sales).filter { sale in
      sale.isConfirmed && sale.store == store && app.map { sale.app == $0 } ?? true
        && asked.isNamed(by: sale.productID)
    }
    guard !sales.isEmpty else {
      // It is paid at a till, or asked of a parent, days later: then the app is told, and asks again.
      // It must not be completed before, and is not invalid either.
      return settlement.purchases.contains(where: asked.isPending)
        ? .undecided("pending", retryAfter: 600) : .refused("no-such-product")
    }
    let named = sales.filter { asked.isNamed(by: $0, of: settlement) }
    guard !named.isEmpty else { return .refused("no-such-transaction") }
    return named.contains { !$0.isTakenBack } ? .complete : .refused("taken-back")
  }
}

extension VerificationRequest {
  /// A catalog knows Google's subscriptions by product and plan, a device by the product alone.
  fileprivate func isNamed(by productID: String) -> Bool {
    guard productID != product else { return true }
    guard case .google = proof else { return false }
    return productID.hasPrefix("\(product):")
  }

  fileprivate func isNamed(by sale: Order, of settlement: Settlement) -> Bool {
    guard let purchase else { return true }
    switch proof {
    case .apple:
      if purchase == sale.transactionID || purchase == sale.originalTransactionID { return true }
      // StoreKit 1 gives what it restores a number of the day, which no receipt tells.
      return isRestored && settlement.validation?.filing.document.kind == "app-receipt"
    case .google:
      let order = Self.order(purchase)
      let names = [sale.transactionID, sale.originalTransactionID].map(Self.order)
      // A purchase that was given away has no order; it goes by its token.
      let hasOrder = names.contains { $0.hasPrefix("GPA.") }
      return names.contains(order) || !hasOrder
    }
  }

  /// The number of the first charge, without that of the product: renewals count on behind it.
  private static func order(_ text: String) -> String {
    let order = text.prefix { $0 != "/" }
    return String(order.firstRange(of: "..").map { order[..<$0.lowerBound] } ?? order)
  }

  /// Whether it is bought and not paid for.
  fileprivate func isPending(_ record: ChainRecord) -> Bool {
    guard record.sales.isEmpty else { return false }
    let isOpen =
      record.standings.last.map { $0.condition == .pending }
      ?? (record.notices.last { [.pending, .pendingCancelled].contains($0.kind) }?.kind == .pending)
    let products = record.notices.filter { $0.kind == .pending }.compactMap(\.detail)
    return isOpen && (products.isEmpty || products.contains(where: isNamed))
  }
}

extension Order {
  /// What a better plan took the place of was paid for, and is to be completed.
  fileprivate var isTakenBack: Bool { cancelledAt != nil && cancellation != .upgraded }
}
