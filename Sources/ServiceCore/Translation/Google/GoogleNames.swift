import Entitlements
import Foundation
import Receipts

/// What Google's purchases go by. A sale is named by its order ID; its chain by the order ID of the
/// first charge, which renewals only add a number to, or else by its token, made unreadable.
enum GoogleNames {
  struct Name: Equatable {
    var transaction: String
    var chain: String
  }

  /// One line of a purchase, and the charge it was paid by.
  struct Line {
    var productID: String
    var orderID: GoogleOrderID?
  }

  /// `nil` where neither order nor token is known.
  static func chain(of order: GoogleOrderID?, token: String?) -> String? {
    order?.base.usable ?? token?.usable.map(SecretName.name)
  }

  /// A name for each line of one purchase.
  ///
  /// Products that were bought together share an order ID, and are sales of their own all the same:
  /// the first by name keeps the order's ID, the others add the product's to it.
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
  /// The charge before this one, where this is a renewal.
  var previous: GoogleOrderID {
    guard let renewal else { return self }
    return GoogleOrderID(renewal == 0 ? base : "\(base)..\(renewal - 1)")
  }

  /// How many charges there were, this one included; not for sums, a stranger may have written it.
  var chargeCount: Int { renewal.map { min($0, 10_000) + 2 } ?? 1 }
}

extension Telling {
  /// What leads to a purchase of Google's: its token, its order's ID, the app's own name for the
  /// buyer, and the purchase it took the place of.
  mutating func addLinks(
    of name: GoogleNames.Name,
    order: GoogleOrderID?,
    token: String?,
    account: String? = nil,
    predecessor: String? = nil,
    by witness: Witness
  ) {
    findings.add(witness.link(.purchaseToken, token, of: name.chain))
    findings.add(witness.link(.storeOrder, order?.raw, of: name.chain))
    findings.add(witness.link(.appAccount, account, of: name.chain))
    findings.add(witness.link(.predecessor, predecessor, of: name.chain))
  }
}
