package import Entitlements
package import Foundation

/// The records of an inquiry, which actions on a screen without rows apply to.
package struct CaseRecords: Equatable, Sendable {
  /// The user concerned; `nil` if what was found has no known owner.
  private(set) var user: Record?
  private var orders: [ID<Order>: OrderRow] = [:]
  private var chains: [ID<Subscription>: Record] = [:]
  private var documents: [ID<Document>: DocumentRow] = [:]
  /// The purchases that the inquiry names directly.
  private(set) var named: [Record] = []

  init() {}

  /// Creates the records of a diagnosis input, as of `instant`.
  package init(_ file: DiagnosisInput, at instant: Date) {
    for chain in file.chains.stated() { add(chain, at: instant) }
    for row in file.documents { documents[row.id] = row }
    user = file.user.map { user in
      let userOrders = orders.values.map(\.order).filter { $0.user == user.id }
      return .user(UserRow(user, orders: userOrders))
    }
    let subjects = file.subject.orders.compactMap { orders[$0]?.order.chain } + file.subject.chains
    named = records(of: subjects)
  }

  private mutating func add(_ chain: ChainRecord, at instant: Date) {
    for sale in chain.sales { orders[sale.id] = OrderRow(order: sale, chainState: nil) }
    guard let newest = chain.sales.last else { return }
    guard !chain.phases.isEmpty, let first = chain.sales.first else {
      chains[chain.id] = .order(OrderRow(order: newest, chainState: nil))
      return
    }
    chains[chain.id] = .subscription(
      SubscriptionRow(
        id: chain.id,
        user: newest.user,
        productID: newest.productID,
        startedAt: first.originalPurchasedAt,
        accessUntil: newest.expiresAt,
        phase: chain.phases.last { $0.contains(instant) }
      )
    )
  }

  /// All purchases on file, the newest first.
  var purchases: [Record] {
    func date(_ record: Record) -> Date { record.startedAt ?? .distantPast }
    return chains.sorted { (date($0.value), $0.key.raw) > (date($1.value), $1.key.raw) }
      .map(\.value)
  }

  /// The apps of the purchases.
  var apps: Set<String> { Set(orders.values.map(\.order.app)) }

  /// The records of chains, without duplicates and unknown chains.
  private func records(of chains: [ID<Subscription>]) -> [Record] {
    var seen: Set<ID<Subscription>> = []
    return chains.filter { seen.insert($0).inserted }.compactMap { self.chains[$0] }
  }

  func order(_ id: ID<Order>) -> OrderRow? { orders[id] }

  /// The record of a piece of evidence; `nil` if it is not loaded.
  func record(of evidence: Diagnosis.Evidence) -> Record? {
    switch evidence.kind {
    case .order: orders[ID(evidence.id)].map(Record.order)
    case .chain: chains[ID(evidence.id)]
    case .document: documents[ID(evidence.id)].map(Record.document)
    case .user: user.flatMap { $0.identity == evidence.id ? $0 : nil }
    }
  }

  /// The record of an event: its sale or chain, else the rejected document, else the user.
  func record(of event: TimelineEvent) -> Record? {
    if let order = event.order, let row = orders[order] { return .order(row) }
    if let chain = event.chain, let record = chains[chain] { return record }
    if event.kind == .rejected, let row = event.evidence.last.flatMap({ documents[$0] }) {
      return .document(row)
    }
    return user
  }

  /// The subjects of a verdict: the named purchases, else those of the failed checks of its ticket,
  /// else those of its other checks, else the user.
  func subjects(of diagnosis: Diagnosis) -> [Record] {
    guard named.isEmpty else { return named }
    let checks = diagnosis.checks.filter { $0.ticket == diagnosis.verdict.ticket }
    for failing in [true, false] {
      let evidence = checks.filter { ($0.result == .fail) == failing }.flatMap(\.evidence)
      let found = records(of: evidence.compactMap(chain(of:)))
      if !found.isEmpty { return found }
    }
    return user.map { [$0] } ?? []
  }

  private func chain(of evidence: Diagnosis.Evidence) -> ID<Subscription>? {
    switch evidence.kind {
    case .order: orders[ID(evidence.id)]?.order.chain
    case .chain: ID(evidence.id)
    case .document, .user: nil
    }
  }
}

extension Record {
  /// When the purchase was made; `nil` for other records.
  fileprivate var startedAt: Date? {
    switch self {
    case .order(let row): row.order.purchasedAt
    case .subscription(let row): row.startedAt
    default: nil
    }
  }

  /// A choice entry for a purchase: product, date and number.
  func purchaseEntry(of apps: Set<String>, _ view: ViewContext) -> Choice.Entry {
    let name = SafeText.sentence(productID ?? primaryID, of: apps)
    let date: SafeText = startedAt.map { ", bought on \(view.clock.day($0))" } ?? .empty
    return Choice.Entry(text: name + date, remark: SafeText(primaryID))
  }
}

extension UserRow {
  /// Creates a user's row from the user's sales.
  init(_ user: User, orders: [Order]) {
    self.init(
      id: user.id,
      name: user.name,
      email: user.email,
      lastPurchasedAt: orders.map(\.purchasedAt).max() ?? .distantPast,
      orders: orders.count,
      stores: [],
      environments: [],
      leading: nil
    )
    assignee = user.assignee
  }
}
