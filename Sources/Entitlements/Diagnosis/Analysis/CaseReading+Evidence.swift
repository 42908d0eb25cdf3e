import Foundation

/// Facts as rows and as words.
extension CaseReading {
  func row(_ order: Order) -> Diagnosis.Evidence {
    var words = "\(order.productID), \(phrase(order))"
    if order.offer == .trial, order.state(at: instant) != .trial {
      words += ", a free trial"
    } else if let price = order.terms?.price, price.nanos > 0 {
      words += ", \(price)"
    }
    return Diagnosis.Evidence(
      kind: .order,
      id: order.id.raw,
      at: order.purchasedAt,
      sentence: words
    )
  }

  /// What is used up is bought, and not active for ever.
  private func phrase(_ order: Order) -> String {
    let isBought = isConsumable(order) && order.state(at: instant) == .active
    return isBought ? "bought" : Wording.sentence(for: order, at: instant)
  }

  func row(_ chain: ChainReading) -> Diagnosis.Evidence {
    let product = chain.newest.map { "\($0.productID), " } ?? ""
    let isBought = chain.state == .active && chain.newest.map(isConsumable) ?? false
    return Diagnosis.Evidence(
      kind: .chain,
      id: chain.id.raw,
      at: chain.since,
      sentence: product + (isBought ? "bought" : Wording.phrase(for: chain.state))
    )
  }

  func row(_ document: ID<Document>, _ words: String? = nil) -> Diagnosis.Evidence {
    let known = documentsByID[document]
    let phrase = words ?? known.map { Wording.phrase(forDocument: $0.kind) } ?? "a document"
    let confirmed = known?.confirmedAt.map { ", last confirmed \(Wording.day($0))" } ?? ""
    return Diagnosis.Evidence(
      kind: .document,
      id: document.raw,
      at: known?.receivedAt,
      sentence: phrase + confirmed
    )
  }

  func row(_ notice: Notice) -> Diagnosis.Evidence {
    row(notice.testimony.evidence, "the store told: \(Wording.phrase(forNotice: notice.kind))")
  }

  /// Who has what was bought, where it is not the one who asks.
  func ownerRows(_ chain: ChainReading) -> [Diagnosis.Evidence] {
    guard chain.holder != .subject, let owner = chain.current?.user else { return [] }
    return [
      Diagnosis.Evidence(
        kind: .user,
        id: owner.raw,
        at: chain.current?.purchasedAt,
        sentence: "has had \(title(chain)) since then"
      )
    ]
  }

  /// A chain with what its state rests on.
  func rows(_ chain: ChainReading) -> [Diagnosis.Evidence] {
    [row(chain)] + (chain.current.map { [row($0)] } ?? [])
      + (chain.document.map { [row($0)] } ?? [])
  }

  func title(_ order: Order) -> String { item(of: order)?.title ?? order.productID }

  func title(_ chain: ChainReading) -> String {
    chain.current.map(title) ?? "a purchase"
  }

  /// What a sale is called, when it was made, for how much, where, and under which number.
  func slots(_ order: Order, _ others: Slots = [:]) -> Slots {
    var slots: Slots = [
      .product: .text(title(order)), .date: .day(order.purchasedAt),
      .store: .store(order.store),
    ]
    slots[.amount] = (order.terms?.price).map(SlotValue.money)
    slots[.order] = number(of: order).map(SlotValue.text)
    (slots.order, slots.chain) = (order.id, order.chain)
    return slots.merging(others)
  }

  /// A chain with the day since when its state holds.
  func slots(_ chain: ChainReading, _ others: Slots = [:]) -> Slots {
    var slots = chain.current.map { self.slots($0) } ?? [.product: .text(title(chain))]
    slots[.store] = chain.store.map(SlotValue.store)
    slots[.date] = chain.since.map(SlotValue.day)
    slots[.until] = chain.until.map(SlotValue.day)
    slots[.amount] = nil
    slots.chain = chain.id
    return slots.merging(others)
  }

  /// The order's number as the store's e-mail shows it. Apple's is known for a chain only, and is
  /// told where the chain is a single sale.
  func number(of order: Order) -> String? {
    if order.store == .google {
      return order.transactionID.hasPrefix("GPA.") ? order.transactionID : nil
    }
    guard let chain = chain(order.chain), chain.sales.count == 1 else { return nil }
    let numbers = chain.record.links.filter { $0.kind == .storeOrder }.map(\.value)
    return Set(numbers).count == 1 ? numbers.first : nil
  }

  /// The state's ending reason, where there is one to tell.
  func reason(_ chain: ChainReading) -> String? {
    chain.phase?.reason.map { Wording.phrase(for: $0) }
  }
}

extension Wording {
  /// The store as customers know it.
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
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day(instant)) \(two(ofDay / 60)):\(two(ofDay % 60)) UTC"
  }
}
