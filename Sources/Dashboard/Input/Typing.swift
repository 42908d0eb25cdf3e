import Entitlements

// The home screen takes text: keys without a binding go into its input line.
extension State {
  /// The keys of the screen in front.
  var keysInForce: Keymap { isHome ? keymap.besideText : keymap }

  /// Begins a new text in the home screen's input line.
  mutating func beginText(with beginning: String) {
    guard beginning.contains(where: { !$0.isWhitespace }) else { return }
    openField(.filter)
    field?.editor = LineEditor()
    field?.editor.insert(beginning)
    fieldChanged()
  }

  /// Answers a customer's message, which stays in the home screen's input line.
  mutating func answer(_ text: String) {
    if var home = screens[0].part as? HomeScreen {
      home.keep(text)
      screens[0].part = home
    }
    push(AnyScreen(WhyScreen(text)))
  }

  /// Fewer characters, or fewer distinct ones, count as keys that were typed ahead.
  private static let (minPasted, minDifferent) = (6, 4)

  /// Pastes keys that arrived together, if they were hardly typed; `nil` if they are to be handled
  /// as keys, because an input line is open or they open one.
  mutating func paste(among keys: [Key]) -> [Effect]? {
    let isLine = field?.kind == .filter && isHome
    guard dialog == nil, palette == nil, helpTop == nil, chord.isEmpty, front.popup == nil,
      field == nil || isLine
    else { return nil }
    let characters = keys.compactMap {
      if case .character(let character) = $0 { character } else { nil }
    }
    let isText =
      isHome
      ? characters.count > 1 && Set(characters).count > 1
      : characters.count >= Self.minPasted && Set(characters).count >= Self.minDifferent
    guard isText, isLine || !opensLine(keys[0]) else { return nil }
    // An Enter after a single line submits it.
    let submits = isHome && keys.filter { $0 == .enter }.count == 1 && keys.last == .enter
    let text = String(keys.map(\.pastedCharacter))
    guard isLine else {
      let effects = paste(text)
      return submits ? effects + handle(.enter) : effects
    }
    // A later part of a paste that arrived in several parts.
    field?.editor.insert(submits ? String(text.dropLast()) : text)
    fieldChanged()
    return submits ? handle(.enter) : []
  }

  private func opensLine(_ key: Key) -> Bool {
    guard case .action(let action) = keysInForce.match([key], among: actions) else { return false }
    return [.command, .filter, .search, .help].contains(action)
  }
}

extension Key {
  /// The character in a text; line ends and tabs become spaces.
  fileprivate var pastedCharacter: Character {
    if case .character(let character) = self { character } else { " " }
  }

  fileprivate var isOfText: Bool {
    switch self {
    case .character, .enter, .tab: true
    default: false
    }
  }
}

extension Event {
  /// Converts keys that arrived together to events; consecutive keys of text become one event.
  package static func events(of keys: [Key]) -> [Event] {
    var events: [Event] = []
    var text: [Key] = []
    func end() {
      events += text.count > 1 ? [.typed(text)] : text.map(Event.key)
      text = []
    }
    for key in keys {
      if key.isOfText {
        text.append(key)
      } else {
        end()
        events.append(.key(key))
      }
    }
    end()
    return events
  }
}
