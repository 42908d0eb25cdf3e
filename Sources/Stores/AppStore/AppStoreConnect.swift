import Basics
import Entitlements
import Foundation
import ServiceCore

/// The App Store Connect API, for the team's apps and their products. It takes a key of its own:
/// an In-App Purchase key is refused.
struct AppStoreConnect: Sendable {
  private static let pageSize = "200"

  let configuration: AppleConfiguration
  let httpClient: StoreHTTPClient

  var listing: StoreListing {
    StoreListing(apps: apps, catalog: catalog)
  }

  func check() async -> StoreCheck {
    await StoreCheck.of("App Store Connect API", store: .apple) {
      () async throws(StoreClientError) in
      _ = try await apps()
    }
  }

  private func apps() async throws(StoreClientError) -> [StoreApp] {
    try await items("/v1/apps", [("fields[apps]", "name,bundleId")], as: try token()).compactMap {
      guard let id = $0["attributes"]?["bundleId"]?.string, !id.isEmpty else { return nil }
      return StoreApp(id: id, name: $0["attributes"]?["name"]?.string ?? id)
    }
  }

  private func catalog(_ app: String) async throws(StoreClientError) -> StoreCatalog {
    let token = try token(for: app)
    let found = try await items("/v1/apps", [("filter[bundleId]", app)], as: token)
    // The filter also finds apps whose bundle ID begins with the text.
    let own = found.first { $0["attributes"]?["bundleId"]?.string == app }
    guard let id = own?["id"]?.string else {
      throw .status(.apple, http: 404, code: "NoSuchApp", .operatorAction)
    }
    let path = "/v1/apps/\(URLText.segment(id))"
    var items = try await items("\(path)/inAppPurchasesV2", as: token).compactMap(Self.item)
    for group in try await self.items("\(path)/subscriptionGroups", as: token) {
      guard let id = group["id"]?.string else { throw .unusable(.apple, .wrongShape) }
      let path = "/v1/subscriptionGroups/\(URLText.segment(id))/subscriptions"
      for subscription in try await self.items(path, as: token) {
        guard var item = Self.item(subscription) else { continue }
        item.kind = .autoRenewable
        item.group = group["attributes"]?["referenceName"]?.string ?? id
        item.rank = subscription["attributes"]?["groupLevel"]?.integer
        items.append(item)
      }
    }
    let notices = items.isEmpty ? [] : ["App Store Connect lists no prices with the products."]
    return StoreCatalog(items: items, notices: notices)
  }

  private static func item(_ json: JSONValue) -> Catalog.Item? {
    let attributes = json["attributes"]
    guard let id = attributes?["productId"]?.string, !id.isEmpty else { return nil }
    var item = Catalog.Item(id: id, title: attributes?["name"]?.string)
    item.products = [Catalog.Product(.apple, id)]
    item.kind =
      switch attributes?["inAppPurchaseType"]?.string {
      case "CONSUMABLE": .consumable
      case "NON_CONSUMABLE": .nonConsumable
      case "NON_RENEWING_SUBSCRIPTION": .nonRenewing
      default: .unknown
      }
    if item.kind == .consumable { item.uses = 1 }
    return item
  }

  private func items(
    _ path: String,
    _ query: [(name: String, value: String)] = [],
    as token: TokenSource
  ) async throws(StoreClientError) -> [JSONValue] {
    try await httpClient.items("data", of: token, next: Self.cursor) { cursor in
      StoreRequest(
        .appStoreConnect,
        .get,
        configuration.connect,
        path,
        query: query + [("limit", Self.pageSize)] + (cursor.map { [("cursor", $0)] } ?? []),
        bucket: .appleConnect
      )
    }
  }

  /// Only the cursor of the link to the next page: the token goes to no address from an answer.
  private static func cursor(_ json: JSONValue) -> String? {
    guard let link = json["links"]?["next"]?.string else { return nil }
    return URLComponents(string: link)?.queryItems?.first { $0.name == "cursor" }?.value
  }

  /// The key of an app, or of any, since a team's keys are valid for all its apps.
  private func token(for app: String? = nil) throws(StoreClientError) -> TokenSource {
    let own = app.flatMap(configuration.app)?.connectKey
    guard let key = own ?? configuration.apps.lazy.compactMap(\.connectKey).first else {
      let keys = "connect-key-file and connect-key-id of [[stores.apple.app]]"
      throw .notConfigured(.apple, missing: keys)
    }
    return AppStoreToken(
      key: key,
      bundleID: nil,
      life: configuration.tokenLife,
      now: httpClient.time.now
    ).source
  }
}
