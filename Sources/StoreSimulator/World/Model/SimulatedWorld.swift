package import Foundation
import Mint

/// A world in which people buy: its clock, what is sold, who bought what, and everything that stores
/// have told of it. A value: the same seed and the same acts at the same instants make the same
/// world, to the last identifier.
package struct SimulatedWorld: Codable, Equatable, Sendable {
  /// The virtual clock. It only goes forward.
  package private(set) var now: Date
  package var acceleration: Acceleration
  package var products: [SimulatedProduct]
  package internal(set) var purchases: [SimulatedPurchase] = []
  /// Everything that was told, in the order of time.
  package var notifications: [SimulatedNotification] = []
  /// Identifiers of all kinds, and the names that acts gave, by the place of their purchase.
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

  /// What an account bought in a store, in the order of first purchases.
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

  /// Lets time pass, and everything happen that falls due meanwhile, in its order.
  package mutating func advance(to instant: Date) {
    while let due = index.next(until: instant) {
      guard purchases[due.place].due == due.at else { continue }
      now = max(now, due.at)
      fallDue(due.place)
      index.note(purchases[due.place].due, of: due.place)
    }
    now = max(now, instant)
  }

  /// A new purchase gets its place.
  mutating func append(_ purchase: SimulatedPurchase) -> Int {
    let place = purchases.endIndex
    purchases.append(purchase)
    places[purchase.id] = place
    index.add(purchase, at: place)
    return place
  }

  /// The places of what family members have of a purchase.
  func family(of purchase: SimulatedPurchase) -> [Int] { index.shared[purchase.id] ?? [] }

  /// Gives a purchase the app's own name for its account.
  package mutating func setAppAccount(_ name: String, of id: String) {
    guard let place = places[id] else { return }
    purchases[place].appAccount = name
    purchases[place].changedAt = now
  }

  mutating func tell(
    _ change: SimulatedNotification.Change,
    of place: Int,
    charge: String? = nil
  ) {
    purchases[place].changedAt = now
    let purchase = purchases[place]
    index.note(purchase.due, of: place)
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

  /// A test that somebody asked for; its identifier.
  package mutating func tellTest(
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
