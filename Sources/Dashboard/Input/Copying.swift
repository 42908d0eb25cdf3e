import Entitlements
import Foundation

extension State {
  /// Copies from the screen in front, or explains why there is nothing to copy.
  mutating func copy(_ action: Action) -> [Effect] {
    if action == .copyURL { return copyURL() }
    if action.copiesNode { return inFront { $0.perform(action, &$1) }.effects }
    let copy: Copy? =
      switch action {
      case .copyCommand: copyOfCommand
      case .copySummary: copyOfSummary
      default: copyOfRecords(action)
      }
    guard let copy else {
      toast(.warning, "There is nothing to copy here.")
      return []
    }
    return [.copy(copy)]
  }

  private var copyOfCommand: Copy? {
    front.equivalentCommand.map { Copy("the command", .text(line(of: $0))) }
  }

  private var copyOfSummary: Copy? {
    (front as? WhyScreen)?.customerText.map { Copy("the text for the customer", .text($0)) }
  }

  /// Copies the URLs of the orders' pages, from the settings' templates.
  private mutating func copyURL() -> [Effect] {
    let records = front.records
    let stores = records.compactMap(\.store)
    guard !stores.isEmpty, stores.count == records.count else {
      toast(.warning, "Only a purchase has a page at its store.")
      return []
    }
    guard let missing = stores.first(where: { links[$0] == nil }) else {
      let addresses = records.compactMap { record in
        record.store.flatMap { links[$0] }.map { $0.replacing("{order}", with: record.encodedID) }
      }
      let title = records.count == 1 ? addresses[0] : "\(addresses.count) links"
      return [.copy(Copy(title, .text(addresses.joined(separator: "\n"))))]
    }
    let line = "[links] \(missing.rawValue) = \"https://.../{order}\""
    let name = missing.title.string
    toast(.warning, "No page is known of \(name)'s orders: set \(line) in config.toml")
    return []
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
      let rows = records.map {
        $0.cells(view).map(Spreadsheet.guarded).joined(separator: "\t")
      }
      return Copy(isOne ? "the row" : count("row"), .text(rows.joined(separator: "\n")))
    case .copyJSON:
      return Copy(isOne ? "the row as JSON" : "\(count("row")) as JSON", .json(records))
    case .copyCell:
      guard let screen = front as? TableScreen, let record = screen.window.current,
        let column = screen.currentColumn(view)
      else { return nil }
      return Copy(column.title.string, .text(column.cell(record).text.string))
    default: return nil
    }
  }
}

extension Action {
  /// Whether the action copies from a document's tree.
  var copiesNode: Bool { [.copyValue, .copyPath, .copyTree].contains(self) }
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

  var list: ListKind {
    switch self {
    case .user: .users
    case .order: .orders
    case .subscription: .subs
    case .entitlement: .ent
    case .document: .receipts
    case .notice: .events
    case .job: .jobs
    case .audit: .audit
    }
  }

  /// The untruncated texts of all columns.
  func cells(_ view: ViewContext) -> [String] {
    list.table(view).columns.map { $0.cell(self).text.string }
  }
}
