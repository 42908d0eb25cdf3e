import Basics
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

  /// The error for a product that a store does not sell.
  func unknownProduct(_ id: String, in store: SimulatedStore) -> ActionError {
    .unknownProduct(id, sold: products.filter { $0.store == store }.map(\.id))
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

  /// When the next automatic event falls due; `nil` for never.
  package mutating func nextDue() -> Date? {
    while let first = index.first {
      guard purchases[first.position].due != first.at else { return first.at }
      // Outdated: the purchase has another time by now.
      _ = index.next(until: first.at)
    }
    return nil
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
  package mutating func sendTest(store: SimulatedStore, app: String, sandbox: Bool) -> String {
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

extension SimulatedWorld {
  /// Adds purchases from before this world began. Their state must be current: past events are not
  /// repeated.
  package mutating func adopt(_ purchases: [SimulatedPurchase]) {
    for purchase in purchases {
      let position = append(purchase)
      for charge in purchase.charges {
        places[charge.id] = position
        if places[charge.order] == nil { places[charge.order] = position }
      }
    }
  }
}

extension SimulatedWorld {
  /// Version 4 of RFC 9562, lower case, from the world's own random numbers.
  mutating func uuid() -> String {
    var text = hex(numbers.next()) + hex(numbers.next())
    func put(_ character: Character, at offset: Int) {
      let position = text.index(text.startIndex, offsetBy: offset)
      text.replaceSubrange(position...position, with: [character])
    }
    put("4", at: 12)
    put("a", at: 16)
    for offset in [20, 16, 12, 8] {
      text.insert("-", at: text.index(text.startIndex, offsetBy: offset))
    }
    return text
  }

  /// The identifier of a charge, in its store's shape.
  mutating func chargeID(for purchase: SimulatedPurchase, isRenewal: Bool) -> String {
    switch purchase.store {
    case .apple: return appleNumber(isSandbox: purchase.isSandbox)
    case .google:
      guard isRenewal, let first = purchase.charges.first?.id else { return googleOrder() }
      // The first renewal is `..0`; the number is that of the charge before it.
      return "\(first)..\(purchase.charges.count - 1)"
    case .microsoft: return uuid()
    case .amazon: return "\(purchase.token)#\(purchase.charges.count)"
    }
  }

  /// The order number in an e-mail: Apple's begins with M.
  mutating func orderNumber(for store: SimulatedStore, charge: String) -> String {
    guard store == .apple else { return charge }
    let alphabet = Array("BCDFGHJKLMNPQRSTVWXYZ0123456789")
    return "M" + String((0..<9).map { _ in alphabet[Int(number(below: 31))] })
  }

  /// The identifiers of a whole purchase.
  mutating func purchaseIDs(
    in store: SimulatedStore,
    sandbox: Bool
  ) -> (id: String, token: String) {
    switch store {
    case .apple:
      let id = appleNumber(isSandbox: sandbox)
      return (id, id)
    case .google:
      let token = randomText(24) + ".AO-J1O" + randomText(48)
      return (token, token)
    case .microsoft:
      let id = "mdr:0:\(hex(numbers.next())):\(uuid())"
      return (id, id)
    case .amazon:
      let token = "q1YqVbJSyjN\(randomText(30))-=:3:11"
      return (token, token)
    }
  }

  private mutating func appleNumber(isSandbox: Bool) -> String {
    let digits = String(number(below: 1_000_000_000))
    let padded = String(repeating: "0", count: 9 - digits.count) + digits
    // The usual prefix of sandbox numbers; production has others.
    return (isSandbox ? "2000000" : "470001") + padded
  }

  private mutating func googleOrder() -> String {
    let digits = (0..<17).map { _ in String(number(below: 10)) }
    let parts = [digits[0..<4], digits[4..<8], digits[8..<12], digits[12..<17]]
    return "GPA." + parts.map { $0.joined() }.joined(separator: "-")
  }

  private mutating func randomText(_ count: Int) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<count).map { _ in alphabet[Int(number(below: 36))] })
  }

  mutating func number(below bound: UInt64) -> UInt64 {
    let number: UInt64 = numbers.next()
    return number % bound
  }

  private func hex(_ number: UInt64) -> String { String(hex: number, width: 16) }
}

/// Lookup tables for a world of many purchases, derived from them.
struct WorldIndex: Sendable {
  private struct Due: Sendable {
    var at: Date
    var position: Int

    static func < (left: Due, right: Due) -> Bool {
      (left.at, left.position) < (right.at, right.position)
    }
  }

  /// By account, in the order of first purchases.
  private(set) var owned: [String: [Int]] = [:]
  /// Family members' purchases, by the payer's.
  private(set) var shared: [String: [Int]] = [:]
  /// A heap, the earliest first. Outdated entries differ from their purchase's `due`.
  private var dues: [Due] = []

  init(_ purchases: [SimulatedPurchase] = []) {
    for position in purchases.indices { add(purchases[position], at: position) }
  }

  mutating func add(_ purchase: SimulatedPurchase, at position: Int) {
    owned[purchase.account, default: []].append(position)
    if let payer = purchase.sharedFrom { shared[payer, default: []].append(position) }
    note(purchase.due, of: position)
  }

  /// Adds the time of a purchase's next automatic event.
  mutating func note(_ due: Date?, of position: Int) {
    guard let due else { return }
    dues.append(Due(at: due, position: position))
    var child = dues.endIndex - 1
    while child > 0, dues[child] < dues[(child - 1) / 2] {
      dues.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  var first: (at: Date, position: Int)? { dues.first.map { ($0.at, $0.position) } }

  /// Removes the earliest event that is not after `instant`.
  mutating func next(until instant: Date) -> (at: Date, position: Int)? {
    guard let first = dues.first, first.at <= instant, let last = dues.popLast() else { return nil }
    guard !dues.isEmpty else { return (first.at, first.position) }
    dues[0] = last
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < dues.count }
      guard let least = children.min(by: { dues[$0] < dues[$1] }), dues[least] < dues[parent] else {
        return (first.at, first.position)
      }
      dues.swapAt(parent, least)
      parent = least
    }
  }
}

extension WorldIndex: Equatable {
  /// Always equal: it is derived from the purchases.
  static func == (_: WorldIndex, _: WorldIndex) -> Bool { true }
}
