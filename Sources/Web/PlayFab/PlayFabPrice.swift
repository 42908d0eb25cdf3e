import Basics
import Entitlements
import Receipts

/// What is recorded as paid: what the request says, or what the catalog does.
struct PlayFabPrice: Equatable {
  var currency: String
  /// Hundredths of the currency's unit, as the request has them.
  var requested: Int?

  init(currency: String, requested: Int? = nil) {
    self.currency = currency
    self.requested = requested
  }

  /// A request names a price together with its currency, or none.
  init(_ call: PlayFabCall, otherwise currency: String) throws(PlayFabFault) {
    let amount = try call.count("PurchasePrice")
    let code = try call.text("CurrencyCode").flatMap { $0.isEmpty ? nil : $0 }
    if let code, !PlayFabCurrency.isKnown(code.uppercased()) { throw .invalidCurrency }
    self.currency = code?.uppercased() ?? currency
    requested = code == nil ? nil : amount
  }

  /// What is paid for so many of an item; `nil` where nobody says.
  func total(of item: Catalog.Item, quantity: Int) -> Int? {
    if let requested { return requested }
    guard let one = item.cents(in: currency) else { return nil }
    let all = one.multipliedReportingOverflow(by: max(1, quantity))
    return all.overflow ? Int(UInt32.max) : min(all.partialValue, Int(UInt32.max))
  }
}

extension PlayFabDesk {
  /// The answer of all calls that give a player something.
  func fulfillments(
    _ given: [(holdings: [Holding], quantity: Int)],
    _ price: PlayFabPrice,
    _ catalog: CatalogIndex
  ) -> JSONValue {
    let version = catalog.catalog.version
    let list = given.map { holdings, quantity -> JSONValue in
      let items = holdings.map {
        PlayFabItem(holding: $0, catalogVersion: version).json(isGranted: true)
      }
      let sold = holdings.first { $0.parent == nil }?.item
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
