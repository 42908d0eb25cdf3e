import Entitlements
import Foundation
import Receipts
import ServiceCore

/// The decision on a purchase. The product and transaction in the body are not trusted but compared
/// with the store's answer or Apple's signed document.
enum VerificationDecision: Equatable {
  /// The purchase was made and not cancelled. It may have expired since: it was paid for, and
  /// entitlements determine access.
  case complete
  /// There is no such purchase, or it is another one.
  case refused(String)
  /// It cannot be decided yet.
  case undecided(String, retryAfter: Int)

  var isRefused: Bool { if case .refused = self { true } else { false } }

  init(_ request: VerificationRequest, _ submissionResult: SubmissionResult, at now: Date) {
    let undecided = Self.undecidedState(request, submissionResult, at: now)
    if let rejection = submissionResult.rejection {
      self = .refused(rejection.code)
    } else if let undecided {
      self = undecided
    } else if case .google = request.proof, submissionResult.storeOutcome == .unknown,
      submissionResult.purchases.allSatisfy({ $0.sales.isEmpty })
    {
      // Google forgets a token some time after the end; a purchase it once confirmed remains.
      self = .refused("unknown-token")
    } else {
      self = Self.comparison(request, submissionResult)
    }
  }

  /// Why a genuine document does not prove the purchase, determined without a store query.
  /// Documents that are not genuine are handled later.
  static func flaw(
    of document: ExaminedDocument,
    _ request: VerificationRequest,
    _ environments: Set<Entitlements.Environment>
  ) -> String? {
    guard document.rejection == nil else { return nil }
    switch document.kind {
    case .appReceipt, .legacyTransactionReceipt, .signedTransaction: break
    default: return "no-purchase-document"
    }
    if let bundleID = request.app?.bundleID, document.app != bundleID { return "wrong-app" }
    guard document.environment.map(environments.contains) ?? false else {
      return "wrong-environment"
    }
    return nil
  }

  /// Whether the store could not be queried. If only the configuration is missing, Apple's
  /// signature decides; Google's purchases have none.
  private static func undecidedState(
    _ request: VerificationRequest,
    _ submissionResult: SubmissionResult,
    at now: Date
  ) -> VerificationDecision? {
    switch (submissionResult.storeOutcome, request.proof) {
    case (.unanswered(let error), _):
      switch error.remedy {
      case .retry(let instant):
        let pause = instant.map { $0.timeIntervalSince(now).rounded(.up) } ?? 30
        return .undecided("store-unavailable", retryAfter: Int(min(max(pause, 1), 3_600)))
      case .operatorAction, .otherEnvironment:
        return .undecided("store-needs-operator", retryAfter: 300)
      // Apple returns no more than it signed.
      case .final:
        if case .apple = request.proof { return nil }
        return .undecided("store-refused", retryAfter: 300)
      }
    case (.notQueried, .google): return .undecided("store-not-configured", retryAfter: 300)
    case (.notQueried, .apple), (.answered, _), (.unknown, _): return nil
    }
  }

  private static func comparison(
    _ request: VerificationRequest,
    _ submissionResult: SubmissionResult
  ) -> VerificationDecision {
    let store: Store
    let app: String?
    switch request.proof {
    case .apple: (store, app) = (.apple, request.app?.bundleID)
    case .google(_, let package): (store, app) = (.google, package)
    }
    let sales = submissionResult.purchases.flatMap(\.sales).filter { sale in
      sale.isConfirmed && sale.store == store && app.map { sale.app == $0 } ?? true
        && request.isNamed(by: sale.productID)
    }
    guard !sales.isEmpty else {
      // A pending purchase is paid in a shop or approved by a parent days later; the app is then
      // notified and asks again. It must not be completed before that, and is not invalid.
      return submissionResult.purchases.contains(where: request.isPending)
        ? .undecided("pending", retryAfter: 600) : .refused("no-such-product")
    }
    let matching = sales.filter { request.isNamed(by: $0, of: submissionResult) }
    guard !matching.isEmpty else { return .refused("no-such-transaction") }
    return matching.contains { !$0.isCancelled } ? .complete : .refused("taken-back")
  }
}

extension VerificationRequest {
  /// Catalogs identify Google's subscriptions by product and plan, devices by the product only.
  fileprivate func isNamed(by productID: String) -> Bool {
    guard productID != product else { return true }
    guard case .google = proof else { return false }
    return productID.hasPrefix("\(product):")
  }

  fileprivate func isNamed(by sale: Order, of submissionResult: SubmissionResult) -> Bool {
    guard let purchase else { return true }
    switch proof {
    case .apple:
      if purchase == sale.transactionID || purchase == sale.originalTransactionID { return true }
      // StoreKit 1 assigns a new transaction ID to a restored purchase, which no receipt states.
      return isRestored && submissionResult.validation?.filing.document.kind == "app-receipt"
    case .google:
      let order = Self.order(purchase)
      let names = [sale.transactionID, sale.originalTransactionID].map(Self.order)
      // A purchase that was given away has no order, only its token.
      let hasOrder = names.contains { $0.hasPrefix("GPA.") }
      return names.contains(order) || !hasOrder
    }
  }

  /// The order number of the first charge, without product and renewal suffixes.
  private static func order(_ text: String) -> String {
    let order = text.prefix { $0 != "/" }
    return String(order.firstRange(of: "..").map { order[..<$0.lowerBound] } ?? order)
  }

  /// Whether it was bought but not paid for.
  fileprivate func isPending(_ record: ChainRecord) -> Bool {
    guard record.sales.isEmpty else { return false }
    let isOpen =
      record.renewalStatuses.last.map { $0.condition == .pending }
      ?? (record.notices.last { [.pending, .pendingCancelled].contains($0.kind) }?.kind == .pending)
    let products = record.notices.filter { $0.kind == .pending }.compactMap(\.detail)
    return isOpen && (products.isEmpty || products.contains(where: isNamed))
  }
}

extension Order {
  /// A sale replaced by an upgrade was paid for and is completed.
  fileprivate var isCancelled: Bool { cancelledAt != nil && cancellation != .upgraded }
}
