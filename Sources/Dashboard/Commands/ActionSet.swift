/// A set of actions, as bits, since every key press needs the available ones.
struct ActionSet: Equatable, Sendable, ExpressibleByArrayLiteral {
  private var bits: (low: UInt64, high: UInt64) = (0, 0)

  init(arrayLiteral actions: Action...) { self.init(actions) }

  init(_ actions: some Sequence<Action>) {
    for action in actions { insert(action) }
  }

  static func == (left: ActionSet, right: ActionSet) -> Bool { left.bits == right.bits }

  func contains(_ action: Action) -> Bool {
    let bit = action.bit
    let half = bit < 64 ? bits.low : bits.high
    return half & (1 << UInt64(bit & 63)) != 0
  }

  mutating func formUnion(_ other: ActionSet) {
    bits.low |= other.bits.low
    bits.high |= other.bits.high
  }

  func isDisjoint(with other: ActionSet) -> Bool {
    bits.low & other.bits.low == 0 && bits.high & other.bits.high == 0
  }

  private mutating func insert(_ action: Action) {
    let bit = action.bit
    let one: UInt64 = 1 << UInt64(bit & 63)
    if bit < 64 { bits.low |= one } else { bits.high |= one }
  }

  /// The actions that change the ledger or query a store.
  static let acts = ActionSet(Action.allCases.filter(\.acts))

  /// The actions of one scope; cached, as descriptions are costly to build.
  static func of(_ scope: Action.Scope) -> ActionSet { byScope[scope] ?? [] }

  private static let byScope = Dictionary(grouping: Action.allCases, by: \.description.scope)
    .mapValues { ActionSet($0) }
}

extension Action {
  /// A unique number below 128: the byte that represents the case, which is faster than a hash.
  fileprivate var bit: Int { withUnsafeBytes(of: self) { Int($0[0]) } }
}
