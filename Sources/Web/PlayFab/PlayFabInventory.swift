import Entitlements
import Receipts
import ServiceCore

/// What a player has.
struct PlayFabStock {
  var instances: [PlayFabItem]
  /// The app's own currencies, by code.
  var balances: JSONValue

  var items: JSONValue { .array(instances.map { $0.json() }) }
}

/// Calls about what a player has and what there is to have (seed-endpoints.md §2.4).
extension PlayFabDesk {
  func inventory(_ call: PlayFabCall) async throws(PlayFabFault) -> JSONValue {
    let stock = try await stock(of: try await player(call))
    return [
      "Inventory": stock.items, "VirtualCurrency": stock.balances,
      "VirtualCurrencyRechargeTimes": .object([]),
    ]
  }

  func catalogItems(_ call: PlayFabCall) async throws(PlayFabFault) -> JSONValue {
    _ = try await player(call)
    let catalog = try await catalog(call).catalog
    return ["Catalog": .array(catalog.items.map { PlayFabCatalogItem.json($0, catalog.version) })]
  }

  func consume(_ call: PlayFabCall) async throws(PlayFabFault) -> JSONValue {
    let user = try await player(call)
    let id = try call.expectText("ItemInstanceId")
    guard let count = try call.count("ConsumeCount") else { throw .required("ConsumeCount") }
    guard count > 0 else {
      throw .invalid("ConsumeCount", "The ConsumeCount field must be above 0.")
    }
    guard let item = try await stock(of: user).instances.first(where: { $0.id == id }) else {
      throw .itemNotFound
    }
    let left = try await asking { () throws(ServiceError) in
      try await core.service.consume(count, of: item.holding, by: Self.actor)
    }
    guard let left else { throw .noRemainingUses }
    return ["ItemInstanceId": .string(id), "RemainingUses": .whole(left)]
  }

  func stock(of user: ID<User>) async throws(PlayFabFault) -> PlayFabStock {
    let primary = try await asking { () throws(ServiceError) in try await core.service.catalog() }
    guard let primary else { throw .noCatalog }
    let (holdings, sales) = try await asking { () throws(ServiceError) in
      try await core.service.holdings(of: user, catalog: primary, where: isOurs)
    }
    let version = primary.catalog.version
    return PlayFabStock(
      instances: holdings.map { PlayFabItem(holding: $0, catalogVersion: version) },
      balances: balances(of: user, from: sales, primary)
    )
  }

  /// What a new player begins with, and what the purchases added.
  private func balances(
    of user: ID<User>,
    from sales: [Order],
    _ catalog: CatalogIndex
  ) -> JSONValue {
    var sums = catalog.catalog.currencies.map { (code: $0.code, count: $0.initial) }
    for balance in EntitlementRules.balances(for: user, from: sales, catalog: catalog) {
      let place = sums.firstIndex { $0.code == balance.currency }
      guard let place else {
        sums.append((balance.currency, balance.amount))
        continue
      }
      let sum = sums[place].count.addingReportingOverflow(balance.amount)
      sums[place].count = sum.overflow ? .max : sum.partialValue
    }
    // Clients count in 32 bits.
    return .object(
      sums.map { JSONValue.Member($0.code, .number("\(Int32(clamping: $0.count))")) }
    )
  }
}
