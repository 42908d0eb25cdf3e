import Basics
import Entitlements
import ServiceCore

// Partner Center: the Microsoft Store submission API, for the add-ons of all apps of the account.
extension MicrosoftClient {
  private static let addOns = 100

  func catalog() async throws(StoreClientError) -> StoreCatalog {
    let token = try token(for: EntraToken.partnerCenter)
    var skipped = 0
    let found = try await httpClient.items(
      "value",
      of: token,
      next: { json in
        guard json["@nextLink"]?.string?.isEmpty == false else { return nil }
        skipped += Self.addOns
        return String(skipped)
      },
      { skip in
        StoreRequest(
          .partnerCenter,
          .get,
          configuration.partnerCenter,
          "/v1.0/my/inappproducts",
          query: [("top", String(Self.addOns))] + (skip.map { [("skip", $0)] } ?? []),
          bucket: .microsoft
        )
      }
    )
    return StoreCatalog(items: found.compactMap(Self.item))
  }

  /// Purchases name the add-on by its Store ID, the developer by an ID of his own.
  private static func item(_ json: JSONValue) -> Catalog.Item? {
    guard let storeID = json["id"]?.string, !storeID.isEmpty else { return nil }
    var item = Catalog.Item(id: json["productId"]?.string ?? storeID)
    item.products = [Catalog.Product(.microsoft, storeID)]
    switch json["productType"]?.string {
    case "Consumable":
      item.kind = .consumable
      item.uses = 1
    case "Durable": item.kind = .nonConsumable
    case "Subscription": item.kind = .autoRenewable
    default: break
    }
    return item
  }
}
