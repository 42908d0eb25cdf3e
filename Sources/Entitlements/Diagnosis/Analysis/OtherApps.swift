import Foundation

extension CaseReading {
  /// A finding about our apps; of a purchase of another one, only that it is one. Its refund, its
  /// price and its rights are that app's (Apple's `bundleId`, Google's `packageName`).
  func ofOurs(_ finding: Finding) -> Finding {
    guard let foreign else { return finding }
    var finding = finding
    let bought = foreign.current?.purchasedAt ?? foreign.notices.first?.testimony.statedAt
    let title = foreign.current.map(title) ?? foreign.last(.purchased)?.detail
    let slots: [Slot: SlotValue?] = [
      .product: .text(title ?? self.title(foreign)),
      .date: bought.map(SlotValue.day), .store: foreign.store.map(SlotValue.store),
      .thing: (Subscription.Name(foreign.id)?.app).map(SlotValue.text),
    ]
    finding.decide(.otherAppsPurchase, slots.compacted)
    return finding
  }
}
