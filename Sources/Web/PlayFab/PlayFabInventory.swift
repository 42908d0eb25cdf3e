import Basics
import Entitlements
import Receipts
import ServiceCore

/// A player's items and balances.
struct PlayFabStock {
  var instances: [PlayFabItem]
  /// The app's own currencies, by code.
  var balances: JSONValue

  var items: JSONValue { .array(instances.map { $0.json() }) }
}

/// Inventory and catalog calls (seed-endpoints.md §2.4).
extension PlayFabHandler {
  func inventory(_ call: PlayFabCall) async throws(PlayFabError) -> JSONValue {
    let stock = try await stock(of: try await player(call))
    return [
      "Inventory": stock.items, "VirtualCurrency": stock.balances,
      "VirtualCurrencyRechargeTimes": .object([]),
    ]
  }

  func catalogItems(_ call: PlayFabCall) async throws(PlayFabError) -> JSONValue {
    _ = try await player(call)
    let catalog = try await catalog(call).catalog
    return ["Catalog": .array(catalog.items.map { PlayFabCatalogItem.json($0, catalog.version) })]
  }

  func consume(_ call: PlayFabCall) async throws(PlayFabError) -> JSONValue {
    let user = try await player(call)
    let id = try call.expectText("ItemInstanceId")
    guard let count = try call.count("ConsumeCount", in: 1...Int(Int32.max)) else {
      throw .required("ConsumeCount")
    }
    guard let item = try await stock(of: user).instances.first(where: { $0.id == id }) else {
      throw .itemNotFound
    }
    let left = try await wrapping(
      try await core.service.playFab.consume(count, of: item.catalogGrant, by: Self.actor)
    )
    guard let left else { throw .noRemainingUses }
    return ["ItemInstanceId": .string(id), "RemainingUses": .whole(left)]
  }

  func stock(of user: ID<User>) async throws(PlayFabError) -> PlayFabStock {
    let primary = try await wrapping(try await core.service.catalog())
    guard let primary else { throw .noCatalog }
    let (catalogGrants, sales) = try await wrapping(
      try await core.service.playFab.catalogGrants(of: user, catalog: primary) {
        isOurs($0, of: user)
      }
    )
    let version = primary.catalog.version
    return PlayFabStock(
      instances: catalogGrants.map { PlayFabItem(catalogGrant: $0, catalogVersion: version) },
      balances: balances(from: sales, primary)
    )
  }

  /// The initial balances plus those that purchases added.
  private func balances(from sales: [Order], _ catalog: CatalogIndex) -> JSONValue {
    let credits = EntitlementRules.credits(from: sales, catalog: catalog)
    return .object(
      catalog.catalog.currencies.map { currency in
        let sum = currency.initial.addingReportingOverflow(credits[currency.code] ?? 0)
        // Clients count in 32 bits.
        let count = Int32(clamping: sum.overflow ? .max : sum.partialValue)
        return JSONValue.Member(currency.code, .number("\(count)"))
      }
    )
  }
}
