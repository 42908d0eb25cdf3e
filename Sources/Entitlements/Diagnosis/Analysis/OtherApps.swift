import Foundation

extension DiagnosisAnalysis {
  /// The finding, or only that the purchase is of another developer's app, who decides on refund,
  /// price and entitlements (Apple's `bundleId`, Google's `packageName`).
  func ofOurs(_ finding: Finding) -> Finding {
    guard let foreign else { return finding }
    var finding = finding
    let bought = foreign.current?.purchasedAt ?? foreign.notices.first?.statementSource.statedAt
    let title = foreign.current.map(title) ?? foreign.last(.purchased)?.detail
    let placeholders: [Placeholder: PlaceholderValue?] = [
      .product: .text(title ?? self.title(foreign)),
      .date: bought.map(PlaceholderValue.day), .store: foreign.store.map(PlaceholderValue.store),
      .thing: (Subscription.Name(foreign.id)?.app).map(PlaceholderValue.text),
    ]
    finding.decide(.otherAppsPurchase, placeholders.compacted)
    return finding
  }
}
