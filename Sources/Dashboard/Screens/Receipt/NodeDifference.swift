package import Entitlements
import Foundation

/// The differences between two trees, leaf by leaf. Purchases are matched by their transaction,
/// because a store lists them in any order.
package struct NodeDifference: Equatable, Sendable {
  package struct Change: Equatable, Sendable {
    /// The labels from the root.
    package var path: [String]
    /// The values in the older and the newer tree; `nil` if there is none.
    package var older: String?
    package var newer: String?
    var isSecret: Bool

    /// The change with secret values masked.
    package var masked: Change {
      guard isSecret else { return self }
      var change = self
      change.older = older.map { ViewContext.mask($0, GlyphSet.full).string }
      change.newer = newer.map { ViewContext.mask($0, GlyphSet.full).string }
      return change
    }
  }

  package private(set) var changes: [Change] = []

  package init(from older: Node, to newer: Node) { compare(older, newer, at: []) }

  /// Compares all data of two users, with times in UTC.
  package init(from older: UserDetails, to newer: UserDetails) {
    let clock = Clock(now: .distantPast, zone: .utc, localOffset: 0)
    self.init(from: older.tree(clock), to: newer.tree(clock))
  }

  /// The labels of children that identify their parent.
  private static let names: Set<String> = [
    "transaction_id", "transactionId", "orderId", "purchaseToken", "id",
  ]

  private static func name(of node: Node) -> String? {
    node.children.first { names.contains($0.label) && !$0.value.isEmpty }?.value
  }

  private mutating func compare(_ older: Node, _ newer: Node, at path: [String]) {
    if older.value != newer.value {
      changes.append(
        Change(
          path: path,
          older: older.shown,
          newer: newer.shown,
          isSecret: older.isSecret || newer.isSecret
        )
      )
    }
    guard !older.children.isEmpty || !newer.children.isEmpty else { return }
    let old = Self.named(older.children)
    let new = Self.named(newer.children)
    Pairing.match(old, new, by: { child, _ in child.name }) { name, left, right in
      let path = path + [name]
      switch (left?.node, right?.node) {
      case (let left?, let right?): compare(left, right, at: path)
      case (let left?, nil): list(left, at: path) { (older: $0, newer: nil) }
      case (nil, let right?): list(right, at: path) { (older: nil, newer: $0) }
      case (nil, nil): break
      }
    }
  }

  /// Children with unique names: a purchase's is its transaction; what repeats is numbered.
  private static func named(_ children: [Node]) -> [(name: String, node: Node)] {
    var counts: [String: Int] = [:]
    return children.map { child in
      let id = name(of: child)
      let label = id.map { "\(child.label)[\($0)]" } ?? child.label
      let count = counts[label, default: 0] + 1
      counts[label] = count
      let name = id.map { "\(child.label)[\($0), \(count)]" } ?? "\(child.label)[\(count)]"
      return (count == 1 ? label : name, child)
    }
  }

  private mutating func list(
    _ node: Node,
    at path: [String],
    _ sides: (String) -> (older: String?, newer: String?)
  ) {
    if !node.value.isEmpty || node.children.isEmpty {
      let (older, newer) = sides(node.shown)
      changes.append(Change(path: path, older: older, newer: newer, isSecret: node.isSecret))
    }
    for (name, child) in Self.named(node.children) { list(child, at: path + [name], sides) }
  }
}

extension Node {
  fileprivate var shown: String { isSecret ? value : gloss ?? value }
}

extension UserDetails {
  /// The user's data as a tree for comparison.
  func tree(_ clock: Clock) -> Node {
    func leaf(_ label: String, _ value: String?) -> Node? {
      value.map { Node(label: label, type: "text", value: $0) }
    }
    func time(_ label: String, _ date: Date?) -> Node? {
      leaf(label, date.map { clock.absolute($0).string })
    }
    func branch(_ label: String, _ children: [Node?]) -> Node {
      Node(label: label, type: "record", children: children.compactMap(\.self))
    }
    return branch(
      "user",
      [
        leaf("user", user.id.raw), leaf("name", user.name), leaf("email", user.email),
        time("first seen", user.firstSeenAt),
      ]
        + orders.map { order in
          branch(
            "order",
            [
              leaf("id", order.transactionID), leaf("store", order.store.rawValue),
              leaf("product", order.productID), time("purchased", order.purchasedAt),
              time("expires", order.expiresAt), time("cancelled", order.cancelledAt),
              leaf("price", order.terms?.price?.description),
            ]
          )
        }
        + entitlements.map { right in
          branch(
            "entitlement",
            [
              leaf("id", right.key), time("from", right.from), time("until", right.until),
              leaf("environment", right.environment.rawValue),
            ]
          )
        }
    )
  }
}
