package import Foundation
import Mint

/// A simulated world: its clock, products, purchases, and all notifications of the stores. A value:
/// the same seed and the same actions at the same times produce the same world, including all
/// identifiers.
package struct SimulatedWorld: Codable, Equatable, Sendable {
  /// The virtual clock. It only moves forward.
  package private(set) var now: Date
  package var acceleration: Acceleration
  package var products: [SimulatedProduct]
  package internal(set) var purchases: [SimulatedPurchase] = []
  /// All notifications, in order of time.
  package var notifications: [SimulatedNotification] = []
  /// The index of the purchase for each identifier and each name given by an action.
  var places: [String: Int] = [:]
  var numbers: SplitMix64
  private(set) var index = WorldIndex()

  private enum CodingKeys: String, CodingKey {
    case now, acceleration, products, purchases, notifications, places, numbers
  }

  package init(
    seed: UInt64 = 7,
    at now: Date,
    acceleration: Acceleration = Acceleration(),
    products: [SimulatedProduct] = SimulatedShop.products
  ) {
    self.now = now
    self.acceleration = acceleration
    self.products = products
    numbers = SplitMix64(seed: seed)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    now = try container.decode(Date.self, forKey: .now)
    acceleration = try container.decode(Acceleration.self, forKey: .acceleration)
    products = try container.decode([SimulatedProduct].self, forKey: .products)
    purchases = try container.decode([SimulatedPurchase].self, forKey: .purchases)
    notifications = try container.decode([SimulatedNotification].self, forKey: .notifications)
    places = try container.decode([String: Int].self, forKey: .places)
    numbers = try container.decode(SplitMix64.self, forKey: .numbers)
    index = WorldIndex(purchases)
  }

  /// The purchase that an identifier of any kind belongs to.
  package func purchase(_ id: String) -> SimulatedPurchase? { places[id].map { purchases[$0] } }

  package func product(_ id: String, in store: SimulatedStore) -> SimulatedProduct? {
    products.first { $0.id == id && $0.store == store }
  }

  /// An account's purchases in a store, in the order of first purchases.
  package func purchases(
    of account: String,
    in store: SimulatedStore,
    app: String? = nil,
    sandbox: Bool? = nil
  ) -> [SimulatedPurchase] {
    (index.owned[account] ?? []).map { purchases[$0] }.filter {
      $0.store == store && (app == nil || $0.app == app)
        && (sandbox == nil || $0.isSandbox == sandbox)
    }
  }

  /// Advances the clock and performs all events that fall due, in order.
  package mutating func advance(to instant: Date) {
    while let due = index.next(until: instant) {
      guard purchases[due.position].due == due.at else { continue }
      now = max(now, due.at)
      processDue(due.position)
      index.note(purchases[due.position].due, of: due.position)
    }
    now = max(now, instant)
  }

  /// Adds a new purchase and returns its index.
  mutating func append(_ purchase: SimulatedPurchase) -> Int {
    let position = purchases.endIndex
    purchases.append(purchase)
    places[purchase.id] = position
    index.add(purchase, at: position)
    return position
  }

  /// The indices of family members' shares of a purchase.
  func family(of purchase: SimulatedPurchase) -> [Int] { index.shared[purchase.id] ?? [] }

  /// Sets the app's own ID for a purchase's account.
  package mutating func setAppAccount(_ name: String, of id: String) {
    guard let position = places[id] else { return }
    purchases[position].appAccount = name
    purchases[position].changedAt = now
  }

  mutating func notify(
    _ change: SimulatedNotification.Change,
    of position: Int,
    charge: String? = nil
  ) {
    purchases[position].changedAt = now
    let purchase = purchases[position]
    index.note(purchase.due, of: position)
    notifications.append(
      SimulatedNotification(
        id: uuid(),
        at: now,
        change: change,
        store: purchase.store,
        app: purchase.app,
        isSandbox: purchase.isSandbox,
        purchase: purchase,
        charge: charge ?? purchase.charges.last?.id
      )
    )
  }

  /// Sends a test notification; returns its identifier.
  package mutating func sendTest(
    store: SimulatedStore,
    app: String,
    sandbox: Bool
  ) -> String {
    let id = uuid()
    notifications.append(
      SimulatedNotification(
        id: id,
        at: now,
        change: .test,
        store: store,
        app: app,
        isSandbox: sandbox
      )
    )
    return id
  }
}
