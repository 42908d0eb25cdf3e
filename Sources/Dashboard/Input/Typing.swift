import Entitlements
import Foundation

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
    push(WhyScreen(text))
  }

  /// Fewer characters, or fewer distinct ones, count as keys that were typed ahead.
  private static let (minPasted, minDifferent) = (6, 4)

  /// Pastes keys that arrived together, if they were hardly typed; `false` if they are to be handled
  /// as keys, because an input line is open or they open one.
  mutating func paste(among keys: [Key]) -> Bool {
    let isLine = field?.kind == .filter && isHome
    guard dialog == nil, palette == nil, helpTop == nil, chord.isEmpty, front.popup == nil,
      field == nil || isLine
    else { return false }
    let characters = keys.compactMap {
      if case .character(let character) = $0 { character } else { nil }
    }
    let isText =
      isHome
      ? characters.count > 1 && Set(characters).count > 1
      : characters.count >= Self.minPasted && Set(characters).count >= Self.minDifferent
    guard isText, isLine || !opensLine(keys[0]) else { return false }
    // An Enter after a single line submits it.
    let submits = isHome && keys.filter { $0 == .enter }.count == 1 && keys.last == .enter
    // Line ends and tabs become spaces.
    let text = String(
      keys.map { if case .character(let character) = $0 { character } else { " " } }
    )
    if isLine {
      // A later part of a paste that arrived in several parts.
      field?.editor.insert(submits ? String(text.dropLast()) : text)
      fieldChanged()
    } else {
      paste(text)
    }
    if submits { handle(.enter) }
    return true
  }

  private func opensLine(_ key: Key) -> Bool {
    guard case .action(let action) = keysInForce.match([key], among: actions) else { return false }
    return [.command, .filter, .search, .help].contains(action)
  }
}

extension Key {
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

extension State {
  /// Copies from the screen in front, or explains why there is nothing to copy.
  mutating func copy(_ action: Action) {
    if action == .copyURL { return copyURL() }
    if [.copyValue, .copyPath, .copyTree].contains(action) {
      inFront { $0.perform(action, &$1) }
      return
    }
    let copy: Copy? =
      switch action {
      case .copyCommand: front.equivalentCommand.map { Copy("the command", .text(line(of: $0))) }
      case .copySummary:
        (front as? WhyScreen)?.customerText.map { Copy("the text for the customer", .text($0)) }
      default: copyOfRecords(action)
      }
    guard let copy else { return toast(.warning, "There is nothing to copy here.") }
    effects.append(.copy(copy))
  }

  /// Copies the URLs of the orders' pages, from the settings' templates.
  private mutating func copyURL() {
    let records = front.records
    let stores = records.compactMap(\.store)
    guard !stores.isEmpty, stores.count == records.count else {
      return toast(.warning, "Only a purchase has a page at its store.")
    }
    guard let missing = stores.first(where: { links[$0] == nil }) else {
      let addresses = records.compactMap { record in
        record.store.flatMap { links[$0] }.map { $0.replacing("{order}", with: record.encodedID) }
      }
      let title = records.count == 1 ? addresses[0] : "\(addresses.count) links"
      return effects.append(.copy(Copy(title, .text(addresses.joined(separator: "\n")))))
    }
    let line = "[links] \(missing.rawValue) = \"https://.../{order}\""
    let name = missing.title.string
    toast(.warning, "No page is known of \(name)'s orders: set \(line) in config.toml")
  }

  private func copyOfRecords(_ action: Action) -> Copy? {
    let records = front.records
    guard let first = records.first else { return nil }
    let isOne = records.count == 1
    func count(_ noun: SafeText) -> String { SafeText.plural(records.count, noun).string }
    switch action {
    case .copyID:
      let ids = records.map(\.primaryID).joined(separator: "\n")
      return Copy(isOne ? first.primaryID : count("ID"), .text(ids))
    case .copyRow:
      let rows = records.map { $0.cells(view).map(Spreadsheet.guarded).joined(separator: "\t") }
      return Copy(isOne ? "the row" : count("row"), .text(rows.joined(separator: "\n")))
    case .copyJSON:
      let title = isOne ? "the row as JSON" : "\(count("row")) as JSON"
      return Copy(title, .json(records, at: view.now))
    case .copyCell:
      guard let screen = front as? TableScreen, let record = screen.window.current,
        let column = screen.currentColumn(view)
      else { return nil }
      return Copy(column.title.string, .text(column.cell(record, view).text.string))
    default: return nil
    }
  }
}

extension Record {
  /// The store of a purchase; `nil` for other records.
  fileprivate var store: Store? {
    if case .order(let row) = self { return row.order.store }
    return chain.flatMap { Subscription.Name($0)?.store }
  }

  /// The percent-encoded ID.
  fileprivate var encodedID: String {
    let plain = CharacterSet(charactersIn: "-._~").union(
      CharacterSet(charactersIn: "a"..."z").union(CharacterSet(charactersIn: "A"..."Z"))
        .union(CharacterSet(charactersIn: "0"..."9"))
    )
    return primaryID.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
