import Basics
import Entitlements
import ServiceCore

// What the developer has entered in the Play Console.
extension GooglePlayClient {
  private static let pageSize = "1000"

  /// The Play Developer Reporting API's apps, which the service account may see.
  func apps() async throws(StoreClientError) -> [StoreApp] {
    let found = try await httpClient.items(
      "apps",
      of: try token(for: .reporting),
      next: Self.cursor
    ) { page in
      request(configuration.reporting, "/v1beta1/apps:search", page, .googleProducts)
    }
    return found.compactMap {
      guard let id = $0["packageName"]?.string, !id.isEmpty else { return nil }
      return StoreApp(id: id, name: $0["displayName"]?.string ?? id)
    }
  }

  /// Subscriptions with all their base plans, and one-time products.
  func catalog(_ app: String) async throws(StoreClientError) -> StoreCatalog {
    let subscriptions = try await list("subscriptions", of: app, .googleSubscriptions)
    let products = try await list("oneTimeProducts", of: app, .googleProducts)
    var catalog = StoreCatalog(
      items: subscriptions.compactMap { Self.item($0, plans: "basePlans") }
        + products.compactMap { Self.item($0, plans: "purchaseOptions") }
    )
    if !products.isEmpty {
      catalog.notices = [
        "Google does not say which one-time products are consumed: give those kind = \"consumable\"."
      ]
    }
    return catalog
  }

  private func list(
    _ name: String,
    of app: String,
    _ bucket: RateLimitKey
  ) async throws(StoreClientError) -> [JSONValue] {
    let path = "/androidpublisher/v3/applications/\(URLText.segment(app))/\(name)"
    return try await httpClient.items(name, of: try token(), next: Self.cursor) { page in
      request(configuration.publisher, path, page, bucket)
    }
  }

  private static func cursor(_ json: JSONValue) -> String? { json["nextPageToken"]?.string }

  private func request(
    _ base: String,
    _ path: String,
    _ page: String?,
    _ bucket: RateLimitKey
  ) -> StoreRequest {
    let query = [("pageSize", Self.pageSize)] + (page.map { [("pageToken", $0)] } ?? [])
    return StoreRequest(.googlePlay, .get, base, path, query: query, bucket: bucket)
  }

  private static func item(_ json: JSONValue, plans: String) -> Catalog.Item? {
    guard let id = json["productId"]?.string, !id.isEmpty else { return nil }
    let listings = json["listings"]?.array ?? []
    let english = listings.first { $0["languageCode"]?.string?.hasPrefix("en") == true }
    var item = Catalog.Item(id: id, title: (english ?? listings.first)?["title"]?.string)
    item.products = [Catalog.Product(.google, id)]
    if plans == "basePlans" { item.kind = .autoRenewable }
    // Several plans have several prices, none of which is the product's.
    if let plan = json[plans]?.array, plan.count == 1 { item.prices = price(of: plan[0]) }
    return item
  }

  /// The price in the United States, or in the only region.
  private static func price(of plan: JSONValue) -> [Money] {
    let regions =
      (plan["regionalConfigs"] ?? plan["regionalPricingAndAvailabilityConfigs"])?.array ?? []
    let home = regions.first { $0["regionCode"]?.string == "US" }
    guard let price = (home ?? (regions.count == 1 ? regions.first : nil))?["price"] else {
      return []
    }
    guard let code = price["currencyCode"]?.string, let currency = Currency(code) else { return [] }
    let units = price["units"].map { $0.looseNumber.flatMap { Int64(exactly: $0) } } ?? 0
    let nanos = price["nanos"].map { $0.integer.map(Int64.init) } ?? 0
    guard let units, let nanos, let amount = Money(units: units, nanos: nanos, currency) else {
      return []
    }
    return [amount]
  }
}
