package import Entitlements

/// What a store says that an app sells.
package struct StoreCatalog: Equatable, Sendable {
  /// One for each product; its ID is the developer's own.
  package var items: [Catalog.Item]
  /// Sentences about what the store does not say.
  package var notices: [String]

  package init(items: [Catalog.Item] = [], notices: [String] = []) {
    self.items = items
    self.notices = notices
  }
}

/// An app of the developer's account at a store.
package struct StoreApp: Equatable, Sendable {
  /// Apple's bundle ID, Google's package name.
  package var id: String
  package var name: String

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// The store's services that list what the developer has entered there. They need permissions of
/// their own, and nothing else depends on them.
package struct StoreListing: Sendable {
  /// The account's apps; `nil` if the store has no service for it.
  package var apps: (@Sendable () async throws(StoreClientError) -> [StoreApp])?
  package var catalog: @Sendable (_ app: String) async throws(StoreClientError) -> StoreCatalog

  package init(
    apps: (@Sendable () async throws(StoreClientError) -> [StoreApp])? = nil,
    catalog: @escaping @Sendable (_ app: String) async throws(StoreClientError) -> StoreCatalog
  ) {
    self.apps = apps
    self.catalog = catalog
  }
}
