import ArgumentParser
import Entitlements
import ServiceCore
import Stores

/// The catalogs that stores list, as one.
struct FetchedCatalog {
  private(set) var catalog = Catalog(version: "main")
  private(set) var notices: [String] = []
  /// The stores and apps that were asked, with the error instead of products.
  private(set) var failures: [(place: String, error: StoreClientError)] = []

  /// Asks the stores for the products of their apps, one after the other.
  static func fetch(
    _ apps: [(store: Store, app: String)],
    with settings: Settings
  ) async throws -> FetchedCatalog {
    let stores = try Assembly(settings, try TrustOptions.parse([])).storeClients()
    let fetched = await fetch(apps, from: stores.clients)
    await stores.shutdown()
    return fetched
  }

  private static func fetch(
    _ apps: [(store: Store, app: String)],
    from clients: [Store: StoreClient]
  ) async -> FetchedCatalog {
    var fetched = FetchedCatalog()
    for (store, app) in apps {
      guard let listing = clients[store]?.listing else {
        fetched.notices.append(noService(of: store))
        continue
      }
      do throws(StoreClientError) {
        fetched.add(try await listing.catalog(app))
      } catch .notConfigured(_, let missing) {
        let place = "\(app) at \(Wording.name(of: store))"
        fetched.notices.append("\(place): to list products, set \(missing).")
      } catch {
        fetched.failures.append(("\(Wording.name(of: store)), \(app)", error))
      }
    }
    return fetched
  }

  static func noService(of store: Store) -> String {
    let name = Wording.name(of: store)
    guard store == .amazon else { return "\(name): no service there lists products." }
    return "\(name): no service there lists products; the developer console offers them as a JSON "
      + "file (In-App Items), which purser catalog import reads."
  }

  /// Products of the same ID become one item, which is sold in several stores.
  mutating func add(_ other: StoreCatalog) {
    for item in other.items {
      guard let index = catalog.items.firstIndex(where: { $0.id == item.id }) else {
        catalog.items.append(item)
        continue
      }
      catalog.items[index].merge(item)
    }
    for notice in other.notices where !notices.contains(notice) { notices.append(notice) }
  }
}

extension Settings {
  /// The stores with credentials, and the app to ask for; Microsoft lists all apps at once.
  var listedApps: [(store: Store, app: String)] {
    var listed = stores.apple.apps.map { (store: Store.apple, app: $0.bundleID) }
    if configures(.google) { listed += stores.google.packageNames.map { (.google, $0) } }
    for store in [Store.microsoft, .amazon] where configures(store) {
      listed.append((store, packages.first ?? ""))
    }
    return listed
  }
}

extension Catalog.Item {
  /// Adds the products of the same item elsewhere, and what is unknown here.
  fileprivate mutating func merge(_ other: Catalog.Item) {
    products += other.products.filter { !products.contains($0) }
    title = title ?? other.title
    (group, rank) = group == nil ? (other.group, other.rank) : (group, rank)
    if kind == .unknown { (kind, uses) = (other.kind, other.uses) }
    prices += other.prices.filter { price in
      !prices.contains { $0.currency == price.currency }
    }
  }
}
