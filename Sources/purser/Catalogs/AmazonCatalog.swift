import Basics
import Entitlements

/// The JSON file of in-app items that Amazon's developer console offers for App Tester
/// (`amazon.sdktester.json`): `{SKU: {"itemType", "title", "price", "subscriptionParent"}}`. Its
/// prices have no currency.
struct AmazonCatalog: CatalogFile {
  private let members: [JSONValue.Member]
  private let currency: Currency?

  /// `nil` for JSON of another form. `currency` applies to the prices if given.
  init?(_ json: JSONValue, currency: Currency?) {
    guard let members = json.members, !members.isEmpty,
      members.allSatisfy({ $0.value["itemType"]?.string != nil })
    else { return nil }
    (self.members, self.currency) = (members, currency)
  }

  /// The terms of a subscription are products of one item: receipts name the parent.
  func catalog() throws(FileFault) -> Catalog {
    var catalog = Catalog(version: "amazon")
    for member in members {
      let parent = member.value["subscriptionParent"]?.filledText
      let id = parent ?? member.name
      let product = Catalog.Product(.amazon, member.name)
      if let index = catalog.items.firstIndex(where: { $0.id == id }) {
        catalog.items[index].products.append(product)
        catalog.items[index].prices = []
        continue
      }
      var item = Catalog.Item(id: id, title: member.value["title"]?.filledText)
      item.products = (parent.map { [Catalog.Product(.amazon, $0)] } ?? []) + [product]
      switch member.value["itemType"]?.string {
      case "CONSUMABLE":
        item.kind = .consumable
        item.uses = 1
      case "ENTITLED": item.kind = .nonConsumable
      case "SUBSCRIPTION": item.kind = .autoRenewable
      default:
        throw FileFault(
          place: "\(member.name).itemType",
          expected: "CONSUMABLE, ENTITLED or SUBSCRIPTION"
        )
      }
      if let currency, let text = member.value["price"]?.looseText,
        let price = Money(decimal: text, currency)
      {
        item.prices = [price]
      }
      catalog.items.append(item)
    }
    return catalog
  }
}
