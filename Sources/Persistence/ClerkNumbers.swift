import Entitlements
internal import GRDB

/// The numbers by which rows refer to each other.
extension Clerk {
  mutating func number(of shop: Shop) throws -> Int64 {
    if let known = shops[shop] { return known }
    let found = try db.number(
      "SELECT n FROM shop WHERE app = ? AND store = ? AND environment = ?",
      [shop.app, shop.store.rawValue, shop.environment.rawValue]
    )
    let number =
      try found
      ?? db.add(
        "INSERT INTO shop (store, environment, app) VALUES (?, ?, ?)",
        [shop.store.rawValue, shop.environment.rawValue, shop.app]
      )
    shops[shop] = number
    return number
  }

  mutating func number(of product: Catalog.Product) throws -> Int64 {
    if let known = products[product] { return known }
    let found = try db.number(
      "SELECT n FROM product WHERE id = ? AND store = ?",
      [product.id, product.store.rawValue]
    )
    let number =
      try found
      ?? db.add(
        "INSERT INTO product (store, id) VALUES (?, ?)",
        [product.store.rawValue, product.id]
      )
    products[product] = number
    return number
  }

  /// A user's number; what else is known of them is derived in the end.
  func number(of user: ID<User>) throws -> Int64 {
    if let found = try db.number("SELECT n FROM user WHERE id = ?", [user.raw]) { return found }
    try db.run("UPDATE meta SET value = value + 1 WHERE name = 'users'")
    return try db.add(
      """
      INSERT INTO user (id, firstSeenAt, lastPurchasedAt, orders, stores, environments)
      VALUES (?, 0, 0, 0, '', '')
      """,
      [user.raw]
    )
  }

  /// A chain's number; `nil` for an ID of another form than ours.
  mutating func number(of chain: ID<Subscription>) throws -> Int64? {
    if let known = chains[chain] { return known }
    guard let name = Subscription.Name(chain) else { return nil }
    let shop = try number(
      of: Shop(store: name.store, environment: name.environment, app: name.app)
    )
    let found = try db.number(
      "SELECT n FROM chain WHERE id = ? AND shop = ?",
      [name.originalTransactionID, shop]
    )
    if let found {
      chains[chain] = found
      return found
    }
    let number = try db.add(
      "INSERT INTO chain (shop, id, account) VALUES (?, ?, 0)",
      [shop, name.originalTransactionID]
    )
    try db.run("UPDATE chain SET account = n WHERE n = ?", [number])
    chains[chain] = number
    return number
  }
}

/// Where something was sold.
struct Shop: Hashable {
  var store: Store
  var environment: Environment
  var app: String
}
