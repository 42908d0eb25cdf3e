import Entitlements

/// The first screen takes typing: what is no key there goes into its line.
extension State {
  /// The keys of the screen in front.
  var keysInForce: Keymap { isHome ? keymap.besideText : keymap }

  /// Begins a new text in the first screen's line.
  mutating func beginText(with beginning: String) {
    guard beginning.contains(where: { !$0.isWhitespace }) else { return }
    openField(.filter)
    field?.editor = LineEditor()
    field?.editor.insert(beginning)
    fieldChanged()
  }

  /// Answers what a customer wrote. The first screen keeps it for whoever comes back there.
  mutating func answer(_ text: String) {
    if var home = screens[0].part as? HomeScreen {
      home.keep(text)
      screens[0].part = home
    }
    push(Screen(WhyScreen(text)))
  }

  /// Fewer letters, or fewer different ones, are typed ahead where letters are commands.
  private static let (fewestPasted, fewestDifferent) = (6, 4)

  /// Pastes keys that arrived together, where a person would hardly have typed them; `nil` where they
  /// are keys: a line is open already, or begins with them.
  mutating func paste(among keys: [Key]) -> [Effect]? {
    let isLine = field?.kind == .filter && isHome
    guard dialog == nil, palette == nil, helpTop == nil, chord.isEmpty, front.popup == nil,
      field == nil || isLine
    else { return nil }
    let letters = keys.compactMap { if case .character(let letter) = $0 { letter } else { nil } }
    let isText =
      isHome
      ? letters.count > 1 && Set(letters).count > 1
      : letters.count >= Self.fewestPasted && Set(letters).count >= Self.fewestDifferent
    guard isText, isLine || !opensLine(keys[0]) else { return nil }
    // An Enter behind a single line submits it, as whoever typed it meant.
    let submits = isHome && keys.filter { $0 == .enter }.count == 1 && keys.last == .enter
    let text = String(keys.map(\.pastedLetter))
    guard isLine else {
      let effects = paste(text)
      return submits ? effects + handle(.enter) : effects
    }
    // A part of a paste that came in several.
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
  /// What it is in a text; line ends and tabs part words.
  fileprivate var pastedLetter: Character {
    if case .character(let letter) = self { letter } else { " " }
  }

  fileprivate var isOfText: Bool {
    switch self {
    case .character, .enter, .tab: true
    default: false
    }
  }
}

extension Event {
  /// Keys that arrived together, as events: those of text that follow each other are one.
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
