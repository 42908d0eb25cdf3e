import Entitlements
import Foundation

extension State {
  /// Opens what the cursor is on: a user, the document behind a sale, the sales of a chain.
  mutating func open() {
    switch above.last {
    case nil:
      if let row = home.listing.current { push(.user(UserScreen(id: row.id))) }
    case .receipts(let screen):
      if let row = screen.listing.current { push(.receipt(ReceiptScreen(id: row.id))) }
    case .receipt: inspect(.open)
    case .user(let screen): open(in: screen)
    }
  }

  private mutating func open(in screen: UserScreen) {
    guard let dossier = screen.dossier else { return }
    let index = screen.scroll.index
    switch screen.tab {
    case .overview: break
    case .orders:
      guard dossier.orders.indices.contains(index) else { return }
      push(.receipt(ReceiptScreen(id: dossier.orders[index].evidence)))
    case .receipts:
      guard dossier.documents.indices.contains(index) else { return }
      push(.receipt(ReceiptScreen(id: dossier.documents[index].id)))
    case .subs:
      guard dossier.subscriptions.indices.contains(index),
        let newest = dossier.subscriptions[index].periods.last?.order,
        let order = dossier.orders.firstIndex(where: { $0.id == newest })
      else { return }
      var screen = screen
      screen.tab = .orders
      screen.scroll.index = order
      above[above.count - 1] = .user(screen)
    }
  }

  mutating func move(_ action: Action) {
    switch above.last {
    case nil:
      let height = layout.listHeight()
      guard let distance = Scroll.distance(action, height: height) else { return }
      home.listing.move(by: distance, height: height)
    case .receipts(var screen):
      let height = layout.listHeight()
      guard let distance = Scroll.distance(action, height: height) else { return }
      screen.listing.move(by: distance, height: height)
      above[above.count - 1] = .receipts(screen)
    case .user(var screen):
      let height = scrollHeight(of: screen)
      guard let distance = Scroll.distance(action, height: height) else { return }
      screen.scroll.move(by: distance, count: scrollCount(of: screen), height: height)
      above[above.count - 1] = .user(screen)
    case .receipt(var screen):
      if screen.isPanelAlone(columns: size.columns) {
        let height = layout.body.rows - Layout.panelBannerRows
        let count = PanelContent(screen, self, columns: size.columns - 2).lines.count
        var scroll = Scroll(index: screen.panelTop, top: screen.panelTop)
        guard let distance = Scroll.distance(action, height: height) else { return }
        scroll.move(by: distance, count: max(1, count - height + 1), height: 1)
        screen.panelTop = scroll.index
      } else if let distance = Scroll.distance(action, height: layout.treeHeight) {
        let count = screen.tree?.visible.count ?? 0
        screen.tree?.scroll.move(by: distance, count: count, height: layout.treeHeight)
      }
      above[above.count - 1] = .receipt(screen)
    }
  }

  /// How many rows the tab in front scrolls over. The overview scrolls by its lines, one
  /// screenful at least.
  func scrollCount(of screen: UserScreen) -> Int {
    guard screen.tab == .overview else { return screen.count(of: screen.tab) }
    let height = layout.body.rows - layout.tabRows
    return max(1, OverviewContent(screen, self).lineCount - height + 1)
  }

  func scrollHeight(of screen: UserScreen) -> Int {
    screen.tab == .overview ? 1 : layout.listHeight(below: layout.tabRows)
  }

  mutating func inspect(_ action: Action) {
    guard case .receipt(var screen) = above.last else { return }
    defer { above[above.count - 1] = .receipt(screen) }
    switch action {
    case .left: screen.tree?.fold()
    case .right: screen.tree?.unfold()
    case .open: screen.tree?.toggle()
    case .nextMatch: screen.tree?.nextMatch()
    case .previousMatch: screen.tree?.previousMatch()
    case .foldAll: screen.tree?.foldAll()
    case .unfoldAll: screen.tree?.unfoldAll()
    case .togglePanel:
      screen.isPanelToggled.toggle()
      screen.panelTop = 0
    case .reveal: screen.revealedAt = screen.revealedAt == nil ? now : nil
    default: break
    }
  }

  /// The next instant at which a time or a state in front reads differently.
  var nextVisibleChange: Date? {
    var changes: [Date] = []
    /// Where access ends, a state changes.
    func flips(_ date: Date?) {
      // A date from a document may lie anywhere; nobody sits here for a year to see it pass.
      if let date, date > now, date.timeIntervalSince(now) < 366 * 86_400 { changes.append(date) }
    }
    func told(_ date: Date?, always: Bool = false) {
      if let date, zone == .relative || always {
        changes += [clock.nextChange(of: date)].compactMap { $0 }
      }
    }
    switch above.last {
    case nil:
      let listing = home.listing
      for row in listing.rows[
        listing.scroll.shown(count: listing.rows.count, height: layout.listHeight())
      ] {
        flips(row.leading?.expiresAt)
        told(row.lastPurchasedAt)
        told(row.leading?.expiresAt)
      }
    case .receipts(let screen):
      let listing = screen.listing
      for row in listing.rows[
        listing.scroll.shown(count: listing.rows.count, height: layout.listHeight())
      ] {
        told(row.receivedAt)
      }
    case .user(let screen):
      guard let dossier = screen.dossier else { break }
      for order in dossier.orders {
        flips(order.expiresAt)
        told(order.purchasedAt)
        told(order.expiresAt)
      }
      for phase in dossier.lives.values.joined() { flips(phase.until) }
      for right in dossier.entitlements {
        flips(right.until)
        told(right.until, always: screen.tab == .overview)
      }
      if screen.tab == .receipts { for row in dossier.documents { told(row.receivedAt) } }
    case .receipt(let screen):
      told(screen.inspection?.document.receivedAt)
      told(screen.inspection?.document.statedAt)
    }
    return changes.min()
  }
}
