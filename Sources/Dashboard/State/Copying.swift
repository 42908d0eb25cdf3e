import Entitlements

extension State {
  /// Has something of the screen in front copied, or says why there is nothing.
  mutating func copy(_ action: Action) -> [Effect] {
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
    front.twin.map { Copy("the command", .text(Self.line(of: $0))) }
  }

  private var copyOfSummary: Copy? {
    let summary = (front as? WhyScreen)?.inquiry?.diagnosis.customerSummary
    return summary.map { Copy("what the customer may be told", .text($0)) }
  }

  private func copyOfRecords(_ action: Action) -> Copy? {
    let records = front.records
    guard let first = records.first else { return nil }
    let isOne = records.count == 1
    func count(_ noun: SafeText) -> String { SafeText.plural(records.count, noun).string }
    switch action {
    case .copyID:
      let ids = records.map(\.quoted).joined(separator: "\n")
      return Copy(isOne ? first.quoted : count("ID"), .text(ids))
    case .copyRow:
      let rows = records.map { $0.cells(view).joined(separator: "\t") }
      return Copy(isOne ? "the row" : count("row"), .text(rows.joined(separator: "\n")))
    case .copyJSON:
      return Copy(isOne ? "the row as JSON" : "\(count("row")) as JSON", .json(records))
    case .copyCell:
      guard let screen = front as? TableScreen, let record = screen.listing.current,
        let column = screen.currentColumn(view)
      else { return nil }
      return Copy(column.title.string, .text(column.cell(record).text.string))
    default: return nil
    }
  }
}

extension Record {
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

  /// What stands in all columns, nothing cut off.
  func cells(_ view: Viewpoint) -> [String] {
    list.table(view).columns.map { $0.cell(self).text.string }
  }
}
