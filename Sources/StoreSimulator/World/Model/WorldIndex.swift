import Foundation

/// Where to look in a world of many purchases. All of it follows from them.
struct WorldIndex: Sendable {
  private struct Due: Sendable {
    var at: Date
    var place: Int

    static func < (left: Due, right: Due) -> Bool {
      (left.at, left.place) < (right.at, right.place)
    }
  }

  /// By account, in the order of first purchases.
  private(set) var owned: [String: [Int]] = [:]
  /// Family members' purchases, by the payer's.
  private(set) var shared: [String: [Int]] = [:]
  /// A heap, the earliest first. Some are out of date: their purchase says so.
  private var dues: [Due] = []

  init(_ purchases: [SimulatedPurchase] = []) {
    for place in purchases.indices { add(purchases[place], at: place) }
  }

  mutating func add(_ purchase: SimulatedPurchase, at place: Int) {
    owned[purchase.account, default: []].append(place)
    if let payer = purchase.sharedFrom { shared[payer, default: []].append(place) }
    note(purchase.due, of: place)
  }

  /// When something happens to a purchase by itself.
  mutating func note(_ due: Date?, of place: Int) {
    guard let due else { return }
    dues.append(Due(at: due, place: place))
    var child = dues.endIndex - 1
    while child > 0, dues[child] < dues[(child - 1) / 2] {
      dues.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Takes the earliest out that is not after `instant`.
  mutating func next(until instant: Date) -> (at: Date, place: Int)? {
    guard let first = dues.first, first.at <= instant, let last = dues.popLast() else { return nil }
    guard !dues.isEmpty else { return (first.at, first.place) }
    dues[0] = last
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < dues.count }
      guard let least = children.min(by: { dues[$0] < dues[$1] }), dues[least] < dues[parent] else {
        return (first.at, first.place)
      }
      dues.swapAt(parent, least)
      parent = least
    }
  }
}

extension WorldIndex: Equatable {
  /// It says nothing that the purchases do not.
  static func == (_: WorldIndex, _: WorldIndex) -> Bool { true }
}
