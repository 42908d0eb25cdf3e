import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from Google Play's documents. Bare answers name neither app nor token; the context does.
extension DocumentTranslation {
  mutating func extractGoogle(_ examination: DocumentExamination, _ bytes: [UInt8]) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .googleSubscription where payload["expiryTimeMillis"] != nil:
      extractGoogleLegacySubscription(payload)
    case .googleSubscription: extractGoogleSubscription(payload)
    case .googleProduct: extractGoogleProduct(payload)
    case .googlePurchase: extractGooglePurchase(payload)
    case .googleOrder: extractGoogleOrder(payload)
    case .googleVoided: extractGoogleVoided(payload)
    case .googleRTDN: extractGoogleNotification(payload, bytes)
    default: break
    }
  }
}

/// Names of Google's purchases. A sale is named by its order ID; its chain by the order ID of the
/// first charge, to which renewals append a number, or else by a hash of its token.
enum GoogleNames {
  struct Name: Equatable {
    var transaction: String
    var chain: String
  }

  /// One line item of a purchase and its charge.
  struct Line {
    var productID: String
    var orderID: GoogleOrderID?
  }

  /// `nil` if neither order nor token is known.
  static func chain(of order: GoogleOrderID?, token: String?) -> String? {
    order?.base.usable ?? token?.usable.map(SecretName.name)
  }

  /// A name for each line item of a purchase.
  ///
  /// Products bought together share an order ID but are separate sales: the first by name has the
  /// order ID, the others append their product ID.
  static func names(of lines: [Line], token: String?) -> [Name?] {
    let named = lines.map { ($0, chain(of: $0.orderID, token: token)) }
    var first: [String: String] = [:]
    for case (let line, let chain?) in named {
      first[chain] = min(first[chain] ?? line.productID, line.productID)
    }
    return named.map { line, chain in
      guard let chain else { return nil }
      let transaction = line.orderID?.raw.usable ?? chain
      let suffix = line.productID == first[chain] ? "" : "/\(line.productID)"
      return Name(transaction: transaction + suffix, chain: chain + suffix)
    }
  }
}

extension GoogleOrderID {
  /// The previous charge, if this is a renewal.
  var previous: GoogleOrderID {
    guard let renewal else { return self }
    return GoogleOrderID(renewal == 0 ? base : "\(base)..\(renewal - 1)")
  }

  /// The number of charges including this one, capped because the number is untrusted.
  var chargeCount: Int { renewal.map { min($0, 10_000) + 2 } ?? 1 }
}

extension DocumentTranslation {
  /// Adds the links of a Google purchase: token, order ID, the app's account ID and the replaced
  /// purchase.
  mutating func addLinks(
    of name: GoogleNames.Name,
    order: GoogleOrderID?,
    token: String?,
    account: String? = nil,
    predecessor: String? = nil,
    by factSource: FactSource
  ) {
    collector.add(factSource.link(.purchaseToken, token, of: name.chain))
    collector.add(factSource.link(.storeOrder, order?.raw, of: name.chain))
    collector.add(factSource.link(.appAccount, account, of: name.chain))
    collector.add(factSource.link(.predecessor, predecessor, of: name.chain))
  }
}
