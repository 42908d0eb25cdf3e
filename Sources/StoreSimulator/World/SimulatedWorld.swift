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
  package var purchases: [SimulatedPurchase] = []
  /// Everything that was told, in the order of time.
  package var notifications: [SimulatedNotification] = []
  /// Identifiers of all kinds, and the names that acts gave, by the place of their purchase.
  var places: [String: Int] = [:]
  var numbers: SplitMix64
  private var nextDue: Date?

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
    purchases.filter {
      $0.account == account && $0.store == store && (app == nil || $0.app == app)
        && (sandbox == nil || $0.isSandbox == sandbox)
    }
  }

  /// Lets time pass, and everything happen that falls due meanwhile, in its order.
  package mutating func advance(to instant: Date) {
    while let due = nextDue, due <= instant {
      let first = purchases.indices.filter { purchases[$0].due != nil }
        .min { (purchases[$0].due ?? due, $0) < (purchases[$1].due ?? due, $1) }
      guard let first, let at = purchases[first].due, at <= instant else { break }
      now = max(now, at)
      fallDue(first)
      settleDue()
    }
    now = max(now, instant)
  }

  mutating func settleDue() { nextDue = purchases.lazy.compactMap(\.due).min() }

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
