/// The bindings of keys to actions. A key file can replace any of them.
package struct Keymap: Equatable, Sendable {
  package struct Binding: Equatable, Sendable {
    /// The key sequence; mostly one key.
    package var keys: [Key]
    package var action: Action

    package init(_ keys: Key..., to action: Action) { self.init(keys: keys, action: action) }

    package init(keys: [Key], action: Action) {
      self.keys = keys
      self.action = action
    }
  }

  enum Match: Equatable { case action(Action), beginning, none }

  package var bindings: [Binding]

  package init(bindings: [Binding]) { self.bindings = bindings }

  /// The first binding of an action is the one that hints show.
  package static let standard = Keymap(bindings: [
    Binding(.character("j"), to: .down), Binding(.down, to: .down),
    Binding(.character("k"), to: .up), Binding(.up, to: .up),
    Binding(.character("h"), to: .left), Binding(.left, to: .left),
    Binding(.character("l"), to: .right), Binding(.right, to: .right),
    Binding(.character("g"), .character("g"), to: .first), Binding(.home, to: .first),
    Binding(.character("G"), to: .last), Binding(.end, to: .last),
    Binding(.control("d"), to: .halfPageDown), Binding(.control("u"), to: .halfPageUp),
    Binding(.pageDown, to: .pageDown), Binding(.control("f"), to: .pageDown),
    Binding(.pageUp, to: .pageUp),
    Binding(.enter, to: .open), Binding(.escape, to: .back), Binding(.backspace, to: .back),
    Binding(.character("q"), to: .pop), Binding(.character("-"), to: .previousScreen),
    Binding(.character("{"), to: .historyBack), Binding(.character("}"), to: .historyForth),
    Binding(.character("g"), .character("h"), to: .goHome),
    Binding(.character(" "), to: .mark), Binding(.character("U"), to: .clearMarks),
    Binding(.character("v"), to: .markRange), Binding(.character("*"), to: .markAll),
    Binding(.character("h"), to: .scrollLeft), Binding(.left, to: .scrollLeft),
    Binding(.character("l"), to: .scrollRight), Binding(.right, to: .scrollRight),
    Binding(.character("<"), to: .columnLeft), Binding(.character(">"), to: .columnRight),
    Binding(.character("s"), to: .sortMenu), Binding(.character("o"), to: .sortByColumn),
    Binding(.character("A"), to: .follow), Binding(.character("+"), to: .widenColumn),
    Binding(.character("_"), to: .narrowColumn),
    Binding(.character("c"), to: .columns), Binding(.character(","), to: .sameAsCell),
    Binding(.character("!"), .character(","), to: .otherThanCell),
    Binding(.character("f"), to: .facet), Binding(.character("p"), to: .preview),
    Binding(.character("="), to: .zoom), Binding(.character("e"), to: .export),
    Binding(.character("y"), .character("y"), to: .copyID),
    Binding(.character("y"), .character("r"), to: .copyRow),
    Binding(.character("y"), .character("j"), to: .copyJSON),
    Binding(.character("y"), .character("c"), to: .copyCell),
    Binding(.character("y"), .character("s"), to: .copySummary),
    Binding(.character("y"), .character("q"), to: .copyCommand),
    Binding(.character("y"), .character("u"), to: .copyURL),
    Binding(.character("y"), .character("v"), to: .copyValue),
    Binding(.character("y"), .character("p"), to: .copyPath),
    Binding(.character("y"), .character("t"), to: .copyTree),
    Binding(.character("#"), to: .count), Binding(.character("w"), to: .why),
    Binding(.character("/"), to: .filter), Binding(.character("/"), to: .search),
    Binding(.character("n"), to: .nextMatch), Binding(.character("N"), to: .previousMatch),
    Binding(.tab, to: .nextTab), Binding(.character("]"), to: .nextTab),
    Binding(.backTab, to: .previousTab), Binding(.character("["), to: .previousTab),
    Binding(.character("1"), to: .showTab), Binding(.character("2"), to: .showTab),
    Binding(.character("3"), to: .showTab), Binding(.character("4"), to: .showTab),
    Binding(.character("5"), to: .showTab), Binding(.character("6"), to: .showTab),
    Binding(.character("7"), to: .showTab), Binding(.character("8"), to: .showTab),
    Binding(.character("9"), to: .showTab),
    Binding(.character("p"), to: .togglePanel), Binding(.tab, to: .togglePanel),
    Binding(.tab, to: .nextPane), Binding(.right, to: .nextPane),
    Binding(.character("l"), to: .nextPane), Binding(.backTab, to: .previousPane),
    Binding(.left, to: .previousPane), Binding(.character("h"), to: .previousPane),
    Binding(.character("z"), .character("M"), to: .foldAll),
    Binding(.character("z"), .character("R"), to: .unfoldAll),
    Binding(.character("X"), to: .reveal), Binding(.character("r"), to: .refresh),
    Binding(.character("Z"), to: .cycleClock), Binding(.character(":"), to: .command),
    Binding(.character("?"), to: .help), Binding(.function(1), to: .help),
    Binding(.character("a"), .character("r"), to: .reverify),
    Binding(.character("a"), .character("R"), to: .reverifyAll),
    Binding(.character("a"), .character("s"), to: .restore),
    Binding(.character("a"), .character("t"), to: .transfer),
    Binding(.character("a"), .character("g"), to: .grant),
    Binding(.character("a"), .character("k"), to: .revoke),
    Binding(.character("a"), .character("n"), to: .note),
    Binding(.character("a"), .character("f"), to: .refund),
    Binding(.character("a"), .character("a"), to: .answerApple),
    Binding(.character("a"), .character("d"), to: .deliver),
    Binding(.character("a"), .character("l"), to: .lookUp),
    Binding(.character("a"), .character("r"), to: .retryJob),
    Binding(.character("a"), .character("c"), to: .cancelJob),
    Binding(.character("g"), .character("j"), to: .showJobs),
    Binding(.character("g"), .character("J"), to: .allJobs),
    Binding(.control("p"), to: .palette), Binding(.function(2), to: .palette),
    Binding(.character("t"), to: .timeline), Binding(.character("D"), to: .diff),
    Binding(.character("C"), to: .switchClock), Binding(.character("m"), to: .setMark),
    Binding(.character("h"), to: .previousEvent), Binding(.left, to: .previousEvent),
    Binding(.character("l"), to: .nextEvent), Binding(.right, to: .nextEvent),
    Binding(.character("+"), to: .zoomIn), Binding(.character("_"), to: .zoomOut),
    Binding(.character("0"), to: .fit), Binding(.character("."), to: .toNow),
    Binding(.character("i"), to: .raw),
    Binding(.character("c"), to: .changeQuestion), Binding(.character("b"), to: .changePurchase),
    Binding(.character("L"), to: .changeLanguage),
    Binding(.character("n"), to: .nextStep), Binding(.character("N"), to: .previousStep),
    Binding(.character("M"), to: .toggleMouse),
    Binding(.control("l"), to: .redraw), Binding(.control("z"), to: .suspend),
    Binding(.control("c"), to: .cancel),
  ])

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

  /// The label of the binding that hints show.
  func label(of action: Action, _ glyphs: GlyphSet) -> SafeText? {
    binding(of: action)?.label(glyphs)
  }
}

extension Keymap.Binding {
  func label(_ glyphs: GlyphSet) -> SafeText {
    SafeText.joined(keys.map { $0.label(glyphs) }, by: "")
  }
}

extension Key {
  /// `Ctrl-D`, `Enter`, `↑`.
  func label(_ glyphs: GlyphSet) -> SafeText {
    let isASCII = glyphs == .ascii
    return switch self {
    case .character(" "): "Space"
    case .character(let character): "\(String(character))"
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .enter: "Enter"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .insert: "Insert"
    case .delete: "Delete"
    case .up: isASCII ? "Up" : "↑"
    case .down: isASCII ? "Down" : "↓"
    case .left: isASCII ? "Left" : "←"
    case .right: isASCII ? "Right" : "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    }
  }
}
