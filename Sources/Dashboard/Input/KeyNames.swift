extension Key {
  private static let names: [(Key, [String])] = [
    (.enter, ["Enter", "Return"]), (.escape, ["Esc", "Escape"]),
    (.backspace, ["Backspace", "BSpace"]), (.tab, ["Tab"]),
    (.backTab, ["Shift-Tab", "BTab", "S-Tab"]), (.insert, ["Insert", "IC"]),
    (.delete, ["Delete", "DC"]), (.up, ["Up"]), (.down, ["Down"]), (.left, ["Left"]),
    (.right, ["Right"]), (.home, ["Home"]), (.end, ["End"]),
    (.pageUp, ["PgUp", "PageUp", "PPage"]), (.pageDown, ["PgDn", "PageDown", "NPage"]),
    (.character(" "), ["Space"]),
  ]

  /// Parses a key's name as hints, key files and tmux write it: `Enter`, `Ctrl-D` or `C-d`, `F1`,
  /// `Space`, or the character itself.
  package init?(name: String) {
    let lower = name.lowercased()
    if name.count == 1, let character = name.first {
      self = .character(character)
    } else if let known = Self.names.first(where: { $0.1.contains { $0.lowercased() == lower } }) {
      self = known.0
    } else if let letter = ["ctrl-", "c-", "^"].lazy.compactMap({ prefix in
      lower.hasPrefix(prefix) && lower.count == prefix.count + 1 ? lower.last : nil
    }).first {
      self = .control(letter)
    } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...63).contains(number) {
      self = .function(number)
    } else {
      return nil
    }
  }

  /// The name in key files: ASCII, and the same on every terminal.
  package var name: String {
    switch self {
    case .character(let character) where character != " ": String(character)
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .function(let number): "F\(number)"
    default: Self.names.first { $0.0 == self }?.1.first ?? ""
    }
  }
}

/// A key binding that has no effect.
package struct KeyProblem: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Two actions available together have the same keys; the first one is performed.
    case duplicate
    /// The keys begin with those of another action, which is performed before they are complete.
    case shadowed
  }

  package var kind: Kind
  package var keys: [Key]
  package var action: Action
  /// The action that is performed instead.
  package var by: Action

  package var description: String {
    let spelled = keys.map(\.name).joined(separator: " ")
    return switch kind {
    case .duplicate: "\(spelled) does \(by.rawValue), and \(action.rawValue) never."
    case .shadowed:
      "\(spelled) never does \(action.rawValue): \(by.rawValue) is done at the first key."
    }
  }
}

extension Keymap {
  /// The keymap with other keys for some actions; an empty list removes an action's keys. New
  /// bindings take precedence.
  package func binding(_ changes: [(action: Action, keys: [[Key]])]) -> Keymap {
    let changed = Set(changes.map(\.action))
    let new = changes.flatMap { change in
      change.keys.map { Binding(keys: $0, action: change.action) }
    }
    return Keymap(bindings: new + bindings.filter { !changed.contains($0.action) })
  }

  /// Bindings that can never be reached, because another one available there matches first.
  package var problems: [KeyProblem] {
    var problems: [KeyProblem] = []
    for (index, binding) in bindings.enumerated() {
      for (otherIndex, other) in bindings.enumerated()
      where other.action != binding.action && Self.meet(binding.action, other.action) {
        guard binding.keys.starts(with: other.keys) else { continue }
        let isSame = other.keys.count == binding.keys.count
        guard !isSame || otherIndex < index else { continue }
        let kind: KeyProblem.Kind = isSame ? .duplicate : .shadowed
        problems.append(
          KeyProblem(kind: kind, keys: binding.keys, action: binding.action, by: other.action)
        )
      }
    }
    return problems
  }

  /// Whether both actions are available on some screen.
  private static func meet(_ left: Action, _ right: Action) -> Bool {
    let (left, right) = (left.description.scope, right.description.scope)
    if Set([left, right]) == [.marks, .table] { return true }
    return left == right || left == .everywhere || right == .everywhere
  }

  /// The action whose keys collide with the given ones on any screen.
  package func taker(of keys: [Key]) -> String? {
    guard !keys.isEmpty else { return nil }
    return bindings.first { Self.collide($0.keys, keys) }?.action.rawValue
  }

  /// Whether one of two key sequences would match before the other is complete.
  package static func collide(_ left: [Key], _ right: [Key]) -> Bool {
    left.starts(with: right) || right.starts(with: left)
  }

  /// The keys of an action in a key file's notation.
  package func names(of action: Action) -> [String] {
    bindings.filter { $0.action == action }.map { $0.keys.map(\.name).joined(separator: " ") }
  }
}

extension Keymap {
  /// Every action with its keys, for `:keys` and the command line.
  package var page: [PageLine] {
    var lines: [PageLine] = []
    for group in Action.Group.allCases {
      let title =
        switch group {
        case .screen: "on a screen"
        case .moving: "moving"
        case .everywhere: "everywhere"
        }
      lines.append(.heading(title))
      for action in Action.allCases where action.description.group == group {
        let keys = names(of: action)
        let note = keys.isEmpty ? "no key" : keys.joined(separator: "   ")
        lines.append(.entry(action.rawValue, note, note: action.help))
      }
    }
    let problems = problems
    if !problems.isEmpty {
      lines.append(.heading("keys that cannot be reached"))
      lines += problems.map { .warning($0.description) }
    }
    return lines
  }
}
