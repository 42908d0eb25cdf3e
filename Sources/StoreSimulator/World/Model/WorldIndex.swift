import Foundation

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
