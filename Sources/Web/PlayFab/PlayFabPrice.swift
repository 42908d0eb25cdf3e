import Basics
import Entitlements
import Receipts

/// The price to record: from the request or from the catalog.
struct PlayFabPrice: Equatable {
  var currency: String
  /// The requested price in hundredths of the currency's unit.
  var requested: Int?

  init(currency: String, requested: Int? = nil) {
    self.currency = currency
    self.requested = requested
  }

  /// A request has a price together with its currency, or none.
  init(_ call: PlayFabCall, otherwise currency: String) throws(PlayFabFault) {
    let amount = try call.count("PurchasePrice")
    let code = try call.text("CurrencyCode").flatMap { $0.isEmpty ? nil : $0 }
    if let code, !PlayFabCurrency.isKnown(code.uppercased()) { throw .invalidCurrency }
    self.currency = code?.uppercased() ?? currency
    requested = code == nil ? nil : amount
  }

  /// The price of a quantity of an item; `nil` if unknown.
  func total(of item: Catalog.Item, quantity: Int) -> Int? {
    if let requested { return requested }
    guard let one = item.cents(in: currency) else { return nil }
    let all = one.multipliedReportingOverflow(by: max(1, quantity))
    return all.overflow ? Int(UInt32.max) : min(all.partialValue, Int(UInt32.max))
  }
}

extension PlayFabHandler {
  /// The response of all calls that grant something.
  func fulfillments(
    _ grants: [(catalogGrants: [CatalogGrant], quantity: Int)],
    _ price: PlayFabPrice,
    _ catalog: CatalogIndex
  ) -> JSONValue {
    let version = catalog.catalog.version
    let list = grants.map { catalogGrants, quantity -> JSONValue in
      let items = catalogGrants.map {
        PlayFabItem(catalogGrant: $0, catalogVersion: version).json(isGranted: true)
      }
      let sold = catalogGrants.first { $0.parent == nil }?.item
      let total = sold.flatMap { price.total(of: $0, quantity: quantity) }
      return [
        "FulfilledItems": .array(items),
        "RecordedPriceSource": total == nil ? nil : price.requested == nil ? "Catalog" : "Request",
        "RecordedTransactionCurrency": total == nil ? nil : .string(price.currency),
        "RecordedTransactionTotal": .whole(total),
      ]
    }
    return ["Fulfillments": .array(list)]
  }
}
