/// The bindings of keys to actions. A key file can replace any of them.
package struct Keymap: Equatable, Sendable {
  package struct Binding: Equatable, Sendable {
    /// The key sequence; mostly one key.
    package var keys: [Key]
    package var action: Action
  }

  enum Match: Equatable { case action(Action), beginning, none }

  package var bindings: [Binding]

  /// The default keys of all actions. The first binding of an action is the one that hints show.
  package static let standard = Keymap(
    // Menus offer to retry a job before they offer to cancel it.
    bindings: (Action.allCases.filter { $0 != .cancelJob } + [.cancelJob]).flatMap { action in
      action.description.keys.map { Binding(keys: $0, action: action) }
    }
  )

  /// The bindings for a screen that takes text: keys other than characters, and the single
  /// characters that open another input line or the help, or quit.
  var besideText: Keymap {
    Keymap(
      bindings: bindings.filter { binding in
        guard case .character? = binding.keys.first else { return true }
        return binding.keys.count == 1 && Self.besideText.contains(binding.action)
      }
    )
  }

  private static let besideText: ActionSet = [.command, .help, .filter, .pop]

  /// Matches `keys` against the bindings of a screen's actions.
  func match(_ keys: [Key], among actions: ActionSet) -> Match {
    var isBeginning = false
    for binding in bindings where actions.contains(binding.action) {
      if binding.keys == keys { return .action(binding.action) }
      if binding.keys.count > keys.count, binding.keys.starts(with: keys) { isBeginning = true }
    }
    return isBeginning ? .beginning : .none
  }

  func labels(of action: Action, _ glyphs: GlyphSet) -> [SafeText] {
    bindings.filter { $0.action == action }.map { $0.label(glyphs) }
  }

  /// The binding that hints show.
  func binding(of action: Action) -> Binding? { bindings.first { $0.action == action } }
}

extension Keymap.Binding {
  func label(_ glyphs: GlyphSet) -> SafeText {
    SafeText.joined(keys.map { $0.label(glyphs) }, by: "")
  }
}

extension Key {
  /// `Ctrl-D`, `Enter`, `↑`.
  func label(_ glyphs: GlyphSet) -> SafeText {
    switch self {
    case .up where !glyphs.isASCII: "↑"
    case .down where !glyphs.isASCII: "↓"
    case .left where !glyphs.isASCII: "←"
    case .right where !glyphs.isASCII: "→"
    default: SafeText(name)
    }
  }
}

/// A set of actions, as bits, since every key press needs the available ones.
struct ActionSet: Equatable, Sendable, ExpressibleByArrayLiteral {
  private var bits: (low: UInt64, high: UInt64) = (0, 0)

  init(arrayLiteral actions: Action...) { self.init(actions) }

  init(_ actions: some Sequence<Action>) {
    for action in actions { insert(action) }
  }

  static func == (left: ActionSet, right: ActionSet) -> Bool { left.bits == right.bits }

  func contains(_ action: Action) -> Bool {
    let bit = action.index
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
    let bit = action.index
    let one: UInt64 = 1 << UInt64(bit & 63)
    if bit < 64 { bits.low |= one } else { bits.high |= one }
  }

  /// The actions that change the ledger or query a store.
  static let operations = ActionSet(Action.allCases.filter(\.isOperation))

  static func of(_ scope: Action.Scope) -> ActionSet { byScope[scope] ?? [] }

  private static let byScope = Dictionary(grouping: Action.allCases, by: \.description.scope)
    .mapValues { ActionSet($0) }
}
