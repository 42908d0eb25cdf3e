import Foundation

/// Evidence rows and placeholders for facts.
extension DiagnosisAnalysis {
  /// The kind of Google's answers about an order.
  static let orderKind = "google-order"

  func row(_ order: Order) -> Diagnosis.Evidence {
    var text = "\(order.productID), \(phrase(order))"
    if order.offer == .trial, order.state(at: instant) != .trial {
      text += ", a free trial"
    } else if let price = order.terms?.price, price.nanos > 0 {
      text += ", \(price)"
    }
    return Diagnosis.Evidence(.order, order.id.raw, at: order.purchasedAt, text)
  }

  /// A consumable is "bought", not active for ever.
  private func phrase(_ order: Order) -> String {
    let isBought = isConsumable(order) && order.state(at: instant) == .active
    return isBought ? "bought" : Wording.sentence(for: order, at: instant)
  }

  func row(_ chain: SubscriptionAnalysis) -> Diagnosis.Evidence {
    let product = chain.newest.map { "\($0.productID), " } ?? ""
    let isBought = chain.state == .active && chain.newest.map(isConsumable) ?? false
    let state = isBought ? "bought" : Wording.phrase(for: chain.state)
    return Diagnosis.Evidence(.chain, chain.id.raw, at: chain.since, product + state)
  }

  func row(_ document: ID<Document>, _ text: String? = nil) -> Diagnosis.Evidence {
    let known = documentsByID[document]
    let phrase = text ?? known.map { Wording.phrase(forDocument: $0.kind) } ?? "a document"
    let confirmed = known?.confirmedAt.map { ", last confirmed \(Wording.day($0))" } ?? ""
    return Diagnosis.Evidence(.document, document.raw, at: known?.receivedAt, phrase + confirmed)
  }

  func row(_ notice: StoreEvent) -> Diagnosis.Evidence {
    row(notice.evidence, "the store reported: \(Wording.phrase(forNotice: notice.kind))")
  }

  /// The owner of a chain that does not belong to the subject.
  func ownerRows(_ chain: SubscriptionAnalysis) -> [Diagnosis.Evidence] {
    guard chain.holder != .subject, let owner = chain.current?.user else { return [] }
    let sentence = "has had \(title(chain)) since then"
    return [Diagnosis.Evidence(.user, owner.raw, at: chain.current?.purchasedAt, sentence)]
  }

  /// A chain with the sale and document that determine its state.
  func rows(_ chain: SubscriptionAnalysis) -> [Diagnosis.Evidence] {
    [row(chain)] + (chain.current.map { [row($0)] } ?? [])
      + (chain.document.map { [row($0)] } ?? [])
  }

  func title(_ order: Order) -> String { item(of: order)?.title ?? order.productID }

  func title(_ chain: SubscriptionAnalysis) -> String {
    chain.current.map(title) ?? "a purchase"
  }

  /// A sale's product, date, price, store and order number.
  func placeholders(_ order: Order, _ others: Placeholders = [:]) -> Placeholders {
    var placeholders: Placeholders = [
      .product: .text(title(order)), .date: .day(order.purchasedAt),
      .store: .store(order.store),
    ]
    placeholders[.amount] = (order.terms?.price).map(PlaceholderValue.money)
    placeholders[.order] = number(of: order).map(PlaceholderValue.text)
    (placeholders.order, placeholders.chain) = (order.id, order.chain)
    return placeholders.merging(others)
  }

  /// A chain with the day since when it has its state.
  func placeholders(_ chain: SubscriptionAnalysis, _ others: Placeholders = [:]) -> Placeholders {
    var placeholders =
      chain.current.map { self.placeholders($0) } ?? [.product: .text(title(chain))]
    placeholders[.store] = chain.store.map(PlaceholderValue.store)
    placeholders[.date] = chain.since.map(PlaceholderValue.day)
    placeholders[.until] = chain.until.map(PlaceholderValue.day)
    placeholders[.amount] = nil
    placeholders.chain = chain.id
    return placeholders.merging(others)
  }

  /// The order's number as in the store's e-mail. Apple's number is known for a chain only, so it
  /// is returned only if the chain is a single sale.
  func number(of order: Order) -> String? {
    if order.store == .google {
      return order.transactionID.hasPrefix("GPA.") ? order.transactionID : nil
    }
    guard let chain = chain(order.chain), chain.sales.count == 1 else { return nil }
    let numbers = chain.record.links.filter { $0.kind == .storeOrder }.map(\.value)
    return Set(numbers).count == 1 ? numbers.first : nil
  }

  /// The reason why the chain ended, if known.
  func reason(_ chain: SubscriptionAnalysis) -> String? {
    chain.phase?.reason.map { Wording.phrase(for: $0) }
  }
}

extension Wording {
  /// The store's name as customers know it.
  package static func name(of store: Store) -> String {
    switch store {
    case .apple: "the App Store"
    case .google: "Google Play"
    case .microsoft: "the Microsoft Store"
    case .amazon: "the Amazon Appstore"
    }
  }

  /// An instant in UTC to the minute: `2026-12-01 09:30 UTC`.
  static func minute(_ instant: Date) -> String {
    let seconds = instant.timeIntervalSince1970
    guard (-62_135_769_600...253_402_300_799).contains(seconds) else { return day(instant) }
    let minutes = Int((seconds / 60).rounded(.down))
    let ofDay = ((minutes % 1_440) + 1_440) % 1_440
    return "\(day(instant)) \(padded(ofDay / 60, 2)):\(padded(ofDay % 60, 2)) UTC"
  }
}

extension DiagnosisAnalysis {
  /// The finding, or only that the purchase is of another developer's app, who decides on refund,
  /// price and entitlements (Apple's `bundleId`, Google's `packageName`).
  func ofOurs(_ finding: Finding) -> Finding {
    guard let foreign else { return finding }
    var finding = finding
    let bought = foreign.current?.purchasedAt ?? foreign.notices.first?.statedAt
    let title = foreign.current.map(title) ?? foreign.last(.purchased)?.detail
    let placeholders: Placeholders = [
      .product: .text(title ?? self.title(foreign)),
      .date: bought.map(PlaceholderValue.day), .store: foreign.store.map(PlaceholderValue.store),
      .thing: (Subscription.Name(foreign.id)?.app).map(PlaceholderValue.text),
    ]
    finding.decide(.otherAppsPurchase, placeholders)
    return finding
  }
}
