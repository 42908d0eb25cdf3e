import Entitlements
import Foundation

/// A request that was sent and not answered yet.
struct Pending: Equatable, Sendable {
  var number: Int
  var since: Date
}

/// The first screen: everybody whose purchases the ledger knows.
struct UsersScreen: Equatable, Sendable {
  var listing = Listing<UserRow>()
  var filter = ""

  /// What the filter asks for. Where it is no query yet, what was found last stays.
  func query(at now: Date) throws(QueryFault) -> Query { try Query(reading: filter, at: now) }

  func fault(at now: Date) -> QueryFault? {
    do {
      _ = try query(at: now)
      return nil
    } catch {
      return error
    }
  }
}

/// Every document in the ledger, the rejected ones too.
struct ReceiptsScreen: Equatable, Sendable {
  var listing = Listing<DocumentRow>()
}

/// One user: what they hold, what they bought, and why we believe it.
struct UserScreen: Equatable, Sendable {
  enum Tab: Int, CaseIterable, Sendable {
    case overview, orders, subs, receipts

    var title: SafeText {
      switch self {
      case .overview: "overview"
      case .orders: "orders"
      case .subs: "subs"
      case .receipts: "receipts"
      }
    }
  }

  let id: ID<User>
  var dossier: Dossier?
  var tab = Tab.overview
  var scrolls: [Tab: Scroll] = [:]
  var isMissing = false
  var pending: Pending?
  var failure: String?
  var isStale = true

  init(id: ID<User>) { self.id = id }

  var scroll: Scroll {
    get { scrolls[tab] ?? Scroll() }
    set { scrolls[tab] = newValue }
  }

  func count(of tab: Tab) -> Int {
    switch tab {
    case .overview: 0
    case .orders: dossier?.orders.count ?? 0
    case .subs: dossier?.subscriptions.count ?? 0
    case .receipts: dossier?.documents.count ?? 0
    }
  }

  /// The identity of a tab's row, by which the cursor finds it again.
  private func identity(of index: Int, in tab: Tab, _ dossier: Dossier) -> String? {
    switch tab {
    case .overview: nil
    case .orders: dossier.orders.indices.contains(index) ? dossier.orders[index].id.raw : nil
    case .subs:
      dossier.subscriptions.indices.contains(index) ? dossier.subscriptions[index].id.raw : nil
    case .receipts:
      dossier.documents.indices.contains(index) ? dossier.documents[index].id.raw : nil
    }
  }

  /// Takes a newer dossier; every tab's cursor stays on its record.
  mutating func accept(_ new: Dossier, height: Int) {
    let old = dossier
    dossier = new
    for tab in Tab.allCases where tab != .overview {
      guard var scroll = scrolls[tab], let old else { continue }
      let depth = scroll.index - scroll.top
      if let id = identity(of: scroll.index, in: tab, old),
        let found = (0..<count(of: tab)).first(where: { identity(of: $0, in: tab, new) == id })
      {
        scroll.index = found
        scroll.top = found - depth
      }
      scroll.settle(count: count(of: tab), height: height)
      scrolls[tab] = scroll
    }
  }
}

/// One document: its tree, and what verification found.
struct ReceiptScreen: Equatable, Sendable {
  let id: ID<Document>
  var inspection: Inspection?
  var tree: TreeState?
  /// The panel is open where there is room for it, and closed elsewhere, unless toggled.
  var isPanelToggled = false
  var panelTop = 0
  var revealedAt: Date?
  var isMissing = false
  var pending: Pending?
  var failure: String?
  var isStale = true

  init(id: ID<Document>) { self.id = id }

  /// Where the panel stands beside the tree, from this width on.
  static let panelBreakpoint = 110

  func showsPanel(columns: Int) -> Bool { (columns >= Self.panelBreakpoint) != isPanelToggled }
  /// Whether the panel has the body for itself.
  func isPanelAlone(columns: Int) -> Bool {
    columns < Self.panelBreakpoint && isPanelToggled
  }
}

/// A screen above the first one.
enum Screen: Equatable, Sendable {
  case user(UserScreen)
  case receipts(ReceiptsScreen)
  case receipt(ReceiptScreen)
}
